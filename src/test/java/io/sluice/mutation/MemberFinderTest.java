package io.sluice.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Specifies what the members of a source are, and when their hashes are equal. */
class MemberFinderTest {
  private static final String SOURCE =
      """
      package io.sluice.plan;

      /** Says { something. */
      record Window(@Deprecated int size, String name) implements Comparable<Window> {
        private static final int MOST = 7; // at most }

        Window {
          check(size);
        }

        Window(int size) {
          this(size, "}");
        }

        /** Compares. */
        @Override
        public int compareTo(Window other) {
          return new Object() {
            int inner() {
              return 1;
            }
          }.inner();
        }

        enum Kind {
          OPEN("("),
          SHUT(")") {
            @Override
            String sign() {
              return "shut";
            }
          };

          String sign() {
            return "open";
          }

          Kind(String text) {}
        }
      }
      """;

  private static List<SourceMember> members(String source) {
    return MemberFinder.in(Map.of("plan/Window.java", source));
  }

  private static SourceMember member(String source, String name) {
    return members(source).stream()
        .filter(found -> found.name().equals(name))
        .reduce((one, other) -> fail(one))
        .orElseThrow();
  }

  private static SourceMember fail(SourceMember one) {
    throw new AssertionError("two members are named " + one.name());
  }

  private static String hash(String method) {
    return member("class A { " + method + " }", "run").place().hash();
  }

  @Test
  void methodsConstructorsFieldsAndTypesAreMembers() {
    assertThat(members(SOURCE))
        .extracting(SourceMember::name)
        .containsExactly(
            "MOST",
            "Window",
            "Window",
            "compareTo",
            "OPEN",
            "SHUT",
            "sign",
            "Kind",
            "Kind",
            "Window");
  }

  @Test
  void aMemberIsWhereItsTextIsInTheSource() {
    SourceMember method = member(SOURCE, "compareTo");
    assertThat(method.text()).startsWith("@Override").endsWith("}.inner();\n  }");
    assertThat(SOURCE.substring(method.start())).startsWith(method.text());
    assertThat(member(SOURCE, "MOST").text()).isEqualTo("private static final int MOST = 7;");
    assertThat(member(SOURCE, "SHUT").text()).contains("return \"shut\"");
  }

  @Test
  void aTypeIsWhatItConsistsOfBesidesItsMembers() {
    SourceMember type = members(SOURCE).get(members(SOURCE).size() - 1);
    assertThat(type.shown(9))
        .isEqualTo(
            """
              record Window(@Deprecated int size, String name) implements Comparable<Window> {
              }\
            """);
  }

  @Test
  void whiteSpaceCommentsAndTheOwnNameDoNotCountInAHash() {
    assertThat(hash("int run(int a) { return a; }"))
        .hasSize(8)
        .isEqualTo(hash("/** Runs. */ int run( int a )\n{\n  return a; /* why */ // how\n}"))
        .isEqualTo(member("class B { int go(int a) { return a; } }", "go").place().hash())
        .isNotEqualTo(hash("int run(int a) { return -a; }"));
    assertThat(hash("String run() { return \"a b\"; }"))
        .isNotEqualTo(hash("String run() { return \"a  b\"; }"))
        .isNotEqualTo(hash("String run() { return \"a // b\"; }"));
  }

  @Test
  void aLiteralIsNoComment() {
    String method = "String run() { return \"\"\"\n /* \"a\" \\\" */\"\"\" + '\"' + \"\\\"//\"; }";
    assertThat(member("class A { " + method + " }", "run").text()).isEqualTo(method);
  }

  @Test
  void whatIsNoJavaIsRefused() {
    assertThatThrownBy(() -> members("class A { void run( }"))
        .hasMessageContaining("Cannot find the members of the sources: ")
        .hasMessageContaining("plan/Window.java");
  }
}

package io.sluice.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Specifies how the list of deliberate bugs is read, applied and judged. */
class MutationListTest {
  private static final String ENTRY =
      """
      # The first file.

      F4,I6 a soak is over at once
      in plan/Ledger.java#isOver 3f9a1c07
      - !soakEnd(entry)
      - .isAfter(at)
      + true
      tests OneTest TwoTest
      fails 2

      I12 not in this module
      because The claim is the hub's.
      """;

  private static Mutation mutation(String... lines) {
    return MutationList.parse("F.txt", "F1 a bug\nin A.java#run\n" + String.join("\n", lines))
        .mutations()
        .get(0);
  }

  @Test
  void anEntryIsReadWithAllItsLines() {
    MutationList list = MutationList.parse("F.txt", ENTRY);
    assertThat(list.mutations())
        .containsExactly(
            new Mutation(
                List.of("F4", "I6"),
                "a soak is over at once",
                new PassagePlace("plan/Ledger.java", "isOver", "3f9a1c07"),
                "!soakEnd(entry)\n.isAfter(at)",
                "true",
                List.of("OneTest", "TwoTest"),
                2,
                Optional.empty()));
    assertThat(list.absent()).containsExactly(Map.entry("I12", "The claim is the hub's."));
  }

  @Test
  void anUnreadableEntryIsRefused() {
    assertThatThrownBy(() -> MutationList.parse("F.txt", "a soak is over"))
        .hasMessageContaining("is no heading");
    assertThatThrownBy(() -> MutationList.parse("F.txt", "F1 a bug\nat A.java"))
        .hasMessageContaining("begins with no keyword of an entry");
    assertThatThrownBy(() -> MutationList.parse("F.txt", "F1 a bug\nin A.java"))
        .hasMessageContaining("needs in and -");
    assertThatThrownBy(() -> MutationList.parse("F.txt", "F1 a bug\nin A.java#run 12\n- a"))
        .hasMessageContaining("names no place such as");
  }

  /** Puts the bug into a method with these statements, and returns what the method has then. */
  private static String changed(String statements, String... lines) {
    String before = "class A {\n  int run() { return 0; }\n\n  void other() { a(); }\n}\n";
    String changed = mutation(lines).in(before.replace("return 0;", statements));
    int begin = before.indexOf("return 0;");
    String after = before.substring(begin + "return 0;".length());
    assertThat(changed).startsWith(before.substring(0, begin)).endsWith(after);
    return changed.substring(begin, changed.length() - after.length());
  }

  @Test
  void aPassageIsFoundHoweverItIsWrapped() {
    assertThat(changed("return a\n    .b( c )\n  && d;", "- return a.b(c)&&d", "+ return d"))
        .isEqualTo("return d;");
    assertThat(changed("return a // because\n || b;", "- a || b", "+ b")).isEqualTo("return b;");
  }

  @Test
  void aPassageMatchesWholeWordsOnly() {
    assertThat(changed("soaked(soak, unsoak);", "- soak", "+ x")).isEqualTo("soaked(x, unsoak);");
    assertThat(changed("intb(); int  b;", "- int b", "+ x")).isEqualTo("intb(); x;");
  }

  @Test
  void aReplacementIsTakenLiterally() {
    assertThat(changed("f(b);", "- b", "+ $1\\n")).isEqualTo("f($1\\n);");
    assertThat(changed("b();c();", "- b();")).isEqualTo("c();");
  }

  @Test
  void aPassageMayBeInOtherMethodsAndInComments() {
    assertThat(changed("a(); /* a(); */", "- a();", "+ b();")).isEqualTo("b(); /* a(); */");
  }

  @Test
  void aPassageThatIsAbsentOrAmbiguousIsAnError() {
    assertThatThrownBy(() -> changed("b();", "- a();"))
        .hasMessageContaining("the passage is there 0 times, not once");
    assertThatThrownBy(() -> changed("a(); a();", "- a();"))
        .hasMessageContaining("the passage is there 2 times, not once");
  }

  @Test
  void aMutantIsCaughtByTheExpectedNumberOfFailures() {
    TestProcessReport two = new TestProcessReport(true, 9, List.of("A.a", "A.b"), Duration.ZERO);
    TestProcessReport none = new TestProcessReport(true, 9, List.of(), Duration.ZERO);
    assertThat(MutantResult.of(mutation("- a"), two).asExpected()).isTrue();
    assertThat(MutantResult.of(mutation("- a", "fails 3"), two).asExpected()).isFalse();
    assertThat(MutantResult.of(mutation("- a"), none).asExpected()).isFalse();
  }

  @Test
  void aMutantThatHadToBeStoppedIsCaught() {
    TestProcessReport stopped = new TestProcessReport(false, 0, List.of(), Duration.ofSeconds(30));
    MutantResult result = MutantResult.of(mutation("- a"), stopped);
    assertThat(result.asExpected()).isTrue();
    assertThat(result.summary()).isEqualTo("caught: no end within 30 s of processor time, stopped");
  }

  @Test
  void aSurvivorIsAcceptedForAReasonOnlyAndOnlyWhileItSurvives() {
    TestProcessReport none = new TestProcessReport(true, 9, List.of(), Duration.ZERO);
    TestProcessReport one = new TestProcessReport(true, 9, List.of("A.a"), Duration.ZERO);
    Mutation known = mutation("- a", "survives it cannot be observed");
    assertThat(MutantResult.of(known, none).asExpected()).isTrue();
    assertThat(MutantResult.of(known, one).asExpected()).isFalse();
    assertThat(MutantResult.broken(known, "stale").asExpected()).isFalse();
  }

  @Test
  void specificTestsRunBeforeRandomRollouts() {
    TestClasses tests =
        new TestClasses(
            List.of(
                "io.sluice.fleet.BTest",
                "io.sluice.mutation.OwnTest",
                "io.sluice.plan.AInvariantsTest",
                "io.sluice.plan.ATest",
                "io.sluice.plan.CTest"));
    Mutation mutation =
        MutationList.parse("F.txt", "F1 a bug\nin plan/A.java\n- a\ntests CTest")
            .mutations()
            .get(0);
    assertThat(tests.stages(mutation))
        .containsExactly(
            List.of("io.sluice.plan.CTest"),
            List.of("io.sluice.plan.ATest"),
            List.of("io.sluice.fleet.BTest"),
            List.of("io.sluice.plan.AInvariantsTest"));
  }
}

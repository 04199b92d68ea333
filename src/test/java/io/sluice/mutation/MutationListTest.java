package io.sluice.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Specifies how the list of deliberate bugs is read, applied and judged. */
class MutationListTest {
  private static final String ENTRY =
      """
      # The first file.

      F4,I6 a soak is over at once
      in plan/Ledger.java
      - !soakEnd(entry)
      - .isAfter(at)
      + true
      tests OneTest TwoTest
      fails 2

      I12 not in this module
      because The claim is the hub's.
      """;

  private static Mutation mutation(String... lines) {
    return MutationList.parse("F.txt", "F1 a bug\nin A.java\n" + String.join("\n", lines))
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
                "plan/Ledger.java",
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
  }

  @Test
  void everyEntryFitsTheSourcesAndNamesItsTests() throws IOException {
    TestClasses tests = new TestClasses(testClasses(Path.of("test", "java")));
    List<String> broken = new ArrayList<>();
    for (Mutation mutation : MutationList.in(Path.of("test/resources/mutations")).mutations()) {
      try {
        mutation.in(mutation.source());
        tests.stages(mutation);
      } catch (IOException | IllegalStateException e) {
        broken.add(mutation.label() + ": " + e.getMessage());
      }
    }
    assertThat(broken).isEmpty();
  }

  private static List<String> testClasses(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString().replace('/', '.'))
          .filter(name -> name.endsWith("Test.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .toList();
    }
  }

  @Test
  void aPassageIsFoundHoweverItIsWrapped() {
    assertThat(
            mutation("- return a.b(c)&&d", "+ return d").in("{ return a\n    .b( c )\n  && d; }"))
        .isEqualTo("{ return d; }");
  }

  @Test
  void aPassageMatchesWholeWordsOnly() {
    assertThat(mutation("- soak", "+ x").in("soaked soak unsoak")).isEqualTo("soaked x unsoak");
    assertThat(mutation("- a b", "+ x").in("ab a  b")).isEqualTo("ab x");
  }

  @Test
  void aReplacementIsTakenLiterally() {
    assertThat(mutation("- a", "+ $1\\n").in("a")).isEqualTo("$1\\n");
    assertThat(mutation("- a;").in("a;b;")).isEqualTo("b;");
  }

  @Test
  void aPassageThatIsAbsentOrAmbiguousIsAnError() {
    assertThatThrownBy(() -> mutation("- a", "+ b").in("c"))
        .hasMessageContaining("the passage is there 0 times, not once");
    assertThatThrownBy(() -> mutation("- a", "+ b").in("a a"))
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

package io.sluice.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.mutation.PlaceFinding.Kind;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Specifies which entries fit the sources, and how those that do not are repaired. */
class PlaceCheckerTest {
  private static final String GATE = "plan/Gate.java";
  private static final String OPEN =
      "boolean open(int at) {\n    return at > since && !paused;\n  }";
  private static final String ENTRY = "F4 a pause holds nothing\n%s\n- && !paused\n";

  private final Map<String, String> sources = new TreeMap<>(Map.of(GATE, type("Gate", OPEN)));
  private String place = "in plan/Gate.java#open " + hash(OPEN);

  private static String type(String name, String... members) {
    return "class " + name + " {\n  " + String.join("\n\n  ", members) + "\n}\n";
  }

  private static String hash(String method) {
    return MemberFinder.in(Map.of("A.java", type("A", method))).get(0).place().hash();
  }

  private PlaceChecker checker() {
    return new PlaceChecker(new SourceIndex(sources));
  }

  private PlaceFinding finding() {
    return checker().check(MutationList.parse("F.txt", ENTRY.formatted(place)).mutations().get(0));
  }

  private String repaired(String entry) {
    return new ListRepairer(checker()).repaired("F.txt", entry);
  }

  private void assertBroken(String... parts) {
    assertThat(finding().message()).contains(parts);
    assertThat(finding().kind()).isEqualTo(Kind.BROKEN);
    assertThat(finding().place().line()).isEqualTo(place);
  }

  private void assertRepairable(String to, String message) {
    assertThat(finding().kind()).isEqualTo(Kind.REPAIRABLE);
    assertThat(finding().message()).isEqualTo(message + " Write \"" + to + "\".");
    assertThat(repaired(ENTRY.formatted(place))).isEqualTo(ENTRY.formatted(to));
  }

  @Test
  void anEntryFitsWhoseMethodHasThePassageOnceAndTheHash() {
    sources.put(GATE, type("Gate", "void shut() { open = open && !paused; }", OPEN));
    assertThat(finding())
        .isEqualTo(new PlaceFinding(Kind.FITS, PassagePlace.parse(place.substring(3)), ""));
  }

  @Test
  void anEntryFitsTheOverloadThatHasThePassage() {
    sources.put(GATE, type("Gate", "boolean open() { return open(now); }", OPEN));
    assertThat(finding().kind()).isEqualTo(Kind.FITS);
  }

  @Test
  void aMethodThatChangedAroundThePassageIsANoteAndNoFailure() {
    String now = OPEN.replace("since", "begin");
    sources.put(GATE, type("Gate", now));
    String line = "in plan/Gate.java#open " + hash(now);
    assertThat(finding().kind()).isEqualTo(Kind.STALE);
    assertThat(finding().failed()).isFalse();
    assertThat(finding().message())
        .isEqualTo(
            "\"F4 a pause holds nothing\" still fits, but plan/Gate.java#open has changed: does it break the same rule? Then write \"%s\"."
                .formatted(line));
    assertThat(repaired(ENTRY.formatted(place))).isEqualTo(ENTRY.formatted(line));
  }

  @Test
  void aMethodIsFoundInAnotherFile() {
    sources.put(GATE, type("Gate"));
    sources.put("plan/x/Door.java", type("Door", OPEN));
    assertRepairable(
        "in plan/x/Door.java#open " + hash(OPEN),
        "Cannot put \"F4 a pause holds nothing\" into plan/Gate.java#open: it moved to plan/x/Door.java#open.");
  }

  @Test
  void aMethodIsFoundInAnotherFileWhenItsOwnIsGone() {
    sources.clear();
    sources.put("plan/x/Door.java", type("Door", OPEN));
    assertThat(finding().kind()).isEqualTo(Kind.REPAIRABLE);
  }

  @Test
  void aMethodIsFoundUnderAnotherName() {
    sources.put(GATE, type("Gate", OPEN.replace("open", "isOpen")));
    assertRepairable(
        "in plan/Gate.java#isOpen " + hash(OPEN),
        "Cannot put \"F4 a pause holds nothing\" into plan/Gate.java#open: it moved to plan/Gate.java#isOpen.");
  }

  @Test
  void ofSeveralMethodsWithItsTextTheOneOfItsNameCounts() {
    sources.put(GATE, type("Gate"));
    sources.put("plan/Door.java", type("Door", OPEN, OPEN.replace("open", "isOpen")));
    assertThat(finding().place().line()).isEqualTo("in plan/Door.java#open " + hash(OPEN));
    sources.put("plan/Lock.java", type("Lock", OPEN));
    assertBroken(
        "its text is in several members now. Write one of these:\n  in plan/Door.java#open "
            + hash(OPEN)
            + "\n  in plan/Lock.java#open "
            + hash(OPEN));
  }

  @Test
  void aMethodWithoutThePassageIsShownWithTheClosestLines() {
    sources.put(
        GATE,
        type(
            "Gate",
            "boolean open(int at) {\n    // Why.\n    return at > since\n        && !halted;\n  }"));
    assertBroken(
        """
        it has changed, and the passage is not there:
          && !paused
        Write the passage anew; the closest is
          && !halted;
        The member is now
          boolean open(int at) {
            return at > since
                && !halted;
          }\
        """);
  }

  @Test
  void aPassageThatWasWrittenWronglyIsNotTakenForAChange() {
    String halted = OPEN.replace("paused", "halted");
    sources.put(GATE, type("Gate", halted));
    place = "in plan/Gate.java#open " + hash(halted);
    assertBroken("into plan/Gate.java#open: the passage is not there:\n  && !paused\nWrite");
  }

  @Test
  void aPassageInAnotherMethodOfTheFileIsProposed() {
    String rest = "boolean running() {\n    return at && !paused;\n  }";
    sources.put(GATE, type("Gate", "boolean open(int at) { return running(); }", rest));
    assertBroken(
        "The passage is elsewhere. If that is the same rule, write\n  in plan/Gate.java#running "
            + hash(rest));
  }

  @Test
  void aPassageThatIsThereTwiceIsToBeLengthened() {
    sources.put(GATE, type("Gate", OPEN, "boolean open() { return at && !paused; }"));
    assertBroken("the passage is there 2 times. Lengthen it until it is there once:\n  && !paused");
  }

  @Test
  void forAMethodThatIsGoneThoseOfItsNameAreNamed() {
    sources.put(GATE, type("Gate"));
    assertBroken("there is no such member, and none elsewhere has its text. Write the entry anew,");
    String other = "boolean open() { return true; }";
    sources.put("plan/Door.java", type("Door", other));
    assertBroken(
        "Write the entry anew for one of its name:\n  in plan/Door.java#open " + hash(other));
    String same = "boolean open() { return true && !paused; }";
    sources.put("plan/Lock.java", type("Lock", same));
    assertBroken(
        "The passage is elsewhere. If that is the same rule, write\n  in plan/Lock.java#open "
            + hash(same));
  }

  @Test
  void anEntryThatWasJustWrittenNeedsItsFileAlone() {
    String line = "in plan/Gate.java#open " + hash(OPEN);
    place = "in plan/Gate.java";
    assertRepairable(
        line, "Cannot put \"F4 a pause holds nothing\" into plan/Gate.java: no member is named.");
    place = "in plan/Gate.java#open";
    assertRepairable(
        line,
        "Cannot put \"F4 a pause holds nothing\" into plan/Gate.java#open: the hash is missing.");
    place = "in plan/Gate.java";
    sources.put(GATE, type("Gate", OPEN, OPEN.replace("open", "isOpen")));
    assertBroken("the passage is there 2 times. Lengthen it, or name the member.");
    sources.put(GATE, type("Gate"));
    assertBroken("no member contains the passage. Correct the entry:");
    sources.put("plan/Door.java", sources.remove(GATE));
    assertBroken("there is no such source. Correct the entry:");
  }

  @Test
  void aRepairKeepsEverythingElse() {
    String list =
        """
        # The gate: $1.

        F4 a pause holds nothing
        in plan/Gate.java
        - && !paused
        + \\$1
        tests GateTest
        # Why.


        I12 not in this module
        because The claim is the hub's.
        """;
    assertThat(repaired(list)).isEqualTo(list.replace("in plan/Gate.java", place));
    assertThat(repaired(list.stripTrailing()))
        .isEqualTo(list.stripTrailing().replace("in plan/Gate.java", place));
    sources.put(GATE, type("Gate"));
    assertThat(repaired(list)).isEqualTo(list);
  }
}

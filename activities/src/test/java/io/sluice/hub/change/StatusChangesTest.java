package io.sluice.hub.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.change.StatusChange.ApprovalAwaited;
import io.sluice.hub.change.StatusChange.AttemptBegan;
import io.sluice.hub.change.StatusChange.CheckFailed;
import io.sluice.hub.change.StatusChange.ClustersLate;
import io.sluice.hub.change.StatusChange.ClustersRegressed;
import io.sluice.hub.change.StatusChange.FormerEnded;
import io.sluice.hub.change.StatusChange.OverrideReleased;
import io.sluice.hub.change.StatusChange.WindowMissed;
import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks what {@code RolloutEventsTest} does not: what no Event tells. */
class StatusChangesTest {
  private static final String OPEN = "rolloutUID: u1, attempt: 2, runOpen: true, ";
  private static final String CLOSED =
      "rolloutUID: u1, attempt: 2, runOpen: false, phase: Done, outcome: Succeeded, ";
  private static final String APPROVAL = "{kind: Approval, message: It is not approved.}";
  private static final String ORDER = "{kind: Order, message: Comes later.}";
  private static final String FREEZE = "{kind: Calendar, rule: peak, message: Waits.}";

  private static RolloutStatus status(String yaml) {
    return Serialization.unmarshal("---\n{" + yaml + "}", RolloutStatus.class);
  }

  private static List<StatusChange> between(String before, String after) {
    return StatusChanges.between(status(before), status(after));
  }

  private static String group(String name, int index, String holds) {
    return "{placement: p, groupName: %s, groupIndex: %d, counts: {clusters: 3, toApply: 3}, holds: [%s]}"
        .formatted(name, index, holds);
  }

  private static String groups(String... groups) {
    return OPEN + "decisionGroups: [" + String.join(", ", groups) + "]";
  }

  private static String issues(String... issues) {
    return "exceptions: [" + String.join(", ", issues) + "]";
  }

  private static String issue(String cluster, String reason, String since) {
    return "{cluster: %s, reason: %s, since: '2026-11-20T%s:00Z'}"
        .formatted(cluster, reason, since);
  }

  private static List<String> regressed(String before, String after) {
    return between(before, after).stream()
        .filter(ClustersRegressed.class::isInstance)
        .flatMap(change -> ((ClustersRegressed) change).clusters().stream())
        .map(RolloutStatus.Issue::cluster)
        .toList();
  }

  private static List<String> late(String before, String after) {
    return between(before, after).stream()
        .filter(ClustersLate.class::isInstance)
        .flatMap(change -> ((ClustersLate) change).clusters().stream())
        .map(RolloutStatus.Issue::cluster)
        .toList();
  }

  @Test
  void aGroupWaitsForItsApprovalOnceItsTurnHasCome() {
    String later = groups(group("prod", 0, ORDER + ", " + APPROVAL));
    String waits = groups(group("prod", 0, APPROVAL));

    assertThat(between(later, later)).isEmpty();
    assertThat(between(later, waits)).hasSize(1).hasOnlyElementsOfType(ApprovalAwaited.class);
    assertThat(between(OPEN, waits)).hasSize(1).hasOnlyElementsOfType(ApprovalAwaited.class);
    assertThat(between(waits, waits)).isEmpty();
    assertThat(between(waits, groups(group("prod", 1, APPROVAL + ", " + FREEZE)))).isEmpty();
  }

  @Test
  void aGroupWaitsAnewAfterItWasApprovedOrHeldByItsTurn() {
    String waits = groups(group("prod", 0, APPROVAL));

    assertThat(between(groups(group("prod", 0, "")), waits)).hasSize(1);
    assertThat(between(groups(group("prod", 0, ORDER)), waits)).hasSize(1);
    assertThat(between(waits, groups(group("prod", 0, "")))).isEmpty();
  }

  @Test
  void aCalendarThatClosesAGroupBeforeItIsThroughIsAMissedWindow() {
    String open = groups(group("prod", 0, ""));
    String closed = groups(group("prod", 0, FREEZE));

    assertThat(between(open, closed)).hasSize(1).hasOnlyElementsOfType(WindowMissed.class);
    assertThat(between(closed, closed)).isEmpty();
    assertThat(between(closed, open)).isEmpty();
    assertThat(between(groups(group("prod", 0, APPROVAL)), closed)).hasSize(1);
  }

  @Test
  void whatACalendarHoldsFromTheBeginIsNotMissed() {
    String closed = groups(group("prod", 0, FREEZE));

    assertThat(between(OPEN, closed)).isEmpty();
    assertThat(between("attempt: 1", closed)).hasSize(1).hasOnlyElementsOfType(AttemptBegan.class);
    assertThat(between(groups(group("dev", 0, "")), groups(group("prod", 0, FREEZE)))).isEmpty();
  }

  @Test
  void aGroupThatIsCutAnewKeepsItsPlace() {
    assertThat(
            between(
                groups(group("prod", 1, FREEZE)),
                groups(
                    group("prod", 0, FREEZE)
                        .replace("groupIndex: 0", "groupIndex: 0, place: '1'"))))
        .isEmpty();
  }

  /** Its instants are known up to some time: what is beyond has to be looked up. */
  @Test
  void aCalendarOfWhichNothingIsKnownClosesNothing() {
    assertThat(
            between(
                groups(group("prod", 0, "")),
                groups(group("prod", 0, "{kind: Calendar, message: Looks anew.}"))))
        .isEmpty();
  }

  @Test
  void aCheckFailsForEachGroupAndStageByItself() {
    String before = OPEN + "checks: [{name: budget, group: prod, stage: before, failed: true}]";
    String both =
        OPEN
            + "checks: [{name: budget, group: prod, stage: before, failed: true}, {name: budget,"
            + " group: prod, stage: during, failed: true}]";

    assertThat(between(OPEN, before)).hasSize(1).hasOnlyElementsOfType(CheckFailed.class);
    assertThat(between(before, before)).isEmpty();
    assertThat(between(before, both)).hasSize(1);
    assertThat(between(both, before.replace("true}", "false}"))).isEmpty();
    assertThat(between(before.replace("failed: true", "result: passed"), before)).hasSize(1);
  }

  @Test
  void clustersAreFoundOnceWhenTheyRegressAlsoAfterTheEnd() {
    String one = issues(issue("c1", "Regressed", "10:00"));
    String two = issues(issue("c1", "Regressed", "10:00"), issue("c2", "Regressed", "10:00"));

    assertThat(regressed(OPEN, OPEN + one)).containsExactly("c1");
    assertThat(regressed(OPEN + one, OPEN + one)).isEmpty();
    assertThat(regressed(CLOSED + one, CLOSED + two)).containsExactly("c2");
    assertThat(regressed(CLOSED + two, CLOSED + one)).isEmpty();
    assertThat(regressed(OPEN + issues(issue("c1", "Failed", "10:00")), OPEN + one))
        .containsExactly("c1");
  }

  @Test
  void aClusterIsLateOnceWhileItStaysListed() {
    String unreachable = OPEN + issues(issue("c1", "Unreachable", "10:00"));
    String timedOut = OPEN + issues(issue("c1", "TimeOut", "11:00"));

    assertThat(late(OPEN, unreachable)).containsExactly("c1");
    assertThat(late(unreachable, timedOut)).isEmpty();
    assertThat(late(OPEN + "phase: Soaking", timedOut)).containsExactly("c1");
    assertThat(
            late(
                OPEN,
                OPEN
                    + issues(
                        issue("c1", "Failed", "10:00"),
                        issue("c2", "CannotWrite", "10:00"),
                        issue("c3", "PropagatorAway", "10:00"))))
        .isEmpty();
  }

  @Test
  void whoseStatusDoesNotCountIsNotLate() {
    assertThat(
            late(
                OPEN,
                OPEN
                    + "exceptions: [{cluster: c1, reason: TimeOut, ignored: true, since:"
                    + " '2026-11-20T10:00:00Z'}]"))
        .isEmpty();
  }

  /** The list of a status is cut: who moves up from behind its end is late for long. */
  @Test
  void whoMovesUpInAListThatWasCutIsNotFound() {
    String cut = OPEN + "exceptionsOmitted: 2, " + list(IntStream.range(0, 3));
    String moved = OPEN + list(IntStream.range(1, 5));

    assertThat(late(cut, moved)).isEmpty();
    assertThat(late(OPEN + list(IntStream.range(0, 3)), moved)).containsExactly("c3", "c4");
    assertThat(
            late(
                cut,
                OPEN
                    + issues(
                        issue("c0", "TimeOut", "10:00"),
                        issue("c7", "TimeOut", "10:01"),
                        issue("c8", "TimeOut", "09:59"))))
        .containsExactly("c7");
    assertThat(regressed(cut, OPEN + issues(issue("c9", "Regressed", "09:00"))))
        .containsExactly("c9");
  }

  private static String list(IntStream clusters) {
    return clusters
        .mapToObj(i -> issue("c" + i, "TimeOut", "10:00"))
        .collect(Collectors.joining(", ", "exceptions: [", "]"));
  }

  @Test
  void anAttemptThatDidNotWriteItsEndEndsWithTheNextClaim() {
    String next = OPEN.replace("u1", "u2").replace("attempt: 2", "attempt: 3");

    assertThat(formerOutcomes(OPEN, next)).containsExactly("Superseded");
    assertThat(formerOutcomes(OPEN + "outcome: Succeeded", next)).containsExactly("Succeeded");
    assertThat(formerOutcomes(CLOSED, next)).isEmpty();
    assertThat(formerOutcomes("attempt: 1, phase: Pending", next)).isEmpty();
    assertThat(between(next, next)).isEmpty();
  }

  private static List<String> formerOutcomes(String before, String after) {
    return between(before, after).stream()
        .filter(FormerEnded.class::isInstance)
        .map(change -> ((FormerEnded) change).end())
        .map(end -> end.status().rolloutUID.equals("u1") ? end.outcome() : "of another attempt")
        .toList();
  }

  @Test
  void theOverrideIsReleasedOnceAfterTheEnd() {
    String kept =
        CLOSED + "conditions: [{type: OverrideReleased, status: 'False', message: Kept.}]";
    String released =
        CLOSED + "conditions: [{type: OverrideReleased, status: 'True', message: 0 of 3.}]";

    assertThat(between(CLOSED, released)).hasSize(1).hasOnlyElementsOfType(OverrideReleased.class);
    assertThat(between(kept, released)).hasSize(1);
    assertThat(between(released, released)).isEmpty();
    assertThat(between(CLOSED, kept)).isEmpty();
    assertThat(between("rolloutUID: u0, outcome: Failed", released))
        .noneMatch(OverrideReleased.class::isInstance);
  }
}

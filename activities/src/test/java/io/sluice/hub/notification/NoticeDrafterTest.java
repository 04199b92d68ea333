package io.sluice.hub.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.change.StatusChanges;
import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks what people are told of each change, and of which they are not. */
class NoticeDrafterTest {
  private static final String OPEN = "rolloutUID: u1, attempt: 2, runOpen: true, progress: 1/3, ";
  private static final String CLOSED = OPEN.replace("true", "false");

  private static RolloutStatus status(String yaml) {
    return Serialization.unmarshal("---\n{" + yaml + "}", RolloutStatus.class);
  }

  private static List<String> told(String before, String after) {
    RolloutStatus present = status(after);
    return StatusChanges.between(status(before), present).stream()
        .flatMap(change -> change.match(new NoticeDrafter(present)).stream())
        .map(draft -> draft.kind().label() + ": " + draft.message())
        .toList();
  }

  private static String group(int toApply, String holds) {
    return OPEN
        + "decisionGroups: [{placement: p, groupName: prod, groupIndex: 0, counts: {clusters: 3, toApply: %d}, holds: [%s]}]"
            .formatted(toApply, holds);
  }

  @Test
  void theWordsOfAHoldAreTold() {
    assertThat(told(OPEN, group(3, "{kind: Approval, message: It is not approved.}")))
        .containsExactly(
            "waiting-for-approval: Group prod of placement p waits for approval, with 3 clusters to"
                + " start: it is not approved.");
    assertThat(
            told(
                group(3, "{kind: Order, message: x}"),
                group(
                    1, "{kind: Calendar, rule: n, message: 'Waiting for window n: opens 22:00.'}")))
        .containsExactly(
            "group-opened: Group prod of placement p starts: 3 clusters.",
            "window-missed: A calendar has closed group prod of placement p, and 1 cluster has not"
                + " started: waiting for window n: opens 22:00.");
  }

  @Test
  void aCheckIsToldWithItsMessage() {
    String failed = "checks: [{name: budget, group: prod, stage: before, failed: true%s}]";

    assertThat(told(OPEN, OPEN + failed.formatted("")))
        .containsExactly("check-failed: Check budget has failed before group prod.");
    assertThat(told(OPEN, OPEN + failed.formatted(", message: 5 errors")))
        .containsExactly("check-failed: Check budget has failed before group prod: 5 errors.");
  }

  @Test
  void aHaltIsToldOnce() {
    String halted = "phase: Halted, outcome: Failed, waitingFor: 3 failed > 2, ";

    assertThat(told(OPEN, OPEN + halted)).containsExactly("halted: 3 failed > 2.");
    assertThat(told(OPEN + halted, CLOSED + halted)).isEmpty();
    assertThat(told(OPEN + halted, CLOSED + halted.replace("Halted", "Done"))).isEmpty();
    assertThat(told(OPEN, CLOSED + halted)).containsExactly("halted: 3 failed > 2.");
    assertThat(told(OPEN, CLOSED + "phase: Done, outcome: Failed"))
        .containsExactly("halted: Attempt 2 has ended: Failed, with the version on 1/3 clusters.");
  }

  @Test
  void eachEndHasItsKind() {
    assertThat(ended("Succeeded"))
        .containsExactly(
            "succeeded: Attempt 2 has ended: Succeeded, with the version on 1/3 clusters.");
    assertThat(ended("Aborted"))
        .containsExactly(
            "aborted: Attempt 2 has ended: Aborted, with the version on 1/3 clusters.");
    assertThat(ended("Superseded"))
        .containsExactly(
            "superseded: Attempt 2 has ended: Superseded, with the version on 1/3 clusters.");
    assertThat(told(OPEN, OPEN + "outcome: Succeeded")).isEmpty();
  }

  private static List<String> ended(String outcome) {
    return told(OPEN, CLOSED + "outcome: " + outcome);
  }

  @Test
  void anAttemptThatAnotherOneCutOffIsSuperseded() {
    assertThat(told(OPEN, OPEN.replace("u1", "u2").replace("attempt: 2", "attempt: 3")))
        .containsExactly(
            "superseded: Attempt 2 has ended: Superseded, with the version on 1/3 clusters.");
  }

  @Test
  void clustersAreNamed() {
    String one =
        "{cluster: %s, reason: TimeOut, message: Within 10m it reported nothing., since:"
            + " '2026-11-20T10:00:00Z'}";

    assertThat(told(OPEN, OPEN + "exceptions: [" + one.formatted("c1") + "]"))
        .containsExactly(
            "straggler: Cluster c1 is listed as TimeOut: within 10m it reported nothing.");
    assertThat(
            told(
                CLOSED,
                CLOSED
                    + "exceptions: [%s, %s]"
                        .formatted(one.formatted("c1"), one.formatted("c2"))
                        .replace("TimeOut", "Regressed")))
        .containsExactly(
            "regressed: 2 clusters are not as the version wants them any more, after their soak was"
                + " over: c1, c2.");
  }

  @Test
  void theReleaseIsTold() {
    assertThat(
            told(
                CLOSED,
                CLOSED
                    + "conditions: [{type: OverrideReleased, status: 'True', message: '0 of 3"
                    + " enforced: all inform again.'}]"))
        .containsExactly("released: 0 of 3 enforced: all inform again.");
  }

  @Test
  void pausesAndApprovalsAreNoNews() {
    assertThat(told(OPEN, OPEN + "phase: Paused")).isEmpty();
    assertThat(told(OPEN, OPEN + "approvals: [{groupName: prod, approved: true, by: ann}]"))
        .isEmpty();
  }
}

package io.sluice.hub.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolloutEventsTest {
  private static final String ATTEMPT =
      "rolloutUID: u1, attempt: 2, currentRolloutGeneration: 7, runOpen: true, ";

  private final List<Occurrence> recorded = new ArrayList<>();
  private static final Instant NOW = Instant.parse("2026-11-20T10:30:00Z");

  private final RolloutEvents events =
      new RolloutEvents(EventRecorder.to(recorded::add, Clock.fixed(NOW, ZoneOffset.UTC)));

  private static GenericKubernetesResource rollout(String status) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies, uid: r, generation: 4}
        status: {%s}
        """
            .formatted(status),
        GenericKubernetesResource.class);
  }

  private static String group(String name, int clusters, int toApply) {
    return "{placement: p, groupName: %s, groupIndex: 0, counts: {clusters: %d, toApply: %d}}"
        .formatted(name, clusters, toApply);
  }

  private List<String> written(String before, String after) {
    recorded.clear();
    events.written(rollout(before), rollout(after));
    return recorded.stream()
        .map(
            event ->
                (event.warning() ? "Warning " : "Normal ") + event.reason() + " " + event.message())
        .toList();
  }

  private List<String> changed(String before, String after) {
    return written(ATTEMPT + before, ATTEMPT + after);
  }

  @Test
  void anAttemptAndItsGroupsStart() {
    assertThat(written("attempt: 1", ATTEMPT + "phase: Pending"))
        .containsExactly("Normal RolloutStarted Attempt 2 begins: generation 7.");
    assertThat(recorded.get(0).occasion()).contains("u1");
    assertThat(
            changed(
                "decisionGroups: [%s, %s]".formatted(group("dev", 2, 0), group("prod", 3, 3)),
                "decisionGroups: [%s, %s]".formatted(group("dev", 2, 0), group("prod", 3, 1))))
        .containsExactly("Normal GroupStarted Group prod of placement p starts: 3 clusters.");
    assertThat(changed("phase: Pending", "decisionGroups: [%s]".formatted(group("\"\"", 1, 0))))
        .containsExactly("Normal GroupStarted Group ungrouped-0 of placement p starts: 1 cluster.");
  }

  private List<String> times(String before, String after) {
    changed(before, after);
    return recorded.stream().map(event -> event.reason() + " " + event.at()).toList();
  }

  /** What is told late, since the worker or the hub was away, was when it was. */
  @Test
  void anEventHasTheTimeThatTheStatusKnows() {
    String times = "startedAt: '2026-11-20T10:00:00Z', waitingSince: '2026-11-20T10:05:00Z', ";

    written("attempt: 1", ATTEMPT + times + "phase: Pending");
    assertThat(recorded.get(0).at()).isEqualTo("2026-11-20T10:00:00Z");
    assertThat(times("phase: Progressing", times + "phase: Halted"))
        .containsExactly("RolloutHalted 2026-11-20T10:05:00Z");
    assertThat(times("phase: Progressing", times + "phase: Paused"))
        .containsExactly("RolloutPaused 2026-11-20T10:05:00Z");
    assertThat(times("phase: Paused", times + "phase: Progressing"))
        .containsExactly("RolloutResumed 2026-11-20T10:30:00Z");
    written(
        ATTEMPT + "phase: Progressing",
        ATTEMPT.replace("runOpen: true", "runOpen: false")
            + "outcome: Succeeded, endedAt: '2026-11-20T10:20:00Z'");
    assertThat(recorded)
        .extracting(event -> event.reason() + " " + event.at())
        .containsExactly("RolloutSucceeded 2026-11-20T10:20:00Z");
  }

  /** Whoever may write a status can write anything there. */
  @Test
  void aTimeThatIsNoneCountsAsNow() {
    String times = "waitingSince: 'yesterday', ";

    assertThat(times("phase: Progressing", times + "phase: Halted"))
        .containsExactly("RolloutHalted 2026-11-20T10:30:00Z");
  }

  @Test
  void anApprovalHasItsTimeOrTheBeginOfTheAttemptThatItWasGivenBefore() {
    String approved =
        "startedAt: '2026-11-20T10:00:00Z', approvals: [{groupName: prod, approved: true, how: Spec, by: anna, at: '%s'}]";

    assertThat(times("phase: Pending", approved.formatted("2026-11-20T10:10:00Z")))
        .containsExactly("GroupApproved 2026-11-20T10:10:00Z");
    assertThat(times("phase: Pending", approved.formatted("2026-11-01T08:00:00Z")))
        .containsExactly("GroupApproved 2026-11-20T10:00:00Z");
  }

  /** Each group that starts is told of by itself. */
  @Test
  void whatTheGateHoldsIsToldOnceInAnAttempt() {
    assertThat(changed("phase: Pending", "held: {clusters: 5, of: 5, generation: 6}"))
        .containsExactly(
            "Normal ClustersHeld The gate holds this version: 5 of 5 clusters keep generation 6,"
                + " enforced.");
    assertThat(changed("held: {clusters: 5, of: 5}", "held: {clusters: 3, of: 5}")).isEmpty();
    assertThat(changed("held: {clusters: 3, of: 5}", "phase: Progressing")).isEmpty();
  }

  private static String started(String name, int index) {
    return "{placement: p, groupName: %s, groupIndex: %d, counts: {clusters: 2, succeeded: 2}}"
        .formatted(name, index);
  }

  @Test
  void aGroupThatIsCutAnewDoesNotStartAgain() {
    String before = "decisionGroups: [%s, %s]".formatted(group("dev", 2, 2), started("prod", 1));
    assertThat(changed(before, "decisionGroups: [%s]".formatted(started("prod", 0)))).isEmpty();
    assertThat(
            changed(
                before,
                "decisionGroups: [%s, %s]".formatted(started("prod", 0), started("prod", 1))))
        .containsExactly("Normal GroupStarted Group prod of placement p starts: 2 clusters.");
  }

  @Test
  void anIgnoredClusterStartsNoGroup() {
    assertThat(
            changed(
                "decisionGroups: [%s]".formatted(group("dev", 2, 2)),
                "decisionGroups: [{placement: p, groupName: dev, groupIndex: 0, counts: {clusters: 2, toApply: 1, ignored: 1}}]"))
        .isEmpty();
  }

  @Test
  void approvalsNameTheirAuthor() {
    String byAnn = "{groupName: prod, approved: true, by: ann, how: Signal, comment: Looks good.}";
    String mandatory = "{groupName: dev, approved: true, by: strategy, how: Mandatory}";
    assertThat(
            changed(
                "approvals: [" + mandatory + "]",
                "approvals: [%s, %s]".formatted(mandatory, byAnn)))
        .containsExactly("Normal GroupApproved Group prod is approved by ann. Looks good.");
    assertThat(changed("approvals: []", "approvals: [" + mandatory + "]")).isEmpty();
    assertThat(changed("approvals: [" + byAnn + "]", "approvals: []"))
        .containsExactly("Normal ApprovalRevoked Group prod is no longer approved.");
    assertThat(changed("phase: Pending", "approvals: [{approved: true, by: kubectl, how: Spec}]"))
        .containsExactly(
            "Normal GroupApproved The clusters without a group are approved by kubectl.");
  }

  @Test
  void haltsPausesAndEndsAreRecordedOnce() {
    String halted = "phase: Halted, outcome: Failed, waitingFor: 3 failed > 2.";
    assertThat(changed("phase: Progressing", halted))
        .containsExactly("Warning RolloutHalted 3 failed > 2.");
    assertThat(changed(halted, halted)).isEmpty();
    assertThat(changed("phase: Progressing", "phase: Paused, waitingFor: Paused by ann."))
        .containsExactly("Normal RolloutPaused Paused by ann.");
    assertThat(changed("phase: Paused", "phase: Soaking, waitingFor: Soaking dev."))
        .containsExactly("Normal RolloutResumed Soaking dev.");
  }

  @Test
  void theEndHasItsOutcome() {
    String closed = ATTEMPT.replace("true", "false");
    assertThat(
            written(
                ATTEMPT + "phase: Soaking",
                closed + "phase: Done, outcome: Succeeded, progress: 2/2"))
        .containsExactly(
            "Normal RolloutSucceeded Attempt 2 has ended: Succeeded. 2/2 clusters have the"
                + " version.");
    assertThat(written(ATTEMPT + "phase: Halted", closed + "phase: Halted, outcome: Failed"))
        .containsExactly("Warning RolloutFailed Attempt 2 has ended: Failed.");
    assertThat(
            written(
                closed + "phase: Done, outcome: Failed", closed + "phase: Halted, outcome: Failed"))
        .isEmpty();
  }

  @Test
  void refusalsAreWarnings() {
    String refused =
        "conditions: [{type: Accepted, status: 'False', reason: BadDuration, message: Cannot.}]";
    assertThat(written("phase: Pending", refused)).containsExactly("Warning BadDuration Cannot.");
    assertThat(recorded.get(0).occasion()).contains("generation 4");
    assertThat(written(refused, refused)).isEmpty();
    assertThat(
            written(
                "phase: Done",
                "conditions: [{type: RetryAccepted, status: 'False', reason: Running, message:"
                    + " Runs.}]"))
        .containsExactly("Warning RetryRefused Runs.");
    assertThat(
            written(
                "phase: Done",
                "conditions: [{type: ApprovalsMatched, status: 'False', reason: UnknownGroup,"
                    + " message: Lists x.}]"))
        .containsExactly("Warning ApprovalUnmatched Lists x.");
    assertThat(
            written(
                "phase: Done",
                "conditions: [{type: Accepted, status: 'True', reason: Valid, message: Valid.}]"))
        .isEmpty();
  }
}

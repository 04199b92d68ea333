package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.GroupPlace;
import io.sluice.gate.HeldClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RolloutStatusMapperTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00.789Z");
  private static final AttemptRef ATTEMPT =
      new AttemptRef(
          new PolicyName("retail", "tls"),
          "u2",
          2,
          new PolicyVersion("uid", 7, "hash"),
          "strategy",
          false);
  private static final Counts COUNTS = new Counts(8, 1, 1, 1, 1, 1, 1, 1, 1);

  private static final Progress.InformCounts INFORM = new Progress.InformCounts(3, 12, 2);

  private static Progress progress(int groups, int exceptions, int approvals, String waitingFor) {
    return new Progress(
        Optional.of("Progressing"),
        Phase.SOAKING,
        Optional.empty(),
        waitingFor,
        NOW,
        Optional.empty(),
        Optional.of(NOW.plusSeconds(60)),
        Collections.nCopies(
            groups,
            new Progress.Group(new GroupKey("p", "g", 3), true, 1, COUNTS, Optional.of(INFORM))),
        COUNTS,
        4,
        2,
        Collections.nCopies(
            exceptions,
            new ClusterIssue(
                "c".repeat(63),
                "g".repeat(63),
                "TimeOut",
                ClusterIssue.IssueReason.TIME_OUT,
                NOW,
                "m".repeat(512),
                false)),
        5,
        Collections.nCopies(
            approvals,
            new Progress.Approval(
                Optional.of("g".repeat(63)),
                true,
                "b".repeat(63),
                Optional.of(NOW),
                "Signal",
                Optional.of("c".repeat(512)))),
        false);
  }

  private static Map<String, Object> published(Map<String, Object> former, Progress progress) {
    return RolloutStatusMapper.published(
        former, new StatusUpdate(ATTEMPT, progress, true, List.of(), Optional.empty()), 9);
  }

  @Test
  void aProgressIsWrittenUnderTheNamesOfTheSpecification() {
    Map<String, Object> status = published(Map.of(), progress(1, 1, 1, "Soaking."));
    assertThat(status)
        .containsEntry("rolloutUID", "u2")
        .containsEntry("currentRolloutGeneration", 7L)
        .containsEntry("attempt", 2L)
        .containsEntry("observedGeneration", 9L)
        .containsEntry("strategyHash", "strategy")
        .containsEntry("runOpen", true)
        .containsEntry("rolloutStatus", "Progressing")
        .containsEntry("phase", "Soaking")
        .containsEntry("waitingFor", "Soaking.")
        .containsEntry("startedAt", "2026-02-03T10:00:00Z")
        .containsEntry("nextCheckAt", "2026-02-03T10:01:00Z")
        .containsEntry("evidence", Map.of("confirmed", 4L, "weak", 2L))
        .containsEntry("exceptionsOmitted", 5L)
        .doesNotContainKeys("outcome", "endedAt", "decisionGroupsOmitted", "approvalsOmitted");
    RolloutStatus read = HubObjects.fromTree(status, RolloutStatus.class);
    assertThat(read.decisionGroups)
        .containsExactly(
            new RolloutStatus.Group(
                "p", "g", 3, null, true, 1, new Counts(8, 1, 1, 1, 1, 1, 1, 1, 1), INFORM));
    assertThat(read.exceptions.get(0).reason()).isEqualTo("TimeOut");
    assertThat(read.approvals.get(0).how()).isEqualTo("Signal");
  }

  @Test
  @SuppressWarnings("unchecked")
  void aGroupWithoutClustersThatInformFirstHasNoCountsOfThem() {
    Progress progress = progress(1, 0, 0, "x");
    List<Map<String, Object>> informing =
        (List<Map<String, Object>>) published(Map.of(), progress).get("decisionGroups");
    assertThat(informing.get(0))
        .containsEntry("inform", Map.of("comply", 3L, "wouldChange", 12L, "notReported", 2L));
    Progress.Group plain = new Progress.Group(new GroupKey("p", "g", 3), true, 1, COUNTS);
    List<Map<String, Object>> others =
        (List<Map<String, Object>>)
            published(Map.of(), with(progress, List.of(plain), List.of())).get("decisionGroups");
    assertThat(others.get(0)).doesNotContainKeys("inform", "place");
  }

  /** A mandatory index means the group that had it when the attempt began. */
  @Test
  void theStatusKeepsWhereAGroupStoodThatHasAnotherIndexNow() {
    GroupKey moved = GroupKey.at(GroupPlace.of(2), "p", "g", 3);
    Progress progress =
        with(
            progress(1, 0, 0, "x"), List.of(new Progress.Group(moved, true, 1, COUNTS)), List.of());
    Map<String, Object> status = published(Map.of(), progress);
    assertThat(HubObjects.fromTree(status, RolloutStatus.class).decisionGroups)
        .singleElement()
        .satisfies(group -> assertThat(group.groupIndex()).isEqualTo(3))
        .satisfies(group -> assertThat(group.place()).isEqualTo("2"))
        .satisfies(group -> assertThat(group.placed()).isEqualTo(moved));
    GenericKubernetesResource rollout = new GenericKubernetesResource();
    rollout.setAdditionalProperties(Map.of("status", status));
    assertThat(RolloutStatusParser.of(rollout).lastReported().groups()).contains(Map.of(moved, 8L));
  }

  @Test
  void behindTheGateTheStatusCountsWhatIsHeldAsLongAsSomethingIs() {
    assertThat(published(Map.of(), held(24)))
        .containsEntry("held", Map.of("clusters", 24L, "of", 30L, "generation", 4L));
    assertThat(published(published(Map.of(), held(24)), held(0))).doesNotContainKey("held");
  }

  private static Progress held(long clusters) {
    Progress progress = progress(1, 0, 0, "x");
    return new Progress(
        progress.rolloutStatus(),
        progress.phase(),
        progress.outcome(),
        progress.waitingFor(),
        progress.startedAt(),
        progress.endedAt(),
        progress.nextCheckAt(),
        progress.groups(),
        progress.counts(),
        progress.confirmed(),
        progress.weak(),
        progress.exceptions(),
        progress.exceptionsOmitted(),
        progress.approvals(),
        progress.paused(),
        progress.requests(),
        progress.next(),
        progress.refused(),
        Optional.of(new HeldClusters(clusters, 30, Optional.of(4L))),
        false,
        Optional.empty(),
        List.of());
  }

  /** It must be the same for all: after an attempt that did not end well it is not. */
  @Test
  void clustersKeepTheVersionBeforeIfItsLastAttemptSucceeded() {
    assertThat(kept(7, "Failed", List.of(former(6, "Succeeded")))).contains(6L);
    assertThat(kept(8, "Succeeded", List.of(former(6, "Succeeded")))).contains(7L);
    assertThat(kept(8, "Failed", List.of(former(6, "Succeeded")))).isEmpty();
    assertThat(kept(7, "Aborted", List.of(former(7, "Failed"), former(6, "Succeeded"))))
        .contains(6L);
    assertThat(kept(7, "Succeeded", List.of())).isEmpty();
  }

  /** Of a policy whose attempt of generation 7 has ended so. */
  private static Optional<Long> kept(
      long generation, String outcome, List<Map<String, Object>> former) {
    GenericKubernetesResource rollout = new GenericKubernetesResource();
    rollout.setAdditionalProperties(
        Map.of(
            "status",
            Map.of("currentRolloutGeneration", 7, "outcome", outcome, "history", former)));
    return RolloutStatusParser.of(rollout).kept(generation).generation();
  }

  private static Map<String, Object> former(long generation, String outcome) {
    return Map.of("rolloutUID", "u1", "generation", generation, "outcome", outcome);
  }

  private static Progress with(
      Progress progress, List<Progress.Group> groups, List<Progress.Approval> approvals) {
    return new Progress(
        progress.rolloutStatus(),
        progress.phase(),
        progress.outcome(),
        progress.waitingFor(),
        progress.startedAt(),
        progress.endedAt(),
        progress.nextCheckAt(),
        groups,
        progress.counts(),
        progress.confirmed(),
        progress.weak(),
        progress.exceptions(),
        progress.exceptionsOmitted(),
        approvals,
        progress.paused());
  }

  @Test
  void whatOthersWroteStaysAndWhatIsOverGoes() {
    Map<String, Object> former = new HashMap<>();
    former.put("activation", Map.of("pending", 1));
    former.put("lastSuccessfulRevision", "tls-12345678");
    former.put("outcome", "Failed");
    Map<String, Object> status = published(former, progress(1, 0, 0, "x"));
    assertThat(status)
        .containsEntry("activation", Map.of("pending", 1))
        .containsEntry("lastSuccessfulRevision", "tls-12345678")
        .doesNotContainKey("outcome");
    assertThat(former).containsEntry("outcome", "Failed");
  }

  @Test
  void theReasonOfTheLastDecisionStaysUntilTheNextOneOrTheNextAttempt() {
    Progress progress = progress(1, 0, 0, "x");
    Map<String, Object> decided =
        RolloutStatusMapper.published(
            Map.of(),
            new StatusUpdate(ATTEMPT, progress, true, List.of(), Optional.of("2 may start")),
            9);
    assertThat(decided).containsEntry("reason", "2 may start");
    assertThat(published(decided, progress)).containsEntry("reason", "2 may start");
    assertThat(RolloutStatusMapper.claimed(decided, ATTEMPT, Optional.empty(), 9, NOW))
        .doesNotContainKey("reason");
  }

  @Test
  void aFormerAttemptKeepsWhoGotAVersionBeforeItsTurn() {
    List<Map<String, Object>> exceptions =
        IntStream.range(0, 23)
            .mapToObj(
                i ->
                    Map.<String, Object>of(
                        "cluster",
                        "c%02d".formatted(i),
                        "reason",
                        i < 22 ? "UnstagedChange" : "Failed"))
            .toList();
    Map<String, Object> claimed =
        RolloutStatusMapper.claimed(
            Map.of("rolloutUID", "u0", "exceptions", exceptions),
            ATTEMPT,
            Optional.empty(),
            9,
            NOW);
    Map<String, Object> former = JsonTree.maps(claimed, "history").get(0);
    assertThat((List<?>) former.get("unstagedChanges")).hasSize(20).first().isEqualTo("c00");
    assertThat(former).containsEntry("unstagedChangesOmitted", 2L);
    assertThat(claimed).doesNotContainKey("exceptions");
  }

  @Test
  void aStatusStaysBelowItsSizeAndCountsWhatIsCut() {
    Map<String, Object> status = published(Map.of(), progress(250, 100, 130, "w".repeat(5000)));
    assertThat(HubObjects.size(status)).isLessThan(256 * 1024);
    assertThat(status)
        .containsEntry("decisionGroupsOmitted", 50L)
        .containsEntry("approvalsOmitted", 30L);
    assertThat((String) status.get("waitingFor")).hasSize(512);
  }

  @Test
  void aClaimBeginsAnewAndKeepsTheNewestTenFormerAttempts() {
    Map<String, Object> status = Map.of("attempt", 1L);
    for (int i = 1; i <= 12; i++) {
      AttemptRef attempt =
          new AttemptRef(ATTEMPT.policy(), "u" + i, i, ATTEMPT.version(), "strategy", false);
      status = RolloutStatusMapper.claimed(status, attempt, Optional.of("7"), 9, NOW);
    }
    RolloutStatus read = HubObjects.fromTree(status, RolloutStatus.class);
    assertThat(read.history)
        .extracting(RolloutStatus.Former::rolloutUID)
        .containsExactly("u11", "u10", "u9", "u8", "u7", "u6", "u5", "u4", "u3", "u2");
    assertThat(read.history.get(0).outcome()).isEqualTo(Outcome.SUPERSEDED.label());
    assertThat(read.policyVersion).isEqualTo("7");
    assertThat(read.waitingFor).isNotEmpty();
  }

  @Test
  void aConditionKeepsItsTimeUntilItsStatusTurns() {
    RolloutStatusTree tree = RolloutStatusTree.of(Map.of());
    tree.condition("Accepted", true, "Valid", "a", 1, NOW);
    tree.condition("Accepted", true, "Valid", "b", 2, NOW.plusSeconds(60));
    assertThat(tree.condition("Accepted").orElseThrow().getLastTransitionTime())
        .isEqualTo("2026-02-03T10:00:00Z");
    assertThat(tree.condition("Accepted").orElseThrow().getMessage()).isEqualTo("b");
    tree.condition("Accepted", false, "BadNumber", "c", 2, NOW.plusSeconds(120));
    assertThat(tree.condition("Accepted").orElseThrow().getLastTransitionTime())
        .isEqualTo("2026-02-03T10:02:00Z");
  }

  @Test
  void anApprovalInTheSpecKeepsItsTimeWhenItsManagerWritesAgain() {
    Instant first = NOW.truncatedTo(ChronoUnit.SECONDS);
    Map<String, Object> former = published(Map.of(), approved("sluice:ann", first));
    assertThat(at(former)).isEqualTo(first.toString());

    assertThat(at(published(former, approved("sluice:ann", first.plusSeconds(60)))))
        .isEqualTo(first.toString());
    assertThat(at(published(former, approved("sluice:bob", first.plusSeconds(60)))))
        .isEqualTo(first.plusSeconds(60).toString());
    assertThat(at(published(former, approved("sluice:ann", first.minusSeconds(60)))))
        .isEqualTo(first.minusSeconds(60).toString());
    Map<String, Object> ofAnother = new HashMap<>(former);
    ofAnother.put("rolloutUID", "another");
    assertThat(at(published(ofAnother, approved("sluice:ann", first.plusSeconds(60)))))
        .isEqualTo(first.plusSeconds(60).toString());
  }

  private static String at(Map<String, Object> status) {
    return JsonTree.maps(status, "approvals").get(0).get("at").toString();
  }

  private static Progress approved(String by, Instant at) {
    Progress progress = progress(1, 0, 0, "x");
    Progress.Approval approval =
        new Progress.Approval(
            Optional.of("dev"), true, by, Optional.of(at), "Spec", Optional.empty());
    return with(progress, progress.groups(), List.of(approval));
  }
}

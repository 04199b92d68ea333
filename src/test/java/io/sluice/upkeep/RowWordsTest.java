package io.sluice.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Evidence;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds the words read from the hub against rollout-strategy 1.2, 3.2 and 3.7. */
class RowWordsTest {
  private static final Instant AT = Instant.parse("2026-01-01T10:00:00Z");
  private static final String NOW = "content-2";
  private static final String BEFORE = "content-1";

  private static Replica replica(String content, String uid, Dispatch.As as, Compliance verdict) {
    TemplateReport report =
        new TemplateReport(
            "t",
            Optional.ofNullable(verdict),
            List.of(new TemplateReport.Entry("t.1", AT.plusSeconds(1))));
    return new Replica(
        new PolicyName("policies", "web"),
        "c1",
        "1",
        content,
        Optional.of(new Dispatch(uid, 1, 2, as, AT, AT, Map.of())),
        Optional.ofNullable(verdict),
        List.of(new TemplateRef("ConfigurationPolicy", "t")),
        verdict == null ? List.of() : List.of(report));
  }

  private static ClusterStatus word(
      Map<String, ClusterStatus> listed, boolean succeeded, List<Replica> replicas) {
    Evidence evidence = new Evidence(Evidence.DEFAULT_SKEW);
    return new RowWords("u1", listed, succeeded, NOW, evidence)
        .of(List.of("c1"), replicas)
        .get("c1");
  }

  private static ClusterStatus running(Replica replica) {
    return word(Map.of(), false, List.of(replica));
  }

  private static ClusterStatus ended(Replica replica) {
    return word(Map.of(), true, List.of(replica));
  }

  @Test
  void withoutAReplicaItIsToApply() {
    assertThat(word(Map.of(), false, List.of())).isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void withTheFormerContentItIsToApply() {
    assertThat(running(replica(BEFORE, "u0", Dispatch.As.DISPATCHED, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void dispatchedAndSilentItIsProgressing() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED, null)))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void dispatchedAndBadItIsProgressing() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED, Compliance.NON_COMPLIANT)))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void dispatchedAndCompliantItSucceeded() {
    assertThat(running(replica(NOW, "u1", Dispatch.As.DISPATCHED, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.SUCCEEDED);
  }

  @Test
  void dispatchedAndCompliantWithOtherContentItIsProgressing() {
    assertThat(running(replica(BEFORE, "u1", Dispatch.As.DISPATCHED, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.PROGRESSING);
  }

  @Test
  void theDispatchOfAFormerAttemptIsToApplyWhileThisOneRuns() {
    assertThat(running(replica(NOW, "u0", Dispatch.As.DISPATCHED, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void whatTheRolloutListsIsSo() {
    Replica good = replica(NOW, "u1", Dispatch.As.DISPATCHED, Compliance.COMPLIANT);
    assertThat(word(Map.of("c1", ClusterStatus.TIME_OUT), true, List.of(good)))
        .isEqualTo(ClusterStatus.TIME_OUT);
  }

  @Test
  void afterASuccessWhoCarriesTheContentSucceeded() {
    assertThat(ended(replica(NOW, "u1", Dispatch.As.DISPATCHED, Compliance.NON_COMPLIANT)))
        .isEqualTo(ClusterStatus.SUCCEEDED);
  }

  @Test
  void aNewcomerAfterTheEndIsNew() {
    assertThat(ended(replica(NOW, "u1", Dispatch.As.NEWCOMER, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.NEW_CLUSTER);
  }

  @Test
  void aNewcomerOfAFormerAttemptIsAnOrdinaryMemberOfTheNext() {
    Replica former = replica(NOW, "u0", Dispatch.As.NEWCOMER, Compliance.COMPLIANT);
    assertThat(running(former)).isEqualTo(ClusterStatus.TO_APPLY);
    assertThat(ended(former)).isEqualTo(ClusterStatus.SUCCEEDED);
  }

  @Test
  void aNewcomerThatHoldsTheLastSuccessfulVersionAwaitsItsTurn() {
    assertThat(running(replica(BEFORE, "u1", Dispatch.As.NEWCOMER, Compliance.COMPLIANT)))
        .isEqualTo(ClusterStatus.TO_APPLY);
  }

  @Test
  void everyClusterHasAWordByName() {
    RowWords words = new RowWords("u1", Map.of(), false, NOW, new Evidence(Evidence.DEFAULT_SKEW));
    assertThat(words.of(List.of("b", "a"), List.of()).keySet()).containsExactly("a", "b");
  }
}

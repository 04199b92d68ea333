package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.ManualSpoke.STEADILY;
import static io.sluice.simulator.spoke.PolicySpecs.configuration;
import static io.sluice.simulator.spoke.PolicySpecs.details;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static io.sluice.simulator.spoke.PolicySpecs.template;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.ManualSpoke.Write;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpokeSyncTest {
  private static final String CIS = "policies.cis";

  private final ManualSpoke spoke = new ManualSpoke(STEADILY);

  private SpokeReplica copied() {
    return spoke.model.copy(CIS).flatMap(SyncedPolicy::copied).orElseThrow();
  }

  @Test
  void aNewReplicaIsListedUnjudgedAndThenJudged() {
    spoke.write(CIS, enforced("1")).millis(1000);

    assertThat(spoke.writes).extracting(Write::millis).containsExactly(110L, 160L);
    assertThat(spoke.writes.get(0).status())
        .isEqualTo(Map.of("details", List.of(Map.of("templateMeta", Map.of("name", "pod")))));
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    Map<String, Object> entry = PolicySpecs.history(spoke.status(CIS), 0).get(0);
    assertThat(entry.get("lastTimestamp")).isEqualTo("2026-03-01T12:00:00Z");
    assertThat((String) entry.get("eventName")).matches("policies\\.cis\\.[0-9a-f]{16}");
  }

  @Test
  void theCopyFollowsAfterTheSyncDelayWithItsFirstLabels() {
    spoke.write(CIS, Map.of("l", "1"), Map.of("a", "1"), enforced("1")).millis(1000);
    spoke.write(CIS, Map.of("l", "2"), Map.of("a", "2"), enforced("2")).millis(99);
    assertThat(copied().annotations()).containsEntry("a", "1");

    spoke.millis(1);
    assertThat(copied().annotations()).containsEntry("a", "2");
    assertThat(copied().spec()).isEqualTo(enforced("2"));
    assertThat(copied().labels()).containsEntry("l", "1");
  }

  @Test
  void changedLabelsAloneDoNothing() {
    spoke.write(CIS, Map.of("l", "1"), Map.of(), enforced("1")).millis(1000);
    spoke.write(CIS, Map.of("l", "2"), Map.of(), enforced("1")).millis(10_000);

    assertThat(spoke.writes).hasSize(2);
  }

  @Test
  void nothingIsWrittenWhileTheCopyLags() {
    spoke.write(CIS, enforced("1")).millis(10_000);
    spoke.writeStatus(CIS, Map.of()).write(CIS, enforced("2")).millis(99);
    assertThat(spoke.writes).hasSize(2);
    assertThat(spoke.status(CIS)).isEmpty();

    spoke.millis(1);
    assertThat(spoke.compliant(CIS)).as("the former verdict").isEqualTo("Compliant");
  }

  @Test
  void theFormerStatusStandsUntilTheNewContentIsJudged() {
    spoke.write(CIS, enforced("1")).millis(10_000);
    List<String> before = spoke.names(CIS, 0);
    spoke.write(CIS, enforced("2")).millis(159);
    assertThat(spoke.names(CIS, 0)).isEqualTo(before);

    spoke.millis(1);
    assertThat(spoke.names(CIS, 0)).hasSize(2).endsWith(before.get(0));
  }

  @Test
  void whatOthersChangeInKnownFieldsIsPutBack() {
    spoke.write(CIS, enforced("1")).millis(1000);
    Map<String, Object> own = spoke.status(CIS);
    spoke.writeStatus(CIS, PolicySpecs.with(own, "compliant", "NonCompliant")).millis(10);

    assertThat(spoke.status(CIS)).isEqualTo(own);
  }

  @Test
  void anUnknownFieldLastsUntilTheNextRealReport() {
    spoke.write(CIS, enforced("1")).millis(10_000);
    Map<String, Object> foreign = PolicySpecs.with(spoke.status(CIS), "rolloutStatus", "Soaking");
    spoke.writeStatus(CIS, foreign).millis(60_000);
    assertThat(spoke.status(CIS)).isEqualTo(foreign);

    spoke.write(CIS, enforced("2")).millis(1000);
    assertThat(spoke.status(CIS)).doesNotContainKey("rolloutStatus");
  }

  @Test
  void deletionForgetsCopyAndHistoryAndRecordsWhatIsPruned() {
    Map<String, Object> pruning =
        template(
            "policy.open-cluster-management.io/v1",
            "ConfigurationPolicy",
            "pod",
            Map.of("pruneObjectBehavior", "DeleteAll"));
    spoke.write(CIS, enforced(pruning, configuration("kept", "1"))).millis(1000);
    spoke.delete(CIS).millis(1000);
    assertThat(spoke.model.copy(CIS)).isEmpty();
    assertThat(spoke.model.prunings())
        .containsExactly(
            new SpokeTemplate.Pruning(CIS, "pod", "DeleteAll", ManualSpoke.START.plusMillis(1100)));

    spoke.write(CIS, enforced(pruning)).millis(1000);
    assertThat(spoke.names(CIS, 0)).hasSize(1);
  }

  @Test
  void aReplicaRecreatedUnnoticedGetsTheOldHistoryBack() {
    spoke.write(CIS, enforced("1")).millis(1000);
    List<String> before = spoke.names(CIS, 0);
    spoke.delete(CIS).millis(50).write(CIS, enforced("1")).millis(60);

    assertThat(spoke.names(CIS, 0)).isEqualTo(before);
  }

  @Test
  void detailsFollowTheOrderOfTheTemplates() {
    spoke.write(CIS, enforced(configuration("b", "1"), configuration("a", "1"))).millis(1000);
    assertThat(details(spoke.status(CIS)))
        .extracting(detail -> detail.get("templateMeta"))
        .containsExactly(Map.of("name", "b"), Map.of("name", "a"));
  }

  @Test
  void theHubsOwnClusterCopiesNothingAndHoldsItsClusterScopedPolicies() {
    ManualSpoke local = new ManualSpoke(STEADILY.localCluster());
    local
        .write(CIS, enforced(template("constraints.gatekeeper.sh/v1", "Limits", "limit", Map.of())))
        .millis(60);
    assertThat(local.compliant(CIS)).isEqualTo("Compliant");
    assertThat(local.model.finalizers())
        .extracting(SpokeReplica.Finalizers::finalizers)
        .containsExactly(List.of(SpokeReplica.Finalizers.CLEANUP));
  }
}

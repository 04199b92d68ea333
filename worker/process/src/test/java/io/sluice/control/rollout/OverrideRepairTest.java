package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Repairs an override that people or clusters changed, and withdraws clusters one by one. */
class OverrideRepairTest {
  private final OverrideHub overrides = new OverrideHub().bound("c1", "c2");

  @AfterEach
  void close() {
    overrides.close();
  }

  private void standing(String... clusters) {
    overrides.reconcile(true, Map.of());
    overrides.list(clusters);
    overrides.hub.forgetRequests();
  }

  @Test
  void aClusterThatLeftIsTakenOffItsPageWhenItsReplicaIsGone() {
    standing("c1", "c2", "c9");
    overrides.reconcile(true, OverrideHub.replica("c9", "enforce"));
    assertThat(overrides.written()).isEmpty();

    overrides.reconcile(true, Map.of());
    assertThat(overrides.written()).containsExactly("update placementdecisions/status");
    assertThat(overrides.listed()).containsExactly("c1", "c2");
  }

  @Test
  void whatAPersonEditedIsWrittenAgainAndNothingElse() {
    standing("c1");
    overrides
        .at(Kinds.PLACEMENT, "sluice-web")
        .edit(
            placement -> {
              placement.getMetadata().setAnnotations(Map.of("team", "blue"));
              placement.setAdditionalProperty(
                  "spec", Map.of("numberOfClusters", 3, "clusterSets", List.of("a")));
              return placement;
            });
    overrides
        .at(Kinds.PLACEMENT_BINDING, "sluice-web")
        .edit(
            binding -> {
              binding.getAdditionalProperties().remove("subFilter");
              return binding;
            });
    overrides.hub.forgetRequests();

    overrides.reconcile(true, Map.of());
    assertThat(overrides.written())
        .containsExactly("update placements", "update placementbindings");
    GenericKubernetesResource placement = overrides.at(Kinds.PLACEMENT, "sluice-web").get();
    assertThat(placement.getMetadata().getAnnotations())
        .containsEntry("cluster.open-cluster-management.io/experimental-scheduling-disable", "true")
        .containsEntry("team", "blue");
    assertThat(HubObjects.part(placement, "spec"))
        .containsEntry("numberOfClusters", 0)
        .containsEntry("clusterSets", List.of("a"));
    assertThat(
            overrides
                .at(Kinds.PLACEMENT_BINDING, "sluice-web")
                .get()
                .getAdditionalProperties()
                .get("subFilter"))
        .isEqualTo("restricted");
    assertThat(overrides.listed()).containsExactly("c1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "sluice.io/override: policies.web, "})
  void decisionsOfOthersThatSelectThroughThePlacementAreDeleted(String labels) {
    standing("c1");
    overrides.create(
        Kinds.PLACEMENT_DECISION,
        OverrideHub.page("by-hand", labels, "sluice-web")
            + "status: {decisions: [{clusterName: c2, reason: ''}]}\n");
    overrides.reconcile(true, Map.of());
    assertThat(overrides.at(Kinds.PLACEMENT_DECISION, "by-hand").get()).isNull();
    assertThat(overrides.listed()).containsExactly("c1");
  }

  @Test
  void aPageThatLostItsLabelGoesAsItEnforcesNothingAnyMore() {
    standing("c1");
    overrides
        .at(Kinds.PLACEMENT_DECISION, "sluice-web-decision-1")
        .edit(
            page -> {
              page.getMetadata().setLabels(Map.of("sluice.io/override", "policies.web"));
              return page;
            });
    overrides.reconcile(true, Map.of());
    assertThat(overrides.at(Kinds.PLACEMENT_DECISION, "sluice-web-decision-1").get()).isNull();
  }

  @Test
  void anEditWhileARunIsOpenIsNotedAndListedWhenTheRunHasClosed() {
    standing("c1", "c2");
    overrides.status("runOpen", true);
    overrides.editPolicy();
    overrides.reconcile(false, Map.of());
    assertThat(overrides.listed()).isEmpty();
    assertThat(overrides.exceptions()).isEmpty();

    overrides.status("runOpen", null);
    overrides.reconcile(true, Map.of());
    assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange", "c2 UnstagedChange");
    assertThat(overrides.at(Kinds.ROLLOUT, "policy-web").get().getMetadata().getAnnotations())
        .isNullOrEmpty();
  }

  @Test
  void anEditIsWithdrawnBeforeAnythingElseAndOnlyOnce() {
    standing("c1");
    overrides.editPolicy();
    overrides.hub.forgetRequests();
    OverrideReconciler reconciler =
        overrides.reconciler(policy -> Optional.empty(), Clock.systemUTC());
    reconciler.withdrawEdited(overrides.context());
    reconciler.withdrawEdited(overrides.context());
    assertThat(overrides.written())
        .containsExactly("update rollouts", "update placementdecisions/status");
  }

  @Test
  void theBindingStaysWhileTheHubShowsAReplicaThatEnforces() {
    standing("c1");
    overrides
        .client
        .resource(new NamespaceBuilder().withNewMetadata().withName("c1").endMetadata().build())
        .create();
    GenericKubernetesResource replica = OverrideHub.replicaObject("c1", "enforce");
    replica.getMetadata().setResourceVersion(null);
    overrides.client.genericKubernetesResources(Kinds.POLICY).resource(replica).create();
    overrides.deleteRollout();
    overrides.hub.forgetRequests();

    // The cache is behind: it shows the replica as it was before it was listed.
    OverrideResult result = overrides.reconcile(false, OverrideHub.replica("c1", "inform"));
    assertThat(overrides.written()).containsExactly("update placementdecisions/status");
    assertThat(result.waitingFor().orElseThrow()).contains("c1");
  }

  @Test
  void aCleanUpThatIsStuckIsReportedAlsoIfTheRunOfTheDeletedRolloutStaysOpen() {
    standing("c1");
    overrides.status("runOpen", true);
    overrides.deleteRollout();
    Instant start = Instant.parse("2026-02-03T09:00:00Z");
    Instant[] now = {start};
    Clock clock =
        new Clock() {
          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now[0];
          }
        };
    OverrideReconciler reconciler = overrides.reconciler(policy -> Optional.empty(), clock);
    Map<String, io.sluice.hub.client.CachedReplica> enforcing =
        OverrideHub.replica("c1", "enforce");
    reconciler.reconcile(overrides.context(), enforcing, false);
    now[0] = start.plus(Duration.ofMinutes(9));
    reconciler.reconcile(overrides.context(), enforcing, false);
    assertThat(JsonTree.maps(overrides.status(), "conditions")).isEmpty();

    now[0] = start.plus(Duration.ofMinutes(10));
    reconciler.reconcile(overrides.context(), enforcing, false);
    assertThat(JsonTree.maps(overrides.status(), "conditions"))
        .singleElement()
        .satisfies(
            condition ->
                assertThat(condition)
                    .containsEntry("type", "CleanupStuck")
                    .containsEntry("status", "True")
                    .satisfies(
                        stuck -> assertThat(stuck.get("message").toString()).contains(": c1.")));

    reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "inform"), false);
    assertThat(overrides.at(Kinds.ROLLOUT, "policy-web").get()).isNull();
  }

  private Optional<Ledger> ledger(PolicyName policy) {
    return Optional.of(
        new Ledger(
            new AttemptRef(
                policy, "u1", 1, new io.sluice.policy.PolicyVersion("p", 1, "h"), "s", false),
            List.of(
                new Ledger.Row("c1", "Succeeded", true),
                new Ledger.Row("c2", "Succeeded", false),
                new Ledger.Row("c3", "TimeOut", true))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PerCluster", "PerCluster Halted", "WhenDone"})
  void perClusterEachGoesAfterItsSoakUnlessTheRolloutIsHalted(String scenario) {
    standing("c1", "c2");
    String release = scenario.split(" ")[0];
    overrides
        .at(Kinds.ROLLOUT, "policy-web")
        .edit(
            rollout -> {
              Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(rollout, "spec"));
              spec.put("overrideRelease", release);
              rollout.setAdditionalProperty("spec", spec);
              return rollout;
            });
    overrides.status("rolloutUID", "u1");
    overrides.status("runOpen", true);
    if (scenario.endsWith("Halted")) {
      overrides.status("outcome", "Failed");
    }
    SoakedClusters soaked = new SoakedClusters(this::ledger);
    assertThat(soaked.refresh(overrides.context())).isEqualTo(release.equals("PerCluster"));
    assertThat(soaked.refresh(overrides.context())).isFalse();
    overrides.reconciler(soaked, Clock.systemUTC()).reconcile(overrides.context(), Map.of(), false);
    assertThat(overrides.listed())
        .isEqualTo(scenario.equals("PerCluster") ? List.of("c2") : List.of("c1", "c2"));
  }
}

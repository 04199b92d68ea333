package io.sluice.control.beside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.rollout.OverrideHub;
import io.sluice.control.rollout.OverrideResult;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creates and removes an override, with a crash after each of its writes. */
class OverrideReconcilerTest {
  private static final List<String> CREATION =
      List.of("update rollouts", "create placements", "create placementbindings");
  private static final List<String> REMOVAL =
      List.of(
          "update placementdecisions/status",
          "delete placementbindings",
          "delete placements",
          "update rollouts");

  private static final Map<String, String> KINDS =
      Map.of(
          "placements", "Placement",
          "placementbindings", "PlacementBinding",
          "rollouts", "Rollout");

  private final OverrideHub overrides = new OverrideHub();
  private final EmbeddedHub hub = overrides.hub;
  private final KubernetesClient client = overrides.client;

  @AfterEach
  void close() {
    overrides.close();
  }

  /** Reconciles once, as a process does that has just started. */
  private OverrideResult reconcile(boolean due, Map<String, CachedReplica> replicas) {
    return overrides.reconcile(due, replicas);
  }

  private List<String> written() {
    return overrides.written();
  }

  private void list(String cluster) {
    overrides.list(cluster);
  }

  private static Map<String, CachedReplica> replica(String action) {
    return OverrideHub.replica("c1", action);
  }

  private void standing() {
    reconcile(true, Map.of());
    list("c1");
    overrides.deleteRollout();
    hub.forgetRequests();
  }

  /** Refuses this write until the fault is removed: the process ends before it. */
  private Faults.Injected crashBefore(String write) {
    String[] parts = write.split(" ");
    return hub.faults()
        .inject(
            RequestMatcher.anything().verb(parts[0]).kind(KINDS.get(parts[1])), Fault.error(403));
  }

  @Test
  void itIsCreatedInItsOrderAndThenNothingMoreIsWritten() {
    hub.forgetRequests();
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEqualTo(CREATION);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aCrashDuringCreationIsMadeUpFor(int after) {
    hub.forgetRequests();
    Faults.Injected crash = crashBefore(CREATION.get(after));
    assertThatThrownBy(() -> reconcile(true, Map.of())).isInstanceOf(HubException.class);
    assertThat(written()).isEqualTo(CREATION.subList(0, after));
    crash.remove();
    assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEqualTo(CREATION);
  }

  @Test
  void nothingIsCreatedUntilAnAttemptIsDue() {
    hub.forgetRequests();
    assertThat(reconcile(false, Map.of())).isEqualTo(OverrideResult.SETTLED);
    assertThat(written()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aCrashDuringCleanUpIsMadeUpFor(int after) {
    standing();
    Faults.Injected crash = crashBefore(REMOVAL.get(after));
    assertThatThrownBy(() -> reconcile(false, replica("inform"))).isInstanceOf(HubException.class);
    assertThat(written()).isEqualTo(REMOVAL.subList(0, after));
    crash.remove();
    reconcile(false, replica("inform"));
    assertThat(written()).isEqualTo(REMOVAL);
    assertThat(
            client
                .genericKubernetesResources(Kinds.ROLLOUT)
                .inNamespace("policies")
                .withName("policy-web")
                .get())
        .isNull();
  }

  @Test
  void theBindingStaysWhileAReplicaStillEnforces() {
    standing();
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      reconcile(false, replica("enforce")).waitingFor().ifPresent(waiting::add);
    }
    assertThat(written()).isEqualTo(REMOVAL.subList(0, 1));
    assertThat(waiting)
        .containsOnly("Waiting for OCM's propagator to turn 1 cluster back to inform: c1.");
    reconcile(false, replica("inform"));
    assertThat(written()).isEqualTo(REMOVAL);
  }

  private void relabel(ResourceDefinitionContext kind, String name, Map<String, String> labels) {
    overrides
        .at(kind, name)
        .edit(
            object -> {
              Map<String, String> changed = new LinkedHashMap<>(object.getMetadata().getLabels());
              changed.putAll(labels);
              changed.values().removeIf(String::isEmpty);
              object.getMetadata().setLabels(changed);
              return object;
            });
    hub.forgetRequests();
  }

  /** Without it the objects would be strangers of that name: nothing begins, and nothing goes. */
  @Test
  void theLabelIsPutBackThatSomebodyTookOff() {
    reconcile(true, Map.of());
    for (ResourceDefinitionContext kind : List.of(Kinds.PLACEMENT, Kinds.PLACEMENT_BINDING)) {
      relabel(kind, "sluice-web", Map.of("sluice.io/override", ""));

      assertThat(reconcile(true, Map.of())).isEqualTo(OverrideResult.SETTLED);

      assertThat(written()).containsExactly("update " + kind.getPlural());
      assertThat(overrides.at(kind, "sluice-web").get().getMetadata().getLabels())
          .containsEntry("sluice.io/override", "policies.web");
    }
  }

  @Test
  void whatSomebodyTookTheLabelOffGoesWithTheRollout() {
    standing();
    relabel(Kinds.PLACEMENT, "sluice-web", Map.of("sluice.io/override", ""));
    relabel(Kinds.PLACEMENT_BINDING, "sluice-web", Map.of("sluice.io/override", ""));

    reconcile(false, replica("inform"));

    assertThat(written()).isEqualTo(REMOVAL);
  }

  /** Its clusters are on no page then, so that the run lists them again. */
  @ParameterizedTest
  @CsvSource({"'', sluice-web", "policies.web, other", "'', other", "policies.other, sluice-web"})
  void aPageWhoseLabelsSomebodyChangedIsDeleted(String override, String placement) {
    reconcile(true, Map.of());
    list("c1");
    relabel(
        Kinds.PLACEMENT_DECISION,
        "sluice-web-decision-1",
        Map.of(
            "sluice.io/override",
            override,
            "cluster.open-cluster-management.io/placement",
            placement));

    assertThat(reconcile(true, replica("enforce")).waitingFor()).isPresent();

    assertThat(written()).containsExactly("delete placementdecisions");
  }

  @Test
  void anEditEmptiesThePagesAndListsTheirClusters() {
    reconcile(true, Map.of());
    list("c1");
    overrides.editPolicy();
    hub.forgetRequests();
    OverrideResult result = reconcile(true, replica("enforce"));
    assertThat(written()).containsExactly("update rollouts", REMOVAL.get(0));
    assertThat(result.waitingFor()).isPresent();
    assertThat(overrides.exceptions()).as("it enforces what it had, or the edit").isEmpty();

    hub.forgetRequests();
    reconcile(true, replica("inform"));
    assertThat(written()).containsExactly("update rollouts/status", "update rollouts");
    assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange");
  }
}

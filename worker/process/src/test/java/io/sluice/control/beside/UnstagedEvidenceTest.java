package io.sluice.control.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.rollout.EnforcedReplicas;
import io.sluice.control.rollout.OverrideHub;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Edits a policy that is enforced on c1, before and after OCM's propagator has brought the edit.
 */
class UnstagedEvidenceTest {
  private final OverrideHub overrides = new OverrideHub();
  private final EnforcedReplicas enforced = new EnforcedReplicas();
  private final OverrideReconciler reconciler =
      overrides.reconciler(
          new SoakedClusters(policy -> Optional.empty()), enforced, Clock.systemUTC());

  @AfterEach
  void close() {
    overrides.close();
  }

  /** An attempt of the first generation has listed c1, and is edited. */
  private void edit() {
    overrides.reconcile(true, Map.of());
    overrides.list("c1");
    overrides.status("currentRolloutGeneration", 1);
    reconcile("enforce");
    overrides.editPolicy();
  }

  private void reconcile(String action) {
    reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", action), true);
  }

  private Map<String, String> notes() {
    return HubObjects.annotations(overrides.at(Kinds.ROLLOUT, "policy-web").get());
  }

  @Test
  void anEditThatThePropagatorBroughtWhileItWasEnforcedIsListed() {
    enforced.enforces("c1", "one");
    edit();
    enforced.enforces("c1", "two");
    reconcile("enforce");
    assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange");
    assertThat(overrides.status().get("exceptions").toString())
        .contains("Generation 2 was enforced at once");
    assertThat(notes()).doesNotContainKey("sluice.io/unstaged-change");
  }

  @Test
  void oneThatItBroughtOnlyAsInformIsNotAndNothingIsSaidUntilThen() {
    enforced.enforces("c1", "one");
    edit();
    reconcile("enforce");
    assertThat(overrides.exceptions()).as("the propagator is away").isEmpty();
    assertThat(overrides.listed()).isEmpty();
    assertThat(notes()).containsKey("sluice.io/unstaged-change");

    reconcile("inform");
    assertThat(overrides.exceptions()).isEmpty();
    assertThat(notes()).doesNotContainKey("sluice.io/unstaged-change");
  }

  @Test
  void aClusterThatThePropagatorNeverMadeEnforceIsNotListed() {
    edit();
    reconcile("inform");
    assertThat(overrides.exceptions()).isEmpty();
  }

  @Test
  void whatWasEnforcedForAFormerAttemptIsNoEvidence() {
    enforced.enforces("c1", "zero");
    reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "inform"), false);
    assertThat(enforced.of(overrides.context().objects().policy(), "c1")).isEmpty();
  }
}

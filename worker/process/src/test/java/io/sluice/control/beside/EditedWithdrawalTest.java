package io.sluice.control.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.rollout.EnforcedReplicas;
import io.sluice.control.rollout.OverrideHub;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits the policy at every moment between the reading of a page and its being emptied. */
class EditedWithdrawalTest {
  /** Edits the policy when it is asked for the time that often. */
  private static final class EditingClock extends Clock {
    private final OverrideHub overrides;
    private int left;

    EditingClock(OverrideHub overrides, int left) {
      this.overrides = overrides;
      this.left = left;
    }

    @Override
    public Instant instant() {
      left--;
      if (left == 0) {
        overrides.editPolicy();
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void clustersThatAreTakenOffWhileThePolicyIsEditedAreListed(int moment) {
    try (OverrideHub overrides = new OverrideHub()) {
      overrides.reconcile(true, Map.of());
      overrides.list("c1");
      overrides.status("outcome", "Aborted");
      overrides
          .reconciler(policy -> Optional.empty(), new EditingClock(overrides, moment))
          .reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      assertThat(overrides.listed()).isEmpty();
      overrides.reconcile(false, OverrideHub.replica("c1", "enforce"));
      assertThat(overrides.exceptions()).as("nobody knows yet").isEmpty();
      overrides.reconcile(false, OverrideHub.replica("c1", "inform"));
      assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange");
      assertThat(overrides.status().get("exceptions").toString())
          .contains("Whether it was enforced there at once is not known");
    }
  }

  @Test
  void anEditThatIsEnforcedAfterTheyWereTakenOffIsFound() {
    EnforcedReplicas enforced = new EnforcedReplicas().enforces("c1", "one").enforces("c2", "one");
    try (OverrideHub overrides = new OverrideHub()) {
      overrides.reconcile(true, Map.of());
      overrides.list("c1", "c2");
      overrides.status("outcome", "Aborted");
      OverrideReconciler reconciler =
          overrides.reconciler(
              new SoakedClusters(policy -> Optional.empty()), enforced, Clock.systemUTC());
      reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      assertThat(overrides.listed()).isEmpty();
      overrides.editPolicy();
      // The propagator brings the edit to c1 before it turns the replica back; c2 informs already.
      enforced.enforces("c1", "two");
      reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange");

      reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "inform"), false);
      assertThat(HubObjects.annotations(overrides.at(Kinds.ROLLOUT, "policy-web").get()))
          .doesNotContainKey("sluice.io/unstaged-change");
    }
  }

  @Test
  void anotherContentOfTheSameGenerationIsNoEdit() {
    EnforcedReplicas enforced = new EnforcedReplicas().enforces("c1", "one");
    try (OverrideHub overrides = new OverrideHub()) {
      overrides.reconcile(true, Map.of());
      overrides.list("c1");
      overrides.status("outcome", "Aborted");
      OverrideReconciler reconciler =
          overrides.reconciler(
              new SoakedClusters(policy -> Optional.empty()), enforced, Clock.systemUTC());
      reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      enforced.enforces("c1", "edited by hand");
      reconciler.reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      assertThat(overrides.exceptions()).isEmpty();
    }
  }
}

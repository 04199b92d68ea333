package io.sluice.plan.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.PlannerFixture;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.RootView;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what is said after each end of an attempt. */
class EndMessageTest {
  private final PlannerFixture scene =
      new PlannerFixture(PlannerFixture.perGroup()).group("dev", "d1").settle();

  private void says(String message) {
    assertThat(scene.settle().progress().next()).contains(message);
  }

  private void root(long generation, boolean disabled, boolean staged) {
    scene.root(
        Optional.of(
            new RootView(
                new PolicyVersion("policy-uid", generation, "content-2"),
                disabled,
                false,
                staged,
                "strategy",
                Optional.empty())));
  }

  @Test
  void beforeTheEndNothingIsSaid() {
    assertThat(scene.progress().next()).isEmpty();
  }

  @Test
  void afterASuccessNothingIsLeftToDo() {
    scene.positive("d1").settle().after(Duration.ofMinutes(1));
    says("Nothing is left to do. A change of the policy begins the next rollout.");
  }

  @Test
  void afterAFailureItIsRetried() {
    scene.minutes(10);
    says(
        "Change the policy, or set spec.retryRollout.rolloutUID of Rollout policies/policy-web to"
            + " u1.");
  }

  @Test
  void afterAnAbortItIsSaidWhoAbortedIt() {
    scene.abort("ann");
    says(
        "Aborted: unverified:ann aborted it. Every cluster keeps what it has. Change the policy, or"
            + " set spec.retryRollout.rolloutUID of Rollout policies/policy-web to u1.");
    assertThat(scene.progress().requests())
        .singleElement()
        .satisfies(request -> assertThat(request.what()).isEqualTo("aborted"));
  }

  @Test
  void aDisabledPolicySaysSo() {
    root(2, true, true);
    says(
        "The policy is disabled, so its replicas are removed. Set spec.disabled to false to roll it"
            + " out again.");
  }

  @Test
  void aNewVersionTakesOverByItself() {
    root(3, false, true);
    says("The next attempt begins by itself.");
  }

  @Test
  void withoutAStrategyEveryClusterGetsIt() {
    root(3, false, false);
    says("The policy has no rolloutStrategy any more, so every cluster gets it at once.");
  }

  @Test
  void aDeletedPolicySaysSo() {
    scene.root(Optional.empty());
    says("The policy was deleted, so its replicas are removed.");
  }
}

package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import org.junit.jupiter.api.Test;

/** Tests {@code spec.abortRollout}: it ends the attempt that it names, and no other one. */
class AbortInSpecTest {
  private static final String ATTEMPT = PlannerFixture.spec(PlannerFixture.perGroup()).rolloutUid();
  private final PlannerFixture scene = PlannerFixture.three(PlannerFixture.perGroup()).settle();

  @Test
  void itEndsTheAttemptAtTheNextStep() {
    scene.abortedInSpec(ATTEMPT).settle();
    assertThat(scene.state().outcome()).contains(Outcome.ABORTED);
    assertThat(scene.progress().phase()).isEqualTo(Phase.DONE);
    assertThat(scene.close()).isPresent();
    assertThat(scene.written()).containsExactly("d1", "d2");
  }

  @Test
  void theStatusNamesThePersonAndWhatCanBeDone() {
    scene.abortedInSpec(ATTEMPT).settle();
    assertThat(scene.progress().next().orElseThrow())
        .startsWith("Aborted: aborted by ann. Every cluster keeps what it has. Change the policy,");
  }

  @Test
  void itMeansNothingToAnotherAttempt() {
    scene.abortedInSpec("former").settle();
    assertThat(scene.state().outcome()).isEmpty();
  }

  @Test
  void anOutcomeThatIsSetStays() {
    scene.minutes(10).negative("d1").settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    scene.abortedInSpec(ATTEMPT).settle();
    assertThat(scene.state().outcome()).contains(Outcome.FAILED);
    assertThat(scene.state().aborted()).isEmpty();
  }
}

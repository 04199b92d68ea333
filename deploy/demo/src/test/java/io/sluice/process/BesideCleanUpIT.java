package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends rollouts in every way while clusters are enforced, and reads the order of the clean-up from
 * the audit log of a real hub (policy-propagation 14.4).
 */
@Timeout(Patience.TEST)
class BesideCleanUpIT {
  private static final List<String> ORDER =
      List.of(
          "update placementdecisions/status",
          "delete placementbindings",
          "delete placements",
          "update rollouts");

  /** Holds the ways in which a rollout ends before its end. */
  enum Ending {
    ROLLOUT_DELETED(OverrideFixture::deleteRollout),
    POLICY_DELETED(OverrideFixture::deletePolicy),
    ABORTED(RealBesideFixture::abort),
    POLICY_DISABLED(fixture -> set(fixture, "disabled", true));

    private final Consumer<RealBesideFixture> happen;

    Ending(Consumer<RealBesideFixture> happen) {
      this.happen = happen;
    }
  }

  private static void set(RealBesideFixture fixture, String field, Object value) {
    fixture.rollout.edit(
        fixture.rollout.namespace(),
        "web",
        policy -> {
          Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(policy, "spec"));
          spec.put(field, value);
          policy.setAdditionalProperty("spec", spec);
          return policy;
        });
  }

  @ParameterizedTest
  @EnumSource
  void decisionsGoFirstThenReplicasThenTheBindingThePlacementAndTheFinalizer(Ending ending) {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(OverrideFixture.MANUAL);
      fixture.approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      int before = fixture.steps().size();

      fixture.propagator.pause();
      ending.happen.accept(fixture);
      fixture.await(() -> fixture.listed().isEmpty());
      Patience.stays(
          Duration.ofSeconds(4),
          () -> assertThat(fixture.find(Kinds.PLACEMENT_BINDING)).isPresent());
      fixture.propagator.resume();
      fixture.await(fixture::clean);
      // The wave was the last step, and the withdrawal writes pages as well. The audit log has a
      // request a moment after what it did can be seen.
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(fixture.steps().stream().skip(before - 1))
                      .containsExactlyElementsOf(ORDER));
      fixture.checkPagesWereWrittenOnce("d1", "d2");
      assertThat(fixture.actions()).doesNotContain("enforce");
    }
  }
}

package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds enforcement, not replicas, beside OCM's propagator (lazy-activation 4.4). */
@Tag("nightly")
@Timeout(300)
class LazyBindingBesideTest {
  private static final Duration LONG = Duration.ofSeconds(2);
  private static final String NEVER_RELEASED =
      "{overrideRelease: Never, rolloutStrategy: {type: ProgressivePerGroup}}";

  private static Map<String, Object> pending(BesideFixture fixture) {
    return JsonTree.map(JsonTree.map(fixture.rollout.status(), "activation"), "pending");
  }

  @Test
  void anEditBringsReplicasAtOnceAndEnforcementWithTheNextChangeOfThePolicy() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.rollout.lazy(true);
      fixture.start().policy("one").rollout.rollout(NEVER_RELEASED);
      fixture.await(() -> fixture.action("p1").equals("enforce"));
      fixture.rollout.awaitPhase(Patience.MOST, "Done");

      fixture.rollout.select("other").join("prod", "p2");
      fixture.await(() -> fixture.action("p2").equals("inform"));
      fixture.await(() -> Integer.valueOf(1).equals(pending(fixture).get("clustersToAdd")));
      Patience.await()
          .during(LONG)
          .untilAsserted(() -> assertThat(fixture.action("p2")).isEqualTo("inform"));
      assertThat(JsonTree.maps(fixture.rollout.status(), "conditions"))
          .filteredOn(condition -> "Activated".equals(condition.get("type")))
          .singleElement()
          .satisfies(
              condition ->
                  assertThat(condition.get("message").toString()).contains("enforcement only"));

      fixture.rollout.policy("two", "");
      fixture.await(() -> fixture.action("p2").equals("enforce"));
      assertThat(pending(fixture)).isEmpty();
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void whatAPlacementSelectsNoMoreIsNotEnforcedAndTheRestIsReleasedByItsRevision() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.rollout.lazy(true);
      fixture.start().policy("one").rollout.rollout(NEVER_RELEASED);
      fixture.await(() -> fixture.listed().equals(List.of("d1", "p1")));
      fixture.rollout.awaitPhase(Patience.MOST, "Done");

      fixture.rollout.select("other").join("prod", "p2").leave("dev", "d1");
      fixture.await(() -> fixture.action("p2").equals("inform"));
      fixture.await(() -> fixture.action("d1").isEmpty());
      fixture.await(() -> fixture.listed().equals(List.of("p1")));
      fixture.await(() -> Integer.valueOf(1).equals(pending(fixture).get("clustersToAdd")));
      fixture.rollout.stop();
      fixture.start();
      fixture.rollout.activatePending(
          Map.of("revision", pending(fixture).get("revision").toString()));
      fixture.await(() -> fixture.action("p2").equals("enforce"));
      assertThat(fixture.listed()).containsExactly("p1", "p2");
      fixture.await(() -> pending(fixture).isEmpty());
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void nothingIsHeldBeforeAPersonCreatesTheRollout() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.rollout.lazy(true);
      fixture.start().policy("one").rollout.select("other").join("prod", "p2");
      fixture.await(() -> fixture.action("p2").equals("inform"));
      assertThat(fixture.rollout.rollout()).isEmpty();

      fixture.rollout.rollout(NEVER_RELEASED);
      fixture.await(() -> fixture.listed().equals(List.of("d1", "p1", "p2")));
      assertThat(pending(fixture)).isEmpty();
    }
  }
}

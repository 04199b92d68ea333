package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds enforcement, not replicas, beside OCM's propagator (lazy-activation 4.4). */
@Timeout(120)
class LazyBindingBesideTest {
  private static final Duration LONG = Duration.ofSeconds(4);

  private static Map<String, Object> pending(BesideFixture fixture) {
    return JsonTree.map(JsonTree.map(fixture.rollout.status(), "activation"), "pending");
  }

  @Test
  void anEditBringsReplicasAtOnceAndEnforcementWithTheNextChangeOfThePolicy() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.rollout.lazy(true);
      fixture
          .start()
          .policy("one")
          .rollout
          .rollout("{overrideRelease: Never, rolloutStrategy: {type: ProgressivePerGroup}}");
      fixture.await(() -> fixture.action("p1").equals("enforce"));
      fixture.rollout.awaitPhase(BesideFixture.SOON, "Done");

      fixture.rollout.select("other").join("prod", "p2");
      fixture.await(() -> fixture.action("p2").equals("inform"));
      fixture.await(() -> Integer.valueOf(1).equals(pending(fixture).get("clustersToAdd")));
      Awaitility.await()
          .during(LONG)
          .atMost(LONG.multipliedBy(3))
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
}

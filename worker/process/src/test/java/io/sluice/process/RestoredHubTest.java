package io.sluice.process;

import static io.sluice.process.HubBackup.Trait.WITHOUT_REVISIONS;
import static io.sluice.process.HubBackup.Trait.WITHOUT_STATUS;
import static io.sluice.process.HubBackup.Trait.WITH_STALE_OWNERS;
import static io.sluice.process.HubBackup.traits;
import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.HubBackup.Trait;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Restores a hub in the middle of rollouts, with every combination of lost Rollout statuses,
 * revisions and Temporal's database: rollouts go on, and no replica is written by that
 * (rollout-strategy 3.2, "Lost state", and 5).
 */
@Tag("nightly")
@Timeout(300)
class RestoredHubTest {
  private static final Map<String, Set<Trait>> RESTORES =
      new TreeMap<>(
          Map.of(
              "-whole", traits(),
              "-no-status", traits(WITHOUT_STATUS),
              "-no-revisions", traits(WITHOUT_REVISIONS),
              "-neither", traits(WITHOUT_STATUS, WITHOUT_REVISIONS),
              "-stale", traits(WITHOUT_STATUS, WITH_STALE_OWNERS)));

  private static Map<String, RestoredState> policies() {
    Map<String, RestoredState> policies = new LinkedHashMap<>();
    for (RestoredState state : RestoredState.values()) {
      RESTORES.keySet().forEach(suffix -> policies.put(state.policy(suffix), state));
    }
    return policies;
  }

  private static Set<Trait> traitsOf(String policy) {
    return RESTORES.entrySet().stream()
        .filter(entry -> policy.endsWith(entry.getKey()))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(traits());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRolloutGoesOnWithoutAContentWrite(boolean withoutTemporal) {
    InMemoryTestServers servers = InMemoryTestServers.withNamedUsers();
    try (RestoreFixture fixture = new RestoreFixture(servers, policies())) {
      fixture.reachStates();
      Map<String, Map<String, String>> contents = fixture.contents();
      Map<String, String> uids = fixture.rolloutUids();
      fixture.stop();
      HubBackup.of(fixture.client(), fixture.namespace())
          .loseHub()
          .restore(RestoredHubTest::traitsOf);
      if (withoutTemporal) {
        servers.loseTemporal();
      }
      Map<String, Long> before = fixture.writes();

      fixture.start();
      // Longer than the grace of a removal: decisions are missing, and no cluster has left.
      await()
          .pollInterval(Duration.ofMillis(500))
          .during(Duration.ofMillis(2_500))
          .untilAsserted(() -> assertThat(fixture.contents()).isEqualTo(contents));
      fixture.publishPlacement();
      fixture.awaitStatesAgain(uids);

      assertThat(fixture.contents()).isEqualTo(contents);
      assertThat(fixture.writes()).isEqualTo(before);

      fixture.goOn();

      assertThat(fixture.writes()).isEqualTo(fixture.expected(before, contents));
    }
  }
}

package io.sluice.process;

import static io.sluice.process.HubBackup.Trait.WITHOUT_REVISIONS;
import static io.sluice.process.HubBackup.Trait.WITHOUT_STATUS;
import static io.sluice.process.HubBackup.traits;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.SharedDevServers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Restores a real hub in the middle of rollouts; {@link RestoredHubTest} has all combinations. */
@Timeout(Patience.TEST)
class RestoredHubIT {
  private static final String WITHOUT_BOTH = "-neither";

  private final LocalTestServers servers = new LocalTestServers();

  @AfterEach
  void heal() {
    SharedDevServers.heal();
  }

  private static Map<String, RestoredState> policies() {
    Map<String, RestoredState> policies = new LinkedHashMap<>();
    policies.put(RestoredState.RUNNING.policy("-no-status"), RestoredState.RUNNING);
    policies.put(RestoredState.FAILED.policy(WITHOUT_BOTH), RestoredState.FAILED);
    policies.put(RestoredState.WAITING_INFORM.policy("-no-status"), RestoredState.WAITING_INFORM);
    return policies;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRolloutGoesOnWithoutAContentWrite(boolean withoutTemporal) {
    try (RestoreFixture fixture = new RestoreFixture(servers, policies())) {
      fixture.reachStates();
      Map<String, Map<String, String>> contents = fixture.contents();
      Map<String, String> uids = fixture.rolloutUids();
      fixture.stop();
      HubBackup.of(fixture.client(), fixture.namespace())
          .loseHub()
          .restore(
              policy ->
                  policy.endsWith(WITHOUT_BOTH)
                      ? traits(WITHOUT_STATUS, WITHOUT_REVISIONS)
                      : traits(WITHOUT_STATUS));
      if (withoutTemporal) {
        servers.loseTemporal();
      }
      Map<String, Long> before = fixture.writes();

      fixture.start();
      fixture.publishPlacement();
      fixture.awaitStatesAgain(uids);

      assertThat(fixture.contents()).isEqualTo(contents);
      assertThat(fixture.writes()).isEqualTo(before);

      fixture.goOn();

      assertThat(fixture.writes()).isEqualTo(fixture.expected(before, contents));
    }
  }
}

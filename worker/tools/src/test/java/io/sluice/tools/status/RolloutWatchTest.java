package io.sluice.tools.status;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.status.RolloutStatusParser;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RolloutWatchTest {
  @Test
  void whatChangesIsSeenAndAHubThatIsDownIsReported() {
    List<Optional<RolloutWatch.Change<String>>> changes = new CopyOnWriteArrayList<>();
    try (RolloutsHub hub = new RolloutsHub();
        KubernetesClient client = HubClient.ofUrl(hub.server().url())) {
      hub.namespace("policies");
      hub.namespace("others");
      hub.rollout("policies", "policy-web-tls", "{\"phase\": \"Progressing\"}");
      hub.rollout("others", "policy-web-tls", "{\"phase\": \"Halted\"}");
      try (RolloutWatch<String> watch =
          RolloutWatch.start(
              client,
              Optional.of("policies"),
              rollout -> RolloutStatusParser.of(rollout).status().phase,
              changes::add)) {
        await().until(watch::listed);
        assertThat(watch.rollouts()).containsExactly("Progressing");
        assertThat(watch.problem()).isEmpty();

        hub.status("policies", "policy-web-tls", "{\"phase\": \"Paused\"}");
        await()
            .until(() -> changes.contains(Optional.of(new RolloutWatch.Change<>("Paused", false))));
        assertThat(watch.rollouts()).containsExactly("Paused");

        hub.server().stop();
        await().until(() -> watch.problem().isPresent());
        assertThat(watch.problem().orElseThrow())
            .isEqualTo(
                "The hub does not answer, so what is shown may be old: the connection is refused.");
        assertThat(watch.rollouts()).containsExactly("Paused");
        hub.server().restart();
        await().until(() -> watch.problem().isEmpty());
        assertThat(changes).contains(Optional.empty());
      }
    }
  }
}

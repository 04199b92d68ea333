package io.sluice.tools.status;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class RolloutWatchTest {
  @Test
  void aFrozenWatchHidesAChangeUntilTheNextListAtMost() {
    List<Optional<RolloutWatch.Change<String>>> changes = new CopyOnWriteArrayList<>();
    try (RolloutsHub hub = new RolloutsHub();
        KubernetesClient client = HubClient.ofUrl(hub.server().url())) {
      hub.namespace("policies");
      hub.rollout("policies", "policy-web-tls", "{\"phase\": \"Progressing\"}");
      hub.server()
          .faults()
          .inject(RequestMatcher.anything().verb("watch").kind("Rollout"), Fault.watchFrozen());
      try (RolloutWatch<String> watch =
          RolloutWatch.start(
              client,
              Optional.of("policies"),
              Duration.ofMillis(300),
              rollout -> RolloutStatusParser.of(rollout).status().phase,
              changes::add)) {
        await().until(watch::listed);
        changes.clear();

        hub.status("policies", "policy-web-tls", "{\"phase\": \"Paused\"}");

        Optional<RolloutWatch.Change<String>> paused =
            Optional.of(new RolloutWatch.Change<>("Paused", false));
        await().until(() -> changes.contains(paused));
        assertThat(watch.rollouts()).containsExactly("Paused");
      }
    }
  }
}

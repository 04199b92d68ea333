package io.sluice.tools.status;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutWatchTest {
  private static RolloutWatch<String> watch(KubernetesClient client) {
    return RolloutWatch.start(
        client,
        Optional.empty(),
        rollout -> RolloutStatusParser.of(rollout).status().phase,
        change -> {});
  }

  /** Whatever the hub answers, and however often, it is asked again. */
  @ParameterizedTest
  @ValueSource(ints = {400, 404, 409, 410, 429, 500, 503})
  void whateverCanPassIsWaitedFor(int code) {
    try (RolloutsHub hub = new RolloutsHub();
        KubernetesClient client = HubClient.ofUrl(hub.server().url())) {
      hub.namespace("policies");
      hub.rollout("policies", "policy-web-tls", "{\"phase\": \"Paused\"}");
      RequestMatcher rollouts = RequestMatcher.anything().kind("Rollout");
      Faults.Injected fault = hub.server().faults().inject(rollouts, Fault.error(code), 3);
      try (RolloutWatch<String> watch = watch(client)) {
        await().until(watch::listed);
        assertThat(fault.hits()).isEqualTo(3);
        assertThat(watch.rollouts()).containsExactly("Paused");
        assertThat(watch.end()).isEmpty();
      }
    }
  }

  @Test
  void anErrorOfTheJvmEndsIt() {
    try (RolloutsHub hub = new RolloutsHub();
        KubernetesClient client = HubClient.ofUrl(hub.server().url())) {
      hub.namespace("policies");
      hub.rollout("policies", "policy-web-tls", "{}");
      try (RolloutWatch<String> watch =
          RolloutWatch.start(
              client,
              Optional.empty(),
              rollout -> {
                throw new NoClassDefFoundError("io/sluice/Missing");
              },
              change -> {})) {
        // The error also ends the thread that meets it, as it has to.
        await().dontCatchUncaughtExceptions().until(() -> watch.end().isPresent());
        assertThat(watch.end().orElseThrow())
            .hasMessageStartingWith(
                "Cannot follow the rollouts: java.lang.NoClassDefFoundError: io/sluice/Missing.");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void aRefusalOfTheUserEndsIt(int code) {
    try (RolloutsHub hub = new RolloutsHub();
        KubernetesClient client = HubClient.ofUrl(hub.server().url());
        RolloutWatch<String> watch = watch(client)) {
      await().until(watch::listed);
      hub.server().faults().inject(RequestMatcher.anything(), Fault.error(code));
      hub.server().stop();
      hub.server().restart();
      await().until(() -> watch.end().isPresent());
      assertThat(watch.end().orElseThrow())
          .isInstanceOfSatisfying(
              KubernetesClientException.class,
              refusal -> assertThat(refusal.getCode()).isEqualTo(code));
      assertThat(watch.problem().orElseThrow()).startsWith("The hub refuses to be read, so ");
    }
  }

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

package io.sluice.control.cache;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.time.ProcessTime;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchLivenessTest {
  private static final String POLICIES = Kinds.resource(Kinds.POLICY);
  private static final String ROLLOUTS = Kinds.resource(Kinds.ROLLOUT);
  private static final Duration LONG = Duration.ofSeconds(2);

  private final WatchLiveness liveness = new WatchLiveness();

  @Test
  void aFrozenWatchDiffersFromAQuietOneByItsMissingBookmarks() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub);
        HubCaches caches =
            HubCaches.start(client, (kind, former, present) -> {}, ProcessTime.SYSTEM)) {
      assertThat(caches.watched()).contains(POLICIES, ROLLOUTS);
      await().until(() -> liveness.silence(POLICIES).isPresent());

      Faults.Injected frozen =
          hub.faults()
              .inject(RequestMatcher.anything().verb("watch").kind("Policy"), Fault.watchFrozen());

      await().until(() -> silence(POLICIES).minus(silence(ROLLOUTS)).compareTo(LONG) > 0);

      frozen.remove();
      await().until(() -> silence(POLICIES).compareTo(LONG) < 0);
    }
  }

  @Test
  void aHubThatIsDownIsSilentAndIsReceivedFromAgainWhenItIsUp() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub);
        HubCaches caches =
            HubCaches.start(client, (kind, former, present) -> {}, ProcessTime.SYSTEM)) {
      await().until(() -> liveness.silence(POLICIES).isPresent());

      hub.stop();
      await().until(() -> silence(POLICIES).compareTo(LONG) > 0);
      hub.restart();

      await()
          .until(
              () -> caches.watched().stream().allMatch(kind -> silence(kind).compareTo(LONG) < 0));
    }
  }

  @Test
  void onlyWatchesOfAllNamespacesCount() {
    assertThat(watched("/apis/apps/v1/controllerrevisions?watch=true&timeoutSeconds=5"))
        .isEqualTo("controllerrevisions.apps");
    assertThat(watched("/hub/apis/apps/v1/controllerrevisions?allowWatchBookmarks=true&watch=true"))
        .isEqualTo("controllerrevisions.apps");
    assertThat(watched("/apis/apps/v1/controllerrevisions?resourceVersion=0")).isEmpty();
    assertThat(watched("/apis/apps/v1/namespaces/a/controllerrevisions?watch=true")).isEmpty();
    assertThat(watched("/api/v1/pods?watch=true")).isEqualTo("pods");
    assertThat(watched("/api/v1/namespaces/a/pods?watch=true")).isEmpty();
  }

  private static String watched(String path) {
    return WatchLiveness.watched(URI.create("https://hub:6443" + path)).orElse("");
  }

  private Duration silence(String resource) {
    return liveness.silence(resource).orElseThrow();
  }

  private KubernetesClient client(EmbeddedHub hub) {
    Config config = new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build();
    return HubClient.of(config, liveness);
  }
}

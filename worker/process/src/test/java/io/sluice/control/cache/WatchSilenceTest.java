package io.sluice.control.cache;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatchSilenceTest {
  private static final String POLICIES = Kinds.resource(Kinds.POLICY);
  private static final String ROLLOUTS = Kinds.resource(Kinds.ROLLOUT);
  private static final Duration LONG = Duration.ofSeconds(2);

  @Test
  void aFrozenWatchDiffersFromAQuietOneByItsMissingBookmarks() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub);
        HubCaches caches =
            HubCachesBuilder.of(client, ChangeListener.NONE, ProcessTime.SYSTEM).start()) {
      assertThat(caches.watched()).contains(POLICIES, ROLLOUTS);
      await().until(() -> caches.informers().silence(POLICIES).isPresent());

      Faults.Injected frozen =
          hub.faults()
              .inject(RequestMatcher.anything().verb("watch").kind("Policy"), Fault.watchFrozen());

      await()
          .until(
              () -> silence(caches, POLICIES).minus(silence(caches, ROLLOUTS)).compareTo(LONG) > 0);

      frozen.remove();
      await().until(() -> silence(caches, POLICIES).compareTo(LONG) < 0);
    }
  }

  @Test
  void aHubThatIsDownIsSilentAndIsReceivedFromAgainWhenItIsUp() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = client(hub);
        HubCaches caches =
            HubCachesBuilder.of(client, ChangeListener.NONE, ProcessTime.SYSTEM).start()) {
      await().until(() -> caches.informers().silence(POLICIES).isPresent());

      hub.stop();
      await().until(() -> silence(caches, POLICIES).compareTo(LONG) > 0);
      hub.restart();

      await()
          .until(
              () ->
                  caches.watched().stream()
                      .allMatch(kind -> silence(caches, kind).compareTo(LONG) < 0));
    }
  }

  private static Duration silence(HubCaches caches, String resource) {
    return caches.informers().silence(resource).orElseThrow();
  }

  private static KubernetesClient client(EmbeddedHub hub) {
    return HubClient.ofUrl(hub.url());
  }
}

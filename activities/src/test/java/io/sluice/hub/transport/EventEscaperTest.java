package io.sluice.hub.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.api.EmbeddedHub;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EventEscaperTest {
  private static final String TEXT = "{\"name\":\"Größe 北京 \ud83d\ude80\"}\n";

  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @Test
  void aCharacterMayBeginInOnePieceAndEndInTheNext() {
    byte[] bytes = TEXT.getBytes(UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      EventEscaper.Text text = new EventEscaper.Text();
      List<ByteBuffer> pieces =
          List.of(ByteBuffer.wrap(bytes, 0, cut), ByteBuffer.wrap(bytes, cut, bytes.length - cut));

      assertThat(
              text.escaped(pieces).stream()
                  .map(piece -> UTF_8.decode(piece).toString())
                  .collect(Collectors.joining()))
          .isEqualTo("{\"name\":\"Gr\\u00f6\\u00dfe \\u5317\\u4eac \\ud83d\\ude80\"}\n");
    }
  }

  @Test
  void aWatchSurvivesAnObjectThatIsNotAscii() throws InterruptedException {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        KubernetesClient client = HubClient.ofUrl(hub.url());
        Watch watch = client.configMaps().inNamespace("default").watch(watcher())) {
      assertThat(watch).isNotNull();
      for (String owner : List.of("Größe", "ann")) {
        client.resource(configMap(owner)).createOr(map -> map.update());
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo(owner);
      }
    }
  }

  private static ConfigMap configMap(String owner) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("c")
        .withNamespace("default")
        .endMetadata()
        .addToData("owner", owner)
        .build();
  }

  private Watcher<ConfigMap> watcher() {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap object) {
        seen.add(object.getData().get("owner"));
      }

      @Override
      public void onClose(WatcherException cause) {
        seen.add(cause.toString());
      }
    };
  }
}

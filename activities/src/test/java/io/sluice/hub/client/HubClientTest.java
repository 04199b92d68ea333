package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HubClientTest {
  private static Config configured(String url) {
    Config config = Config.empty();
    config.setMasterUrl(url);
    return HubClient.configured(config);
  }

  @Test
  void everyClientHasTheUserAgentAndTheTimeouts() {
    Config config = configured("https://hub:6443");
    assertThat(config.getUserAgent()).isEqualTo("sluice/1.0");
    assertThat(config.getRequestRetryBackoffLimit()).isEqualTo(2);
    assertThat(config.getRequestTimeout()).isEqualTo(15_000);
    assertThat(config.isOnlyHttpWatches()).isFalse();
  }

  @Test
  void aServerWithoutTlsIsSpokenToPlainly() {
    Config config = configured("http://127.0.0.1:8080");
    assertThat(config.isOnlyHttpWatches()).isTrue();
    assertThat(config.isHttp2Disable()).isTrue();
  }

  @Test
  void aMissingKubeconfigIsNamed() {
    assertThatThrownBy(() -> HubClient.ofKubeconfig(Path.of("/nowhere/config")))
        .hasMessage(
            "Cannot reach the hub: there is no readable kubeconfig /nowhere/config. Name one with --kubeconfig.");
  }
}

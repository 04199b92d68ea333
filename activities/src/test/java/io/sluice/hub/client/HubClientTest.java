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
  void everyClientHasTheUserAgentAndOneRepetition() {
    Config config = configured("https://hub:6443");
    assertThat(config.getUserAgent()).isEqualTo("sluice/1.0");
    assertThat(config.getRequestRetryBackoffLimit()).isEqualTo(1);
  }

  @Test
  void noTwoRequestsShareAConnection() {
    Config config = configured("https://hub:6443");
    assertThat(config.isOnlyHttpWatches()).isTrue();
    assertThat(config.isHttp2Disable()).isTrue();
  }

  @Test
  void aMissingKubeconfigIsNamed() {
    assertThatThrownBy(() -> HubClient.ofKubeconfig(Path.of("/nowhere/config")))
        .hasMessage(
            "Cannot reach the hub: there is no readable kubeconfig /nowhere/config. Name one with"
                + " --kubeconfig.");
  }
}

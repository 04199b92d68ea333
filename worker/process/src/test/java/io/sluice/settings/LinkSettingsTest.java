package io.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinkSettingsTest {
  private static final PolicyName POLICY = new PolicyName("retail", "web-tls");
  private static final HubName HUB = new HubName("eu");

  private final LinkSettings links =
      new LinkSettings(
          Optional.of(URI.create("https://sluice.example.com/hub/")),
          Optional.of(URI.create("https://temporal.example.com/namespaces/sluice/workflows")));

  @Test
  void theDashboardShowsTheRolloutObject() {
    assertThat(links.dashboard(POLICY))
        .contains(URI.create("https://sluice.example.com/hub/rollouts/retail/policy-web-tls"));
    assertThat(links.dashboard(new BindingName("retail", "retail", "web-deployment")))
        .contains(
            URI.create("https://sluice.example.com/hub/rollouts/retail/binding-web-deployment"));
  }

  @Test
  void temporalShowsTheWorkflow() {
    assertThat(links.temporal(HUB, POLICY))
        .contains(
            URI.create(
                "https://temporal.example.com/namespaces/sluice/workflows/rollout%2Feu%2Fretail%2Fweb-tls"));
  }

  @Test
  void nothingLinksToWhatIsNotSet() {
    assertThat(LinkSettings.NONE.dashboard(POLICY)).isEmpty();
    assertThat(LinkSettings.NONE.temporal(HUB, POLICY)).isEmpty();
  }
}

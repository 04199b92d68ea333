package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.HubName;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Holds where people look at rollouts (between-waves N1).
 *
 * @param dashboardUrl of the dashboard; absent: nothing links to one
 * @param temporalUiUrl where Temporal's Web UI shows the workflows, such as {@code
 *     http://localhost:8233/namespaces/sluice/workflows}; absent: nothing links to it
 */
public record LinkSettings(Optional<URI> dashboardUrl, Optional<URI> temporalUiUrl) {
  /** Nothing links anywhere. */
  public static final LinkSettings NONE = new LinkSettings(Optional.empty(), Optional.empty());

  public LinkSettings {
    requireNonNull(dashboardUrl, "dashboardUrl is null");
    requireNonNull(temporalUiUrl, "temporalUiUrl is null");
  }

  /** Returns the page of a rollout. */
  public Optional<URI> dashboard(RolloutTarget target) {
    return dashboardUrl.map(
        url ->
            below(
                url,
                "rollouts/" + encoded(target.namespace()) + "/" + encoded(target.rolloutName())));
  }

  /** Returns where Temporal's Web UI shows the runs of a rollout. */
  public Optional<URI> temporal(HubName hub, RolloutTarget target) {
    return temporalUiUrl.map(url -> below(url, encoded(hub.workflowId(target))));
  }

  private static URI below(URI url, String path) {
    return URI.create(url.toString().replaceFirst("/+$", "") + "/" + path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

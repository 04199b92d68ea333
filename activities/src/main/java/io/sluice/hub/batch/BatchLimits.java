package io.sluice.hub.batch;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import java.time.Duration;

/**
 * Limits one batch, so that it answers within 30 s whatever the hub does (rollout-strategy 3.2).
 *
 * @param starting for how long it sends requests
 * @param request how long one request may take: longer than the 10 s that a webhook has by default,
 *     so that its failure is an answer and not a lost connection
 * @param answering when it gives up requests that are still under way
 * @param pause the least duration of a batch that left clusters untried, as the run asks for them
 *     again at once
 */
public record BatchLimits(Duration starting, Duration request, Duration answering, Duration pause) {
  /** Those of every worker. */
  public static final BatchLimits DEFAULT =
      new BatchLimits(
          Duration.ofSeconds(15),
          Duration.ofSeconds(12),
          Duration.ofSeconds(28),
          Duration.ofSeconds(5));

  public BatchLimits {
    requireNonNull(starting, "starting is null");
    requireNonNull(request, "request is null");
    requireNonNull(answering, "answering is null");
    requireNonNull(pause, "pause is null");
  }

  /** Returns a client on the same connections that sends each request once. */
  public KubernetesClient limited(KubernetesClient client) {
    return HubClient.limited(client, request);
  }
}

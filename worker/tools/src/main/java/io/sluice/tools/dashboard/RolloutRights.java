package io.sluice.tools.dashboard;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.AccessReview;
import io.sluice.hub.crd.Kinds;
import io.sluice.tools.page.model.RolloutName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks the hub which rollouts its user may change, so that no page has a button that the hub would
 * refuse. An answer holds for half a minute.
 */
final class RolloutRights {
  private static final Duration KEPT = Duration.ofSeconds(30);
  private static final String ANY = "";

  private final KubernetesClient client;
  private final Clock clock;
  private final Map<RolloutName, Answer> answers = new ConcurrentHashMap<>();

  private record Answer(boolean granted, Instant until) {}

  RolloutRights(KubernetesClient client, Clock clock) {
    this.client = requireNonNull(client, "client is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Returns whether its user may change all rollouts of a namespace. */
  boolean ofNamespace(String namespace) {
    return of(new RolloutName(namespace, ANY));
  }

  /** Returns whether its user may change it; false while the hub does not answer that. */
  boolean of(RolloutName rollout) {
    Answer known = answers.get(rollout);
    if (known != null && clock.instant().isBefore(known.until())) {
      return known.granted();
    }
    try {
      boolean granted = asked(rollout);
      answers.put(rollout, new Answer(granted, clock.instant().plus(KEPT)));
      return granted;
    } catch (KubernetesClientException e) {
      return false;
    }
  }

  private boolean asked(RolloutName rollout) {
    return AccessReview.granted(
        client,
        new ResourceAttributesBuilder()
            .withVerb("patch")
            .withGroup(Kinds.ROLLOUT.getGroup())
            .withResource(Kinds.ROLLOUT.getPlural())
            .withNamespace(rollout.namespace())
            .withName(rollout.name().equals(ANY) ? null : rollout.name())
            .build());
  }
}

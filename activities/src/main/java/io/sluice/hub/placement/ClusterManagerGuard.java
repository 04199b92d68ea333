package io.sluice.hub.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether every Placement of a hub may be evaluated: not where OCM's operator is installed,
 * because its placement controller would undo each write (placement 1).
 */
public final class ClusterManagerGuard {
  /** How long an answer of the hub counts, so that many Placements ask once. */
  private static final Duration COUNTS = Duration.ofSeconds(1);

  private final HubApi hub;
  private final Clock clock;
  private Optional<String> problem = Optional.empty();
  private Instant asked = Instant.MIN;

  public ClusterManagerGuard(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Formats why nothing is written; empty when the hub has no ClusterManager, or no such kind.
   *
   * @throws HubException if the hub does not answer
   */
  public synchronized Optional<String> problem() {
    Instant now = clock.instant();
    if (asked.plus(COUNTS).isAfter(now)) {
      return problem;
    }
    problem = found();
    asked = now;
    return problem;
  }

  private Optional<String> found() {
    try {
      return hub.listAll(Kinds.CLUSTER_MANAGER).stream()
          .findFirst()
          .map(object -> message(object.getMetadata().getName()));
    } catch (HubException e) {
      if (e.code() == HubApi.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static String message(String name) {
    return "Cannot evaluate all Placements: the hub has ClusterManager %s, so OCM's placement controller writes the same decisions. Run Sluice with --placements annotated or off, or remove the ClusterManager."
        .formatted(name);
  }
}

package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.settings.LeaseSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says when no worker leads on a hub, by the Lease of the workers: then nothing goes on, and no
 * status says so by itself.
 *
 * <p>A Lease counts as fresh for a minute longer than its holder promised, as clocks differ.
 */
public final class LeaderCheck {
  /** How old the answer of {@link #recent} may be: a watch asks several times a second. */
  private static final Duration RECENT = Duration.ofSeconds(10);

  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final int DEFAULT_SECONDS = 10;

  private final KubernetesClient client;
  private final String namespace;
  private Optional<Seen> last = Optional.empty();

  /** What a look has found. */
  private record Seen(Instant at, Optional<String> absent, Optional<String> stale) {
    Optional<String> problem() {
      return absent.or(() -> stale);
    }
  }

  /**
   * Prepares it.
   *
   * @param namespace where the Lease is
   */
  public LeaderCheck(KubernetesClient client, String namespace) {
    this.client = requireNonNull(client, "client is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
  }

  /** Returns the sentence; empty if one leads, and where the person may not read the Lease. */
  Optional<String> problem(Instant now) {
    return look(now).problem();
  }

  /** Returns the same as of the last ten seconds, where it is asked again and again. */
  Optional<String> recent(Instant now) {
    return seen(now).problem();
  }

  /**
   * Returns, as of the last ten seconds, whether one led that leads no more: without a Lease it is
   * not known that one should lead.
   */
  public Optional<String> lost(Instant now) {
    return seen(now).stale();
  }

  private synchronized Seen seen(Instant now) {
    if (last.filter(seen -> now.isBefore(seen.at().plus(RECENT))).isEmpty()) {
      last = Optional.of(look(now));
    }
    return last.get();
  }

  private Seen look(Instant now) {
    String name = namespace + "/" + LeaseSettings.NAME;
    Lease lease;
    try {
      lease = client.leases().inNamespace(namespace).withName(LeaseSettings.NAME).get();
    } catch (KubernetesClientException e) {
      return new Seen(now, Optional.empty(), Optional.empty());
    }
    if (lease == null) {
      return new Seen(
          now,
          Optional.of(
              "No worker leads, as there is no Lease %s; unless one runs without leader election, as in a demo, or with another --lease-namespace."
                  .formatted(name)),
          Optional.empty());
    }
    return new Seen(
        now,
        Optional.empty(),
        stale(lease.getSpec(), now)
            .map(
                why ->
                    "No worker leads: Lease %s %s. Nothing goes on until a worker runs on this hub."
                        .formatted(name, why)));
  }

  private static Optional<String> stale(LeaseSpec spec, Instant now) {
    if (spec == null || spec.getHolderIdentity() == null || spec.getHolderIdentity().isEmpty()) {
      return Optional.of("has no holder");
    }
    if (spec.getRenewTime() == null) {
      return Optional.of("was never renewed");
    }
    Instant renewed = spec.getRenewTime().toInstant();
    Duration promised =
        Duration.ofSeconds(
            Optional.ofNullable(spec.getLeaseDurationSeconds()).orElse(DEFAULT_SECONDS));
    return renewed.plus(promised).plus(SKEW).isBefore(now)
        ? Optional.of("was renewed last at %s, by %s".formatted(renewed, spec.getHolderIdentity()))
        : Optional.empty();
  }
}

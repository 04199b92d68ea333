package io.sluice.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.sluice.settings.LeaseSettings;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * Takes the Lease when it is free, and renews it.
 *
 * <p>As in Kubernetes' own elections a Lease is free when it has not changed for its duration, as
 * this process has seen it: clocks of other processes do not matter.
 */
final class LeaseCandidate {
  private final LeaseStore store;
  private final LeaseSettings settings;
  private final LeaseClock clock;
  private Optional<Lease> observed = Optional.empty();
  private LeaseClock.Mark observedAt;
  private volatile String holder = "";

  LeaseCandidate(LeaseStore store, LeaseSettings settings, LeaseClock clock) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.observedAt = clock.mark();
  }

  /** Returns who holds the Lease as far as it is known here; empty when it is free. */
  String holder() {
    return holder;
  }

  /** Takes or renews the Lease; returns whether this process holds it now. */
  synchronized boolean contend() {
    if (mine()) {
      Optional<Lease> renewed = store.write(held(observed));
      if (renewed.isPresent()) {
        observe(renewed);
        return true;
      }
    }
    observe(store.read());
    if (!mine() && !free()) {
      return false;
    }
    Optional<Lease> taken = store.write(held(observed));
    if (taken.isEmpty()) {
      return false;
    }
    observe(taken);
    return true;
  }

  /** Releases the Lease, so that another need not wait for its end. */
  synchronized void release() {
    if (mine()) {
      Lease free =
          new LeaseBuilder(observed.orElseThrow())
              .editSpec()
              .withHolderIdentity("")
              .withLeaseDurationSeconds(1)
              .withRenewTime(clock.now())
              .endSpec()
              .build();
      observe(store.write(free));
    }
  }

  private void observe(Optional<Lease> lease) {
    boolean changed =
        !lease.map(LeaseCandidate::version).equals(observed.map(LeaseCandidate::version));
    if (changed) {
      observedAt = clock.mark();
    }
    observed = lease;
    holder = lease.map(LeaseCandidate::identity).orElse("");
  }

  private boolean mine() {
    return observed.filter(lease -> identity(lease).equals(settings.identity())).isPresent();
  }

  private boolean free() {
    if (holder.isEmpty()) {
      return true;
    }
    Duration longest =
        observed
            .map(Lease::getSpec)
            .map(LeaseSpec::getLeaseDurationSeconds)
            .map(Duration::ofSeconds)
            .orElse(settings.duration());
    return clock.monotonicSince(observedAt).compareTo(longest) > 0;
  }

  private Lease held(Optional<Lease> former) {
    boolean again = former.isPresent() && mine();
    ZonedDateTime now = clock.now();
    LeaseSpec spec = former.map(Lease::getSpec).orElseGet(LeaseSpec::new);
    int transitions = Objects.requireNonNullElse(spec.getLeaseTransitions(), 0);
    return former
        .map(LeaseBuilder::new)
        .orElseGet(
            () ->
                new LeaseBuilder()
                    .withNewMetadata()
                    .withName(LeaseSettings.NAME)
                    .withNamespace(settings.namespace())
                    .endMetadata())
        .editOrNewSpec()
        .withHolderIdentity(settings.identity())
        .withLeaseDurationSeconds((int) Math.max(1, settings.duration().toSeconds()))
        .withAcquireTime(again && spec.getAcquireTime() != null ? spec.getAcquireTime() : now)
        .withRenewTime(now)
        .withLeaseTransitions(again || former.isEmpty() ? transitions : transitions + 1)
        .endSpec()
        .build();
  }

  private static String version(Lease lease) {
    return Objects.requireNonNullElse(lease.getMetadata().getResourceVersion(), "");
  }

  private static String identity(Lease lease) {
    return Optional.ofNullable(lease.getSpec()).map(LeaseSpec::getHolderIdentity).orElse("");
  }
}

package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.ReplicaObserver;
import io.sluice.hub.replica.ReplicaTimes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Measures the tickets that let OCM's propagator write replicas through the gate: how many are not
 * used, and how long each took from when it was seen to the write (gate 4).
 *
 * <p>A ticket that was taken back, or has changed nothing, is no write and is not measured; nor is
 * one that was there before this process.
 */
public final class TicketMetrics implements ReplicaObserver {
  private static final double[] SECONDS = {.05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 300};

  private final Clock clock;

  /** Since when those that are not used have been seen; empty where that was before. */
  private final Map<String, Optional<Instant>> open = new ConcurrentHashMap<>();

  private final Histogram writes =
      Histogram.builder()
          .name("sluice_gate_ticket_to_write_seconds")
          .help("Time from a ticket to the write of OCM's propagator that it let through")
          .classicOnly()
          .classicUpperBounds(SECONDS)
          .withoutExemplars()
          .build();

  public TicketMetrics(Clock clock) {
    this.clock = requireNonNull(clock, "clock is null");
  }

  @Override
  public void seen(
      Optional<CachedReplica> former, CachedReplica present, Supplier<ReplicaTimes> times) {
    String uid = present.uid();
    if (present.gate().open()) {
      boolean given = former.filter(before -> before.uid().equals(uid)).isPresent();
      // The stub of a replica that was not there is created with one.
      boolean fresh = given || !times.get().createdAt().isBefore(clock.instant().minusSeconds(1));
      open.putIfAbsent(uid, Optional.of(clock.instant()).filter(now -> fresh));
      return;
    }
    Optional<Instant> since = open.remove(uid);
    if (since == null || since.isEmpty()) {
      return;
    }
    boolean written =
        former
            .filter(
                before -> !before.replica().contentHash().equals(present.replica().contentHash()))
            .isPresent();
    if (written) {
      writes.observe(Duration.between(since.get(), clock.instant()).toNanos() / 1e9);
    }
  }

  @Override
  public void gone(CachedReplica last) {
    open.remove(last.uid());
  }

  /** Begins to measure anew: a term does, and tickets stay. */
  void begin() {
    writes.clear();
  }

  /** Returns the metrics as they are now. */
  public List<MetricSnapshot> snapshots() {
    return List.of(
        GaugeSnapshot.builder()
            .name("sluice_gate_tickets_in_flight")
            .help("Tickets on replicas that OCM's propagator has not used yet")
            .dataPoint(GaugeDataPointSnapshot.builder().value(open.size()).build())
            .build(),
        writes.collect());
  }
}

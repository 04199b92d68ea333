package io.sluice.bench;

import io.sluice.devservers.AuditLog;
import io.sluice.process.BesideEnvironment;
import io.sluice.process.RolloutFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds how long each group took beside a propagator, from the write that lists its clusters to the
 * last replica that enforces. The group of a cluster is in its name.
 */
final class BesideWaves {
  private BesideWaves() {}

  /** Returns the seconds of each group. */
  static List<Double> of(AuditLog audit, RolloutFixture rollout) {
    List<Instant> pages =
        audit.of(BesideEnvironment.WORKER, rollout.namespace()).stream()
            .filter(entry -> entry.action().equals("update placementdecisions/status"))
            .filter(AuditLog.Entry::accepted)
            .map(AuditLog.Entry::at)
            .toList();
    // The first update of a replica by the propagator enforces.
    Map<String, Instant> enforced =
        audit.of(BesideEnvironment.PROPAGATOR).stream()
            .filter(entry -> entry.action().equals("update policies") && entry.accepted())
            .filter(entry -> entry.name().equals(rollout.replicaName()))
            .collect(
                Collectors.toMap(
                    AuditLog.Entry::namespace, AuditLog.Entry::at, (one, other) -> one));
    Map<String, List<Instant>> groups =
        enforced.entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    entry -> entry.getKey().substring(0, 3),
                    TreeMap::new,
                    Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    return groups.values().stream().map(group -> seconds(pages, group)).toList();
  }

  private static double seconds(List<Instant> pages, List<Instant> enforced) {
    Instant first = enforced.stream().min(Instant::compareTo).orElseThrow();
    Instant last = enforced.stream().max(Instant::compareTo).orElseThrow();
    Instant listed =
        pages.stream().filter(at -> at.isBefore(first)).max(Instant::compareTo).orElseThrow();
    return Meter.seconds(Duration.between(listed, last));
  }
}

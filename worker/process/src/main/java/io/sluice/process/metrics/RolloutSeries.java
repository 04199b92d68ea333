package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.gate.HeldClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Counts;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.rollout.strategy.EffectiveStrategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Exports where each rollout stands, from the cached Rollout objects: what is gone is not exported,
 * and between two scrapes it costs nothing.
 *
 * <p>Sixteen series at most for a rollout, whatever its number of clusters. One that cannot be
 * measured is left out alone (policy-propagation 16b).
 */
final class RolloutSeries {
  private final Supplier<List<GenericKubernetesResource>> rollouts;
  private final Function<PolicyName, Optional<GenericKubernetesResource>> roots;
  private final boolean beside;
  private final Clock clock;
  private final UnmeasuredRollouts unmeasured = new UnmeasuredRollouts();

  /**
   * Reads from a cache.
   *
   * @param roots finds a policy; rollouts of policies that are gone are left out
   * @param beside whether OCM's propagator runs
   */
  RolloutSeries(
      Supplier<List<GenericKubernetesResource>> rollouts,
      Function<PolicyName, Optional<GenericKubernetesResource>> roots,
      boolean beside,
      Clock clock) {
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.roots = requireNonNull(roots, "roots is null");
    this.beside = beside;
    this.clock = requireNonNull(clock, "clock is null");
  }

  private final class Gauges {
    private final GaugeSnapshot.Builder info =
        gauge("sluice_rollout_info", "Phase, outcome and strategy of a rollout; always 1");
    private final GaugeSnapshot.Builder clusters =
        gauge("sluice_rollout_clusters", "Clusters of a rollout by where they stand");
    private final GaugeSnapshot.Builder held =
        gauge(
            "sluice_gate_held_clusters",
            "Clusters of a rollout that keep what they have behind the gate, until their turn");
    private final GaugeSnapshot.Builder waiting =
        gauge(
            "sluice_rollout_waiting_since_timestamp_seconds",
            "Since when a rollout has waited for what the label names, in seconds since 1970");
    private final GaugeSnapshot.Builder elapsed =
        gauge(
            "sluice_rollout_elapsed_seconds",
            "Time that the latest attempt of a rollout has taken, split into progress and waiting"
                + " for people");

    private final Set<Labels> named = new HashSet<>();

    private static GaugeSnapshot.Builder gauge(String name, String help) {
      return GaugeSnapshot.builder().name(name).help(help);
    }

    /** Adds all of a rollout, or nothing; returns why it was left out. */
    Optional<String> add(GenericKubernetesResource rollout) {
      String namespace = rollout.getMetadata().getNamespace();
      String name = rollout.getMetadata().getName();
      Optional<PolicyName> policy = policy(rollout);
      Optional<GenericKubernetesResource> root = policy.flatMap(roots);
      RolloutStatus status = RolloutTimes.status(rollout);
      if (status.phase == null || policy.isPresent() && root.isEmpty()) {
        return Optional.empty();
      }
      Labels labels =
          Labels.of("namespace", namespace, "policy", policy.map(PolicyName::name).orElse(name));
      // What cannot be read shows here, before anything is added.
      String strategy = strategy(rollout, root, beside);
      Optional<GaugeDataPointSnapshot> since = since(labels, status);
      Optional<RolloutTime> time = RolloutTime.of(status, clock.instant());
      if (!named.add(labels)) {
        // Two series of one name would make the whole page invalid.
        return Optional.of("a policy of its name has a rollout, too");
      }
      info.dataPoint(
          point(
              labels
                  .add("phase", status.phase)
                  .add("outcome", requireNonNullElse(status.outcome, ""))
                  .add("strategy", strategy),
              1));
      counts(labels, requireNonNullElse(status.counts, Counts.ZERO));
      status
          .heldClusters()
          .map(HeldClusters::clusters)
          .or(() -> root.filter(found -> beside && staged(found)).map(found -> 0L))
          .ifPresent(number -> held.dataPoint(point(labels, number)));
      since.ifPresent(waiting::dataPoint);
      time.ifPresent(split -> elapsed(labels, split));
      return Optional.empty();
    }

    private static Optional<GaugeDataPointSnapshot> since(Labels labels, RolloutStatus status) {
      return DerivedStatus.cause(status)
          .filter(cause -> status.waitingSince != null)
          .map(
              cause ->
                  point(
                      labels.add("for", cause.label()),
                      Instant.parse(status.waitingSince).getEpochSecond()));
    }

    private void elapsed(Labels labels, RolloutTime time) {
      elapsed.dataPoint(point(labels.add("part", "progress"), time.progress()));
      elapsed.dataPoint(point(labels.add("part", "people"), time.people()));
    }

    private void counts(Labels labels, Counts counts) {
      count(labels, "ToApply", counts.toApply());
      count(labels, "Progressing", counts.progressing());
      count(labels, "Soaking", counts.soaking());
      count(labels, "Succeeded", counts.succeeded());
      count(labels, "Failed", counts.failed());
      count(labels, "TimeOut", counts.timeOut());
      count(labels, "NewCluster", counts.newCluster());
      count(labels, "Ignored", counts.ignored());
    }

    private void count(Labels labels, String status, long value) {
      clusters.dataPoint(point(labels.add("status", status), value));
    }

    List<MetricSnapshot> build() {
      return List.of(
          info.build(), clusters.build(), held.build(), waiting.build(), elapsed.build());
    }
  }

  /** Returns the metrics as they are now. */
  List<MetricSnapshot> snapshots() {
    Gauges gauges = new Gauges();
    UnmeasuredRollouts.Look look = new UnmeasuredRollouts.Look();
    rollouts.get().stream()
        .sorted(Comparator.comparing(rollout -> policy(rollout).isEmpty()))
        .forEach(rollout -> add(gauges, rollout).ifPresent(reason -> look.add(rollout, reason)));
    unmeasured.replace(look);
    return gauges.build();
  }

  private static Optional<String> add(Gauges gauges, GenericKubernetesResource rollout) {
    try {
      return gauges.add(rollout);
    } catch (RuntimeException | StackOverflowError e) {
      // What its status lacks to be one shows nowhere before it is read.
      return Optional.of(
          "it cannot be read (%s)"
              .formatted(String.valueOf(e.getMessage()).lines().findFirst().orElse("")));
    }
  }

  /** Returns how many rollouts were left out of the last metrics. */
  int unmeasured() {
    return unmeasured.number();
  }

  private static Optional<PolicyName> policy(GenericKubernetesResource rollout) {
    return PolicyName.ofRollout(
        rollout.getMetadata().getNamespace(), rollout.getMetadata().getName());
  }

  private static boolean staged(GenericKubernetesResource root) {
    return StagingWay.beside(HubObjects.labels(root)) == StagingWay.GATE;
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  /** Returns the type as status prints it; empty where it is not valid, or set by annotations. */
  static String strategy(
      GenericKubernetesResource rollout, Optional<GenericKubernetesResource> root, boolean beside) {
    return EffectiveStrategy.of(
            root.map(policy -> HubObjects.part(policy, "spec")).orElse(Map.of()),
            HubObjects.part(rollout, "spec"),
            beside)
        .tree()
        .flatMap(StrategyType::ofWritten)
        .map(StrategyType::label)
        .orElse("");
  }
}

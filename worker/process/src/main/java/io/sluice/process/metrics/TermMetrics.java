package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.RootContents;
import io.sluice.policy.PolicyName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the metrics of policies and rollouts while a process leads. Each term begins anew, so
 * that a former leader exports nothing any more.
 */
public final class TermMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(TermMetrics.class);

  private final PropagationFailures failures = new PropagationFailures();
  private final RolloutTimes times;
  private final RolloutSeries series;
  private final Optional<TicketMetrics> tickets;
  private final Optional<PolicyMetrics> policies;
  private final RootContents contents;
  private final Function<PolicyName, Optional<Duration>> soak;

  /**
   * Begins a term.
   *
   * @param standalone whether Sluice propagates policies; otherwise OCM's propagator does, and
   *     exports their metrics
   * @param tickets measures those of the gate; absent where Sluice writes the replicas
   * @param soak how long a success of the policy has to last
   */
  public TermMetrics(
      ReplicaStore replicas,
      Supplier<List<GenericKubernetesResource>> rollouts,
      boolean standalone,
      Optional<TicketMetrics> tickets,
      Function<PolicyName, Optional<Duration>> soak,
      Clock clock) {
    this.contents = replicas.contents();
    this.times = new RolloutTimes(replicas::root, !standalone, clock);
    this.series = new RolloutSeries(rollouts, replicas::root, !standalone, clock);
    this.policies =
        standalone ? Optional.of(new PolicyMetrics(replicas, failures)) : Optional.empty();
    this.tickets = requireNonNull(tickets, "tickets is null");
    tickets.ifPresent(TicketMetrics::begin);
    this.soak = requireNonNull(soak, "soak is null");
  }

  /** Counts one failed try to bring a policy to its clusters. */
  public void failed(PolicyName policy) {
    failures.failed(policy);
  }

  /**
   * Measures what a change of a Rollout shows. What cannot be measured costs that measurement alone
   * (policy-propagation 16b), and is named in the log.
   */
  public void rolloutChanged(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    if (present.isEmpty()) {
      former.ifPresent(times::deleted);
      return;
    }
    try {
      former.ifPresent(known -> times.changed(known, present.get()));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.warn(
          "Cannot measure a change of rollout {}/{}: {}. Correct its status.",
          present.get().getMetadata().getNamespace(),
          present.get().getMetadata().getName(),
          e.getMessage());
    }
  }

  /** Measures the way from the last report that a rollout waited for to its next write. */
  public void nextWrite(PolicyName policy, Instant report, Instant write) {
    soak.apply(policy).ifPresent(lasting -> times.nextWrite(policy, report, lasting, write));
  }

  /** Returns how many objects the last metrics have left out, by the name of their kind. */
  public Map<String, Integer> unmeasured() {
    return Map.of(Kinds.resource(Kinds.ROLLOUT), series.unmeasured());
  }

  /** Returns all as they are now. */
  public List<MetricSnapshot> snapshots() {
    List<MetricSnapshot> all = new ArrayList<>(times.snapshots());
    all.addAll(series.snapshots());
    tickets.map(TicketMetrics::snapshots).ifPresent(all::addAll);
    policies.map(PolicyMetrics::snapshots).ifPresent(all::addAll);
    all.add(
        GaugeSnapshot.builder()
            .name("sluice_policy_contents_left_out")
            .help("Root policies whose content the cache has no room for: each pass reads it")
            .dataPoint(GaugeDataPointSnapshot.builder().value(contents.left()).build())
            .build());
    return all;
  }
}

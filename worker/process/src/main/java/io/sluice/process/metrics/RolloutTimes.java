package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.PolicyName;
import io.sluice.status.WaitCause;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measures for one leader how long rollouts, approvals and the way from one group to the next take.
 *
 * <p>It sees what the informers see: of two versions of a Rollout the difference. What happens
 * while no process leads is not measured.
 */
final class RolloutTimes {
  private static final double[] DAYS = {
    60, 300, 900, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800, 2_592_000
  };
  private static final double[] MOMENTS = {.025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30};
  private static final String MANDATORY = "Mandatory";

  /** What the metrics need of a status, which may carry a whole policy. */
  private static final Set<String> FIELDS =
      Set.of(
          "rolloutUID",
          "phase",
          "outcome",
          "runOpen",
          "counts",
          "held",
          "conditions",
          "approvals",
          "noCluster",
          "waitingSince",
          "waitedForPeopleSeconds",
          "startedAt",
          "endedAt");

  private final Function<PolicyName, Optional<GenericKubernetesResource>> roots;
  private final boolean beside;
  private final Clock clock;
  private final Histogram durations =
      histogram(
          "sluice_rollout_duration_seconds",
          "Time that ended rollouts took, split into progress and waiting for people",
          DAYS,
          "strategy",
          "outcome",
          "part");
  private final Histogram approvals =
      histogram(
          "sluice_approval_latency_seconds",
          "Time from the moment at which only an approval was missing to the approval",
          DAYS);
  private final Histogram handovers =
      histogram(
          "sluice_handover_seconds",
          "Time from the last report that a rollout waited for to its next write, without the soak",
          MOMENTS);

  /** When each policy was last seen to wait for people. */
  private final Map<PolicyName, Instant> waited = new ConcurrentHashMap<>();

  /**
   * Measures for one term.
   *
   * @param roots finds a policy, for the type of its strategy
   * @param beside whether OCM's propagator runs
   */
  RolloutTimes(
      Function<PolicyName, Optional<GenericKubernetesResource>> roots,
      boolean beside,
      Clock clock) {
    this.roots = requireNonNull(roots, "roots is null");
    this.beside = beside;
    this.clock = requireNonNull(clock, "clock is null");
  }

  private static Histogram histogram(String name, String help, double[] bounds, String... labels) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .withoutExemplars()
        .labelNames(labels)
        .build();
  }

  static RolloutStatus status(GenericKubernetesResource rollout) {
    Map<String, Object> few = new LinkedHashMap<>(HubObjects.part(rollout, "status"));
    few.keySet().retainAll(FIELDS);
    return RolloutStatusTree.of(few).read();
  }

  /** Measures what a change of a Rollout shows; it must not be called for the first list. */
  void changed(GenericKubernetesResource former, GenericKubernetesResource present) {
    RolloutStatus before = status(former);
    RolloutStatus after = status(present);
    Optional<PolicyName> policy =
        PolicyName.ofRollout(present.getMetadata().getNamespace(), present.getMetadata().getName());
    if (waitsForPeople(before) || waitsForPeople(after)) {
      policy.ifPresent(name -> waited.put(name, clock.instant()));
    }
    if (after.rolloutUID == null || !after.rolloutUID.equals(before.rolloutUID)) {
      return;
    }
    approved(before, after);
    boolean ends = Boolean.TRUE.equals(before.runOpen) && !Boolean.TRUE.equals(after.runOpen);
    if (ends && after.outcome != null) {
      RolloutTime.of(after, clock.instant())
          .ifPresent(
              time -> {
                String strategy = RolloutSeries.strategy(present, policy.flatMap(roots), beside);
                durations.labelValues(strategy, after.outcome, "progress").observe(time.progress());
                durations.labelValues(strategy, after.outcome, "people").observe(time.people());
              });
    }
  }

  /** Forgets a policy whose Rollout is gone. */
  void deleted(GenericKubernetesResource rollout) {
    PolicyName.ofRollout(rollout.getMetadata().getNamespace(), rollout.getMetadata().getName())
        .ifPresent(waited::remove);
  }

  private static boolean waitsForPeople(RolloutStatus status) {
    return DerivedStatus.cause(status).filter(WaitCause::people).isPresent();
  }

  private void approved(RolloutStatus before, RolloutStatus after) {
    boolean waiting =
        DerivedStatus.cause(before).filter(cause -> cause == WaitCause.APPROVAL).isPresent();
    if (!waiting || before.waitingSince == null) {
      return;
    }
    Set<String> known = approvedGroups(before);
    long fresh = approvedGroups(after).stream().filter(name -> !known.contains(name)).count();
    double latency =
        Math.max(0, seconds(Duration.between(Instant.parse(before.waitingSince), clock.instant())));
    for (long group = 0; group < fresh; group++) {
      approvals.observe(latency);
    }
  }

  private static Set<String> approvedGroups(RolloutStatus status) {
    return requireNonNullElse(status.approvals, List.<RolloutStatus.Approval>of()).stream()
        .filter(approval -> approval.approved() && !MANDATORY.equals(approval.how()))
        .map(approval -> requireNonNullElse(approval.groupName(), ""))
        .collect(Collectors.toSet());
  }

  /**
   * Measures the way from the last report that a rollout waited for to its next write. A wait for
   * people in between is none of it.
   *
   * @param soak how long the success behind the report had to last
   */
  void nextWrite(PolicyName policy, Instant report, Duration soak, Instant write) {
    boolean people =
        Optional.ofNullable(waited.get(policy)).filter(at -> at.isAfter(report)).isPresent();
    Duration way = Duration.between(report, write).minus(soak);
    if (!people && !way.isNegative()) {
      handovers.observe(seconds(way));
    }
  }

  /** The milliseconds and nanoseconds of a time that somebody wrote may not fit a number. */
  private static double seconds(Duration length) {
    return length.getSeconds() + length.getNano() / 1e9;
  }

  /** Returns the metrics as they are now. */
  List<MetricSnapshot> snapshots() {
    return List.of(durations.collect(), approvals.collect(), handovers.collect());
  }
}

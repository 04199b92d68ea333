package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.PolicyStatusWriter;
import io.sluice.hub.write.ReplicaStatusPublisher;
import io.sluice.plan.report.OverallStatus;
import io.sluice.policy.Compliance;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.evidence.Evidence;
import io.sluice.policy.propagation.Targets;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.RepairStop;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.status.RootStatus;
import io.sluice.status.RootStatusLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Writes the status of root policies: what their clusters report (policy-propagation 9).
 *
 * <p>The first change is written at once, then at most one write per root in five seconds: consoles
 * slow down for a policy that changes more often; {@link RootStatusPace} decides when.
 */
public final class RootStatusReconciler {
  private final HubCaches caches;
  private final PolicyStatusWriter writer;
  private final Evidence evidence;
  private final RootStatusLimit limit;
  private final EventRecorder events;
  private final Clock clock;
  private final Optional<ReplicaStatusPublisher> replicaStatuses;
  private final RepairHistories histories;
  private final RootStatusPace pace;

  /**
   * Creates a reconciler.
   *
   * @param every the least time between two writes of one root
   * @param histories holds which policies were stopped because their writes were undone
   * @param replicaStatuses absent: replicas do not show the status of their cluster
   */
  public RootStatusReconciler(
      HubCaches caches,
      PolicyStatusWriter writer,
      Evidence evidence,
      Duration every,
      RootStatusLimit limit,
      Optional<ReplicaStatusPublisher> replicaStatuses,
      RepairHistories histories,
      EventRecorder events,
      Clock clock) {
    this.caches = caches;
    this.writer = writer;
    this.evidence = evidence;
    this.pace = new RootStatusPace(every);
    this.limit = limit;
    this.replicaStatuses = replicaStatuses;
    this.histories = histories;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Notes that something changed which the status shows.
   *
   * @return when to reconcile the policy after it, if it is too early now
   */
  public Optional<Instant> changed(PolicyName policy) {
    Instant now = clock.instant();
    pace.changed(policy, now);
    return pace.later(policy, shownOnReplicas(policy), now);
  }

  private boolean shownOnReplicas(PolicyName policy) {
    return replicaStatuses.isPresent() && caches.rollout(policy).isPresent();
  }

  /**
   * Writes the status if it changed.
   *
   * @return when to try again, if it is too early or the root was changed meanwhile
   */
  public Optional<Instant> reconcile(PolicyName policy) {
    Instant now = clock.instant();
    if (caches.replicas().root(policy).isEmpty()) {
      pace.forget(policy);
      replicaStatuses.ifPresent(all -> all.publish(policy, Map.of(), Map.of(), false));
      return Optional.empty();
    }
    Optional<Instant> later = pace.later(policy, shownOnReplicas(policy), now);
    if (later.isPresent()) {
      return later;
    }
    PolicyContext context = PolicyContext.of(caches.objects(policy), now);
    if (context.root().isEmpty()) {
      return Optional.empty();
    }
    Map<String, CachedReplica> replicas = caches.replicas().replicas(policy);
    RootStatus whole = status(context, replicas.values());
    publish(policy, replicas, whole);
    Optional<Instant> due = pace.later(policy, false, now);
    if (due.isPresent()) {
      // Until then only replicas show it, so the status of the root need not be compared.
      pace.computed(policy, now, clock.instant());
      return due;
    }
    RootStatusLimit.Fitted fitted = limit.fit(whole);
    Map<String, Object> status = fitted.status().toTree();
    Optional<GenericKubernetesResource> root = caches.replicas().root(policy);
    if (root.isEmpty()) {
      return Optional.empty();
    }
    List<Map<String, Object>> conditions =
        RootConditions.of(context, RepairStop.problem(histories.undone(policy)), root.get(), now);
    if (!conditions.isEmpty() && caches.keepsConditions()) {
      status.put(RootConditions.FIELD, conditions);
    }
    boolean upToDate = PolicyStatusWriter.upToDate(root.get(), status);
    pace.computed(policy, now, clock.instant());
    if (upToDate) {
      pace.settled(policy);
      return Optional.empty();
    }
    RootStatusPace.Difference difference = difference(root.get(), status);
    Optional<Instant> held = pace.held(policy, difference, clock.instant());
    if (held.isPresent()) {
      return held;
    }
    if (losesStrategy(context)) {
      return Optional.of(now.plus(HubCaches.STRATEGY_GRACE));
    }
    if (!writer.write(root.get(), status)) {
      return Optional.of(now.plusMillis(100));
    }
    pace.written(policy, difference, now);
    fitted
        .truncation()
        .ifPresent(
            left ->
                events.warning(
                    EventSubject.of(root.get()),
                    "StatusTruncated",
                    left,
                    "generation " + root.get().getMetadata().getGeneration()));
    return Optional.empty();
  }

  private static RootStatusPace.Difference difference(
      GenericKubernetesResource root, Map<String, Object> status) {
    Set<Object> written = new HashSet<>(JsonTree.list(HubObjects.part(root, "status"), "status"));
    List<Object> rows = JsonTree.list(status, "status");
    return new RootStatusPace.Difference(
        rows.stream().filter(row -> !written.contains(row)).count(), rows.size());
  }

  /**
   * A server stores the whole object as the CRD of the moment has it: any write would remove a
   * strategy that the CRD drops (rollout-strategy 1.6).
   */
  private boolean losesStrategy(PolicyContext context) {
    boolean staged = context.strategy().staged() || context.rollout().isPresent();
    return staged && caches.strategyDroppedNow();
  }

  /** Shows each cluster's status on its replica as well, where the CRD has a field for it. */
  private void publish(PolicyName policy, Map<String, CachedReplica> replicas, RootStatus status) {
    if (caches.strategyDropped()) {
      return;
    }
    boolean runOpen = caches.rollout(policy).filter(RolloutStatusTree::open).isPresent();
    replicaStatuses.ifPresent(
        all -> all.publish(policy, caches.managed(replicas), status.rolloutStatuses(), runOpen));
  }

  private RootStatus status(PolicyContext context, Collection<CachedReplica> cached) {
    List<Replica> replicas = cached.stream().map(CachedReplica::replica).toList();
    Targets targets = context.targets(context.root().orElseThrow().snapshot());
    Map<String, Compliance> compliance = compliance(replicas);
    if (!context.strategy().staged() && !context.strategyDropped()) {
      return RootStatus.of(targets, compliance, Map.of(), Optional.empty());
    }
    // Rows and the status of the whole are of one attempt: that of the present version.
    Optional<RolloutStatusParser> attempt = attempt(context);
    Map<String, ClusterStatus> clusters =
        new ClusterStatusRows(context, attempt, evidence)
            .of(targets.replicas(), replicas, clock.instant());
    return RootStatus.of(
        targets,
        compliance,
        clusters,
        targets.replicas().isEmpty()
            ? Optional.empty()
            : attempt.flatMap(RolloutStatusParser::rolloutStatus).or(() -> overallStatus(context)));
  }

  private static Optional<RolloutStatusParser> attempt(PolicyContext context) {
    RootView root = context.rootView().orElseThrow();
    return context
        .rolloutStatus()
        .filter(status -> status.record(root.version().policyUid()).attempted(root));
  }

  /** What each cluster reports of the version that it has, by cluster. */
  static Map<String, Compliance> compliance(List<Replica> replicas) {
    Map<String, Compliance> compliance = new HashMap<>();
    replicas.forEach(
        replica ->
            replica.compliant().ifPresent(found -> compliance.put(replica.cluster(), found)));
    return compliance;
  }

  /** The overall status before the newest version has an attempt: no cluster was started yet. */
  private static Optional<String> overallStatus(PolicyContext context) {
    Optional<SettingsValidation> settings = context.acceptance();
    return new OverallStatus(
            true,
            false,
            settings.flatMap(SettingsValidation::refusal).isPresent(),
            Optional.empty(),
            settings.map(SettingsValidation::mode).orElse(PendingMode.KEEP_PREVIOUS),
            settings.filter(SettingsValidation::atOnce).isPresent(),
            false)
        .label();
  }
}

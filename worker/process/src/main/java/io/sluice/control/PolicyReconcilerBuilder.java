package io.sluice.control;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.beside.OverrideReconciler;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.policy.PolicySetReconciler;
import io.sluice.control.policy.RemovalQuota;
import io.sluice.control.policy.RepairHistories;
import io.sluice.control.policy.RootStatusReconciler;
import io.sluice.control.rollout.AttemptSettings;
import io.sluice.control.rollout.AttemptStarter;
import io.sluice.control.rollout.AttemptSupport;
import io.sluice.control.rollout.AttendedTime;
import io.sluice.control.rollout.PolicyPass;
import io.sluice.control.rollout.RolloutReconciler;
import io.sluice.control.rollout.RunNotifier;
import io.sluice.control.rollout.SoakedClusters;
import io.sluice.control.rollout.VerdictSender;
import io.sluice.control.run.Absences;
import io.sluice.control.run.FleetNotifier;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.hub.write.PolicyStatusWriter;
import io.sluice.hub.write.ReplicaStatusPublisher;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.process.metrics.TermMetrics;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Wires what a {@link PolicyController} runs during one term; {@link PolicyPassBuilder} wires the
 * pass over a policy, by the mode of the process.
 */
final class PolicyReconcilerBuilder {
  private final KubernetesClient hub;
  private final HubCaches caches;
  private final Runs runs;
  private final EventRecorder recorder;
  private final NoticeRules notices;
  private final Settings settings;
  private final ProcessTime time;
  private final Clock clock;
  private final PolicyPassBuilder passes;
  private final Evidence evidence;
  private final OrphanedRuns orphans;
  private final RepairHistories histories = new RepairHistories();

  /**
   * Begins a term.
   *
   * @param runs of this hub
   * @param recorder records Events for people
   * @param notices whom to tell of what changes
   */
  PolicyReconcilerBuilder(
      KubernetesClient hub,
      HubCaches caches,
      Runs runs,
      RequestPool requests,
      EventRecorder recorder,
      NoticeRules notices,
      Settings settings,
      ProcessTime time) {
    this.hub = requireNonNull(hub, "hub is null");
    this.caches = requireNonNull(caches, "caches is null");
    this.runs = requireNonNull(runs, "runs is null");
    this.recorder = requireNonNull(recorder, "recorder is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.time = requireNonNull(time, "time is null");
    this.clock = time.clock();
    this.passes = new PolicyPassBuilder(hub, caches, requests, recorder, notices, clock);
    this.notices = requireNonNull(notices, "notices is null");
    this.evidence = new Evidence(settings.skew());
    this.orphans = new OrphanedRuns(runs);
  }

  /**
   * Wires all of it.
   *
   * @param released takes policies with clusters whose soak is over, to have them reconciled
   */
  PolicyReconcilers build(Consumer<PolicyName> released) {
    TermMetrics metrics = metrics();
    AttendedTime attended = AttendedTime.start(time, caches.informers()::watching);
    Absences absences = new Absences(settings.removalGrace(), attended::countedFrom);
    VerdictSender verdicts =
        new VerdictSender(
            runs,
            caches.view(),
            caches.changes(),
            evidence,
            this::available,
            attended::since,
            metrics::nextWrite,
            time);
    SoakedClusters soaked = new SoakedClusters(runs::ledger);
    OverrideReconciler overrides = passes.overrides(soaked);
    AttemptSupport support = passes.support(overrides, histories);
    RunNotifier notifier =
        new RunNotifier(
            caches,
            support,
            runs,
            orphans,
            verdicts,
            new FleetNotifier(runs, absences),
            passes.live(),
            soaked,
            released,
            clock);
    Optional<ReplicaStatusPublisher> replicaStatuses =
        settings.replicaRolloutStatus()
            ? Optional.of(new ReplicaStatusPublisher(hub, caches.propagator()))
            : Optional.empty();
    return new PolicyReconcilers(
        policies(rollouts(support, attended), overrides, absences),
        notifier,
        verdicts,
        rootStatuses(replicaStatuses),
        replicaStatuses,
        new PolicySetReconciler(
            caches, new PolicyStatusWriter(hub, Kinds.POLICY_SET, clock), recorder, clock),
        orphans,
        attended,
        metrics);
  }

  private TermMetrics metrics() {
    return new TermMetrics(
        caches.replicas(),
        caches::rollouts,
        caches.mode() == HubMode.STANDALONE,
        caches.tickets(),
        this::soak,
        clock);
  }

  private Optional<Duration> soak(PolicyName policy) {
    Duration floor = settings.soakFloor();
    return PolicyContext.of(caches.objects(policy), clock.instant())
        .acceptance()
        .flatMap(SettingsValidation::strategy)
        .map(Strategy::minSuccessTime)
        .map(soak -> soak.compareTo(floor) > 0 ? soak : floor);
  }

  private boolean available(String cluster) {
    return !Reachability.unreachable(caches.managedCluster(cluster));
  }

  private RolloutReconciler rollouts(AttemptSupport support, AttendedTime attended) {
    RolloutObjects objects = new RolloutObjects(hub, recorder, clock).with(notices);
    AttemptStarter starter =
        new AttemptStarter(
            runs,
            recorder,
            objects,
            new RunLiveness(runs, attended::countedFrom),
            orphans,
            AttemptSettings.of(settings));
    return new RolloutReconciler(
        caches,
        support,
        objects,
        new RetirementWriter(hub, clock),
        starter,
        orphans,
        evidence,
        clock);
  }

  private PolicyPass policies(
      RolloutReconciler rollouts, OverrideReconciler overrides, Absences absences) {
    return caches.mode() == HubMode.BESIDE
        ? passes.beside(rollouts, overrides, histories)
        : passes.standalone(
            new ReplicaWriter(hub, clock, caches.propagator()),
            rollouts,
            passes.activator(),
            absences,
            new RemovalQuota(RemovalQuota.PER_MINUTE),
            histories);
  }

  private RootStatusReconciler rootStatuses(Optional<ReplicaStatusPublisher> replicaStatuses) {
    return new RootStatusReconciler(
        caches,
        new PolicyStatusWriter(hub, Kinds.POLICY, clock),
        evidence,
        settings.rootStatusEvery(),
        settings.rootStatusLimit(),
        replicaStatuses,
        histories,
        recorder,
        clock);
  }
}

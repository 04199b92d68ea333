package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.control.run.RunLiveness;
import io.sluice.control.run.Runs;
import io.sluice.control.run.StartThrottle;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.IdleStatusBuilder;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.status.NewcomerApprovals;
import io.sluice.status.RolloutCondition;
import io.sluice.status.RolloutConditions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Reconciles the Rollout object of one policy at a time: creates and numbers it, writes its status
 * while no run is open, starts the attempt that is due, and retires the object of a policy that is
 * not staged any more.
 *
 * <p>{@link AttemptDue}, {@link io.sluice.status.IdleStatus} and {@link RetirementAction} decide.
 */
public final class RolloutReconciler implements RolloutPass {
  private static final Duration RUN_POLL = Duration.ofSeconds(1);
  private static final Duration WAIT_POLL = Duration.ofSeconds(5);

  private final HubCaches caches;
  private final AttemptSupport support;
  private final RolloutObjects rollouts;
  private final AttemptStarter starter;
  private final RunLiveness liveness;
  private final OrphanedRuns orphans;
  private final ReplicaJudge judge;
  private final Clock clock;
  private final StartThrottle starts = new StartThrottle();

  public RolloutReconciler(
      HubCaches caches,
      AttemptSupport support,
      RolloutObjects rollouts,
      AttemptStarter starter,
      RunLiveness liveness,
      OrphanedRuns orphans,
      Evidence evidence,
      Clock clock) {
    this.caches = caches;
    this.support = support;
    this.rollouts = rollouts;
    this.starter = starter;
    this.liveness = liveness;
    this.orphans = orphans;
    this.judge = new ReplicaJudge(evidence);
    this.clock = clock;
  }

  @Override
  public Retirement retire(RootPolicy root, PolicyContext context, Instant now) {
    boolean staged = context.strategy().staged() || context.strategyDropped();
    Optional<String> lost = lostRun(root, context, now);
    RetirementAction cached =
        RolloutObjects.retirement(context.rollout(), staged, root.disabled(), lost);
    RetirementAction action =
        cached == RetirementAction.KEEP || cached == RetirementAction.WAIT_FOR_THE_RUN
            ? cached
            : rollouts.retire(root, staged, lost);
    return new Retirement(
        action,
        action == RetirementAction.WAIT_FOR_THE_RUN
            ? Optional.of(liveness.nextCheck(root.name(), now))
            : Optional.empty());
  }

  @Override
  public void forget(PolicyName policy, Optional<GenericKubernetesResource> rollout) {
    rollout.ifPresent(object -> rollouts.reportWithoutPolicy(object, policy));
    support.forget(policy);
    starts.forget(policy);
    liveness.forget(policy);
  }

  /** The UID of the open attempt, if Temporal has lost its run. */
  private Optional<String> lostRun(RootPolicy root, PolicyContext context, Instant now) {
    if (open(context).isEmpty()) {
      liveness.forget(root.name());
    }
    return open(context)
        .map(RolloutStatusParser::rolloutUid)
        .filter(uid -> liveness.lost(root.name(), uid, now));
  }

  private static Optional<RolloutStatusParser> open(PolicyContext context) {
    return context.rolloutStatus().filter(RolloutStatusParser::runOpen);
  }

  @Override
  public Optional<Instant> reconcile(
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    Instant now = clock.instant();
    boolean runOpen = open(context).isPresent();
    if (root.deleting() && context.rollout().isEmpty()) {
      return Optional.empty();
    }
    OptionalLong former = support.former(root, context, replicas);
    if (former.isPresent() && !runOpen
        || context.rollout().filter(RolloutObjects::owned).isEmpty()) {
      return Optional.of(ensure(root, context, replicas, former.orElse(0), now));
    }
    boolean accepted = context.acceptance().flatMap(SettingsValidation::refusal).isEmpty();
    boolean lost = accepted && lostRun(root, context, now).isPresent();
    DueInput input =
        input(
            support,
            root,
            context,
            replicas,
            former.orElse(0),
            lost ? DueInput.Temporal.LOST_THE_RUN : DueInput.Temporal.ANSWERS);
    DueDecision decided = AttemptDue.judge(input);
    OverrideResult prepared = support.prepare(context, replicas, decided.attempt().isPresent());
    DueDecision due =
        prepared
            .waitingFor()
            .filter(waiting -> decided.attempt().isPresent())
            .map(DueDecision::waiting)
            .orElse(decided);
    if (due.attempt().isPresent()) {
      support.keep(root);
      return Optional.of(start(root, context, input, due.attempt().get(), replicas));
    }
    starts.forget(root.name());
    // A revision that cannot be stored must not keep the status from being written.
    writeStatus(root, context, input, due, replicas, unapproved);
    if (accepted) {
      support.keep(root);
    }
    Optional<Instant> again =
        runOpen
            ? Optional.of(liveness.nextCheck(root.name(), now))
            : due.waitingFor().map(waiting -> now.plus(WAIT_POLL));
    return Stream.concat(again.stream(), prepared.again().stream()).min(Instant::compareTo);
  }

  /** Starts an attempt, and returns when to look whether it has claimed the object. */
  private Instant start(
      RootPolicy root,
      PolicyContext context,
      DueInput input,
      AttemptDue due,
      Map<String, CachedReplica> replicas) {
    Instant now = clock.instant();
    String attempt =
        "%d of generation %d, %s %s"
            .formatted(due.number(), root.generation(), due.kind(), context.strategy().hash());
    Optional<Instant> wait = starts.waitUntil(root.name(), attempt, now);
    if (wait.isPresent()) {
      return wait.get();
    }
    reportOddSettings(root, context);
    boolean again = starts.startedBefore(root.name(), attempt);
    boolean started;
    try {
      started =
          starter.start(
              root,
              context,
              due,
              context.fleet(replicas.keySet()),
              support.states(root, context, replicas, input.newcomers()),
              again);
    } catch (RuntimeException e) {
      if (Runs.temporalUnreachable(e)) {
        reportUnreachable(root, context, input, replicas, e);
      }
      throw e;
    }
    if (started) {
      orphans.expect(root.name());
    }
    return starts.tried(root.name(), attempt, started, now);
  }

  /** A run keeps the message, so it is written before the run begins, and only if it differs. */
  private void reportOddSettings(RootPolicy root, PolicyContext context) {
    SettingsValidation settings = context.acceptance().orElseThrow();
    Optional<String> former =
        context
            .rollout()
            .map(RolloutStatusTree::status)
            .flatMap(status -> RolloutStatusTree.of(status).condition(RolloutCondition.ACCEPTED))
            .map(Condition::getMessage);
    RolloutCondition accepted =
        RolloutConditions.accepted(Optional.empty(), settings.oddSettings());
    boolean silent = former.isEmpty() && settings.oddSettings().isEmpty();
    // Of an attempt that goes on, the run alone writes the status.
    if (!silent && open(context).isEmpty() && former.filter(accepted.message()::equals).isEmpty()) {
      rollouts.accept(root.name(), accepted);
    }
  }

  private void reportUnreachable(
      RootPolicy root,
      PolicyContext context,
      DueInput input,
      Map<String, CachedReplica> replicas,
      RuntimeException cause) {
    DueInput unreachable = input.with(DueInput.Temporal.UNREACHABLE);
    try {
      writeStatus(
          root, context, unreachable, AttemptDue.judge(unreachable), replicas, Optional.empty());
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Creates the object, or gives it its number; the watch event of that reconciles the policy
   * again. If the object was deleted during a run, the run has to notice that and to close first.
   *
   * @return when to look again
   */
  private Instant ensure(
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      long number,
      Instant now) {
    if (context.rollout().isEmpty() && orphans.block(root.name(), now)) {
      return now.plus(RUN_POLL);
    }
    support.ensure(root, context, replicas, number);
    return now.plus(WAIT_POLL);
  }

  private void writeStatus(
      RootPolicy root,
      PolicyContext context,
      DueInput input,
      DueDecision due,
      Map<String, CachedReplica> replicas,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    PolicyVersion version = context.version().orElseThrow();
    VersionContent content = context.content(root.snapshot());
    Instant now = clock.instant();
    rollouts.writeIdleStatus(
        context.rollout().orElseThrow(),
        root,
        new IdleStatusBuilder(
            input,
            due,
            context,
            replicas.values().stream().map(CachedReplica::replica).toList(),
            replica -> verdict(replica, content, version, now),
            unapproved));
  }

  private Verdict verdict(
      Replica replica, VersionContent content, PolicyVersion version, Instant now) {
    boolean unreachable = Reachability.unreachable(caches.managedCluster(replica.cluster()));
    Report report = judge.report(replica, content, version, unreachable, now);
    return report.contentHash().equals(version.contentHash()) ? report.verdict() : Verdict.SILENT;
  }

  /**
   * Collects what decides whether an attempt is due.
   *
   * @param former the number of the last attempt, where the object names none
   */
  public static DueInput input(
      AttemptSupport support,
      RootPolicy root,
      PolicyContext context,
      Map<String, CachedReplica> replicas,
      long former,
      DueInput.Temporal temporal) {
    Optional<RolloutRecord> record =
        context.rolloutStatus().map(rollout -> rollout.record(root.uid()));
    return new DueInput(
        context.rootView().orElseThrow(),
        context.acceptance(),
        record,
        context.fleet(replicas.keySet()).withUnknownContent(support.unknown(context, replicas)),
        record.map(found -> newcomers(support, context, found, replicas)).orElse(List.of()),
        former,
        temporal);
  }

  private static List<String> newcomers(
      AttemptSupport support,
      PolicyContext context,
      RolloutRecord record,
      Map<String, CachedReplica> replicas) {
    boolean needed =
        context
            .acceptance()
            .filter(settings -> settings.mode() != PendingMode.KEEP_PREVIOUS)
            .isPresent();
    if (!needed || record.runOpen()) {
      return List.of();
    }
    return support.newcomers(context, record, replicas);
  }
}

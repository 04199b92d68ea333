package io.sluice.watch;

import io.sluice.evidence.Evidence;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.IdleStatusBuilder;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.lifecycle.AttemptDue;
import io.sluice.lifecycle.AttemptNumber;
import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.Newcomers;
import io.sluice.lifecycle.RetirementAction;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reconciles the Rollout object of one policy at a time: creates and numbers it, writes its status
 * while no run is open, starts the attempt that is due, and retires the object of a policy that is
 * not staged any more.
 *
 * <p>{@link AttemptDue}, {@link io.sluice.status.IdleStatus} and {@link RetirementAction} decide.
 */
final class RolloutReconciler {
  private static final Duration RUN_POLL = Duration.ofSeconds(1);

  private final HubCaches caches;
  private final Revisions revisions;
  private final RolloutObjects rollouts;
  private final AttemptStarter starter;
  private final RunLiveness liveness;
  private final OrphanedRuns orphans;
  private final ReplicaJudge judge;
  private final Clock clock;
  private final Map<PolicyName, String> storedRevisions = new ConcurrentHashMap<>();

  RolloutReconciler(
      HubCaches caches,
      Revisions revisions,
      RolloutObjects rollouts,
      AttemptStarter starter,
      RunLiveness liveness,
      OrphanedRuns orphans,
      Evidence evidence,
      Clock clock) {
    this.caches = caches;
    this.revisions = revisions;
    this.rollouts = rollouts;
    this.starter = starter;
    this.liveness = liveness;
    this.orphans = orphans;
    this.judge = new ReplicaJudge(evidence);
    this.clock = clock;
  }

  /** What was done with an object, and when to reconcile again. */
  record Retirement(RetirementAction action, Optional<Instant> again) {}

  /** Retires the object of an unstaged or disabled policy. The hub is asked only if needed. */
  Retirement retire(RootPolicy root, PolicyContext context, Instant now) {
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

  /** The UID of the open attempt, if Temporal has lost its run. */
  private Optional<String> lostRun(RootPolicy root, PolicyContext context, Instant now) {
    return open(context)
        .map(RolloutStatusParser::rolloutUid)
        .filter(uid -> liveness.lost(root.name(), uid, now));
  }

  private static Optional<RolloutStatusParser> open(PolicyContext context) {
    return context.rollout().map(RolloutStatusParser::of).filter(RolloutStatusParser::runOpen);
  }

  /**
   * Reconciles the object of a staged policy, and starts the attempt that is due.
   *
   * @return when to reconcile again without a change on the hub
   */
  Optional<Instant> reconcile(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> replicas) {
    boolean runPending = !settled(root, context, replicas);
    Instant now = clock.instant();
    // No event on the hub shows that a former run has closed.
    return runPending
        ? Optional.of(now.plus(RUN_POLL))
        : open(context).map(open -> liveness.nextCheck(root.name(), now));
  }

  /** False when a former run has to close first. */
  private boolean settled(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> replicas) {
    long highest = highestAttempt(replicas);
    Optional<RolloutRecord> record =
        context.rollout().map(RolloutStatusParser::of).map(rollout -> rollout.record(root.uid()));
    Optional<Long> number = AttemptNumber.toWrite(record, highest);
    if (number.isPresent() || !context.rollout().filter(RolloutObjects::owned).isPresent()) {
      return ensure(root, context, number.orElse(highest));
    }
    boolean accepted = context.acceptance().flatMap(SettingsValidation::refusal).isEmpty();
    if (accepted) {
      storeRevision(root);
    }
    boolean lost = accepted && lostRun(root, context, clock.instant()).isPresent();
    DueInput input =
        new DueInput(
            context.rootView().orElseThrow(),
            context.acceptance(),
            record,
            context.fleet(replicas.keySet()),
            newcomers(context, record.get(), replicas),
            highest,
            lost ? DueInput.Temporal.LOST_THE_RUN : DueInput.Temporal.ANSWERS);
    DueDecision due = AttemptDue.judge(input);
    if (due.attempt().isEmpty()) {
      writeStatus(root, context, input, due, replicas);
      return true;
    }
    try {
      return starter.start(root, context, due.attempt().get(), replicas);
    } catch (RuntimeException e) {
      if (Runs.temporalUnreachable(e)) {
        DueInput unreachable = input.with(DueInput.Temporal.UNREACHABLE);
        writeStatus(root, context, unreachable, AttemptDue.judge(unreachable), replicas);
      }
      throw e;
    }
  }

  /**
   * Creates the object, or raises its number; the watch event of that reconciles the policy again.
   * If the object was deleted during a run, the run has to notice that and to close first.
   */
  private boolean ensure(RootPolicy root, PolicyContext context, long number) {
    if (context.rollout().isEmpty() && orphans.block(root.name(), clock.instant())) {
      return false;
    }
    rollouts.ensure(root, number);
    return true;
  }

  private void writeStatus(
      RootPolicy root,
      PolicyContext context,
      DueInput input,
      DueDecision due,
      Map<String, CachedReplica> replicas) {
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
            replica -> complies(replica, content, version, now)));
  }

  private boolean complies(
      Replica replica, VersionContent content, PolicyVersion version, Instant now) {
    boolean unreachable = Reachability.unreachable(caches.managedCluster(replica.cluster()));
    Report report = judge.report(replica, content, version, unreachable, now);
    return report.contentHash().equals(version.contentHash())
        && report.verdict() == Verdict.POSITIVE;
  }

  private static List<String> newcomers(
      PolicyContext context, RolloutRecord record, Map<String, CachedReplica> replicas) {
    boolean needed =
        context
            .acceptance()
            .filter(settings -> settings.mode() != PendingMode.KEEP_PREVIOUS)
            .isPresent();
    if (!needed || record.runOpen()) {
      return List.of();
    }
    RolloutStatusParser status = RolloutStatusParser.of(context.rollout().orElseThrow());
    PolicyVersion version = context.version().orElseThrow();
    VersionContent content = context.content(context.root().orElseThrow().snapshot());
    return Newcomers.of(
        context.fleet(replicas.keySet()),
        replicas.values().stream().map(CachedReplica::replica).toList(),
        record.generation(),
        replica -> content.hashOf(replica, version).equals(version.contentHash()),
        status.listedStatuses().keySet(),
        status.allListed());
  }

  /** Stores the present version, unless this process did so already. */
  private void storeRevision(RootPolicy root) {
    String stored = "%s %d %s".formatted(root.uid(), root.generation(), root.snapshot().hash());
    if (!stored.equals(storedRevisions.get(root.name()))) {
      revisions.keep(root);
      storedRevisions.put(root.name(), stored);
    }
  }

  private static long highestAttempt(Map<String, CachedReplica> replicas) {
    return replicas.values().stream()
        .flatMap(replica -> replica.replica().dispatch().stream())
        .mapToLong(Dispatch::attempt)
        .max()
        .orElse(0);
  }
}

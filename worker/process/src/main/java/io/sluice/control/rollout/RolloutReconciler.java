package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.NextPass;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.IdleStatusBuilder;
import io.sluice.hub.write.RetirementWriter;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.RetirementAction;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.status.NewcomerApprovals;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
  private final RetirementWriter retirements;
  private final AttemptStarter starter;
  private final OrphanedRuns orphans;
  private final ReplicaJudge judge;
  private final Clock clock;

  public RolloutReconciler(
      HubCaches caches,
      AttemptSupport support,
      RolloutObjects rollouts,
      RetirementWriter retirements,
      AttemptStarter starter,
      OrphanedRuns orphans,
      Evidence evidence,
      Clock clock) {
    this.caches = caches;
    this.support = support;
    this.rollouts = rollouts;
    this.retirements = retirements;
    this.starter = starter;
    this.orphans = orphans;
    this.judge = new ReplicaJudge(evidence);
    this.clock = clock;
  }

  @Override
  public Retirement retire(RootPolicy root, PolicyContext context, Instant now) {
    boolean staged = context.strategy().staged() || context.strategyDropped();
    Optional<String> lost =
        starter.lostRun(
            root.name(), context.rolloutStatus().map(found -> found.record(root.uid())), now);
    RetirementAction cached =
        RetirementWriter.decide(context.rollout(), staged, root.disabled(), lost);
    RetirementAction action =
        cached == RetirementAction.KEEP || cached == RetirementAction.WAIT_FOR_THE_RUN
            ? cached
            : retirements.retire(root, staged, lost);
    return new Retirement(
        action,
        action == RetirementAction.WAIT_FOR_THE_RUN
            ? Optional.of(starter.nextCheck(root.name(), now))
            : Optional.empty());
  }

  @Override
  public void forget(PolicyName policy, Optional<GenericKubernetesResource> rollout) {
    rollout.ifPresent(object -> rollouts.reportWithoutPolicy(object, policy));
    support.forget(policy);
    starter.forget(policy);
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
    OptionalLong former = support.former(context, replicas);
    if (former.isPresent() && !runOpen
        || context.rollout().filter(RolloutObjects::owned).isEmpty()) {
      return Optional.of(ensure(root, context, replicas, former.orElse(0), now));
    }
    PolicyTarget target = new PolicyTarget(support, context, replicas, former.orElse(0));
    AttemptStarter.Decided decided = starter.decide(target, now);
    if (decided.unreachable().isPresent()) {
      reportUnreachable(target, decided, decided.unreachable().get());
      throw decided.unreachable().get();
    }
    if (!decided.starts()) {
      // A revision that cannot be stored must not keep the status from being written.
      writeStatus(target, decided, unapproved);
      if (context.acceptance().flatMap(SettingsValidation::refusal).isEmpty()) {
        target.keep();
      }
    }
    return NextPass.earlier(decided.again(), unapproved.flatMap(NewcomerApprovals.Waiting::next));
  }

  private void reportUnreachable(
      PolicyTarget target, AttemptStarter.Decided decided, RuntimeException cause) {
    try {
      writeStatus(target, decided, Optional.empty());
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
    support.ensure(context, replicas, number);
    return now.plus(WAIT_POLL);
  }

  private void writeStatus(
      PolicyTarget target,
      AttemptStarter.Decided decided,
      Optional<NewcomerApprovals.Waiting> unapproved) {
    PolicyContext context = target.context();
    PolicyVersion version = context.version().orElseThrow();
    VersionContent content = context.content(target.policy().snapshot());
    Instant now = clock.instant();
    rollouts.writeIdleStatus(
        context.rollout().orElseThrow(),
        target.name(),
        target.policy().uid(),
        new IdleStatusBuilder(
                decided.input(),
                decided.due(),
                context,
                target.replicas().values().stream().map(CachedReplica::replica).toList(),
                replica -> verdict(replica, content, version, now),
                unapproved,
                target.replicas().values().stream().filter(found -> found.gate().staged()).count())
            ::status);
  }

  private Verdict verdict(
      Replica replica, VersionContent content, PolicyVersion version, Instant now) {
    boolean unreachable = Reachability.unreachable(caches.managedCluster(replica.cluster()));
    Report report = judge.report(replica, content, version, unreachable, now);
    return report.contentHash().equals(version.contentHash()) ? report.verdict() : Verdict.SILENT;
  }
}

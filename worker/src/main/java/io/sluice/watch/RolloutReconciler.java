package io.sluice.watch;

import io.sluice.evidence.Evidence;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.Reachability;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.IdleStatusWriter;
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
 * Keeps the Rollout object of one policy at a time: makes and numbers it, tells where the rollout
 * stands while no run is open, starts the attempt that is due, and ends what is left of a rollout
 * that nobody wants any more. What is to be done is judged by {@link
 * io.sluice.lifecycle.AttemptDue}, {@link io.sluice.status.IdleStatus} and {@link
 * io.sluice.lifecycle.RetirementAction}.
 */
final class RolloutReconciler {
  private final ReconcilerContext tools;
  private final Revisions revisions;
  private final RolloutObjects rollouts;
  private final ReplicaJudge judging;
  private final Clock clock;
  private final Map<PolicyName, String> kept = new ConcurrentHashMap<>();

  RolloutReconciler(
      ReconcilerContext tools,
      Revisions revisions,
      RolloutObjects rollouts,
      Evidence evidence,
      Clock clock) {
    this.tools = tools;
    this.revisions = revisions;
    this.rollouts = rollouts;
    this.judging = new ReplicaJudge(evidence);
    this.clock = clock;
  }

  /** What became of an object, and when to look again. */
  record Retired(RetirementAction fate, Optional<Instant> again) {}

  /** Ends what is left of a rollout; the cache says whether the hub has to be asked at all. */
  Retired retire(RootPolicy root, PolicyContext picture, Instant now) {
    boolean staged = picture.strategy().staged() || picture.strategyDropped();
    Optional<String> lost = lostRun(root, picture, now);
    RetirementAction seen = RolloutObjects.fate(picture.rollout(), staged, root.disabled(), lost);
    RetirementAction fate =
        seen == RetirementAction.KEEP || seen == RetirementAction.WAIT_FOR_THE_RUN
            ? seen
            : rollouts.retire(root, staged, lost);
    return new Retired(
        fate,
        fate == RetirementAction.WAIT_FOR_THE_RUN
            ? Optional.of(tools.lost().next(root.name(), now))
            : Optional.empty());
  }

  /** The UID of the open attempt, if Temporal has lost its run. */
  private Optional<String> lostRun(RootPolicy root, PolicyContext picture, Instant now) {
    return picture
        .rollout()
        .map(RolloutStatusParser::of)
        .filter(RolloutStatusParser::runOpen)
        .map(RolloutStatusParser::rolloutUid)
        .filter(uid -> tools.lost().lost(root.name(), uid, now));
  }

  /** Keeps the object of a staged policy, and starts the attempt that is due. */
  void keep(RootPolicy root, PolicyContext picture, Map<String, CachedReplica> replicas) {
    long highest = highestAttempt(replicas);
    Optional<RolloutRecord> record =
        picture.rollout().map(RolloutStatusParser::of).map(rollout -> rollout.record(root.uid()));
    Optional<Long> number = AttemptNumber.toWrite(record, highest);
    if (number.isPresent() || !picture.rollout().filter(RolloutObjects::owned).isPresent()) {
      ensure(root, picture, number.orElse(highest));
      return;
    }
    boolean accepted = picture.acceptance().flatMap(SettingsValidation::refusal).isEmpty();
    if (accepted) {
      keepRevision(root);
    }
    boolean lost = accepted && lostRun(root, picture, clock.instant()).isPresent();
    DueInput facts =
        new DueInput(
            picture.rootView().orElseThrow(),
            picture.acceptance(),
            record,
            picture.fleet(replicas.keySet()),
            newcomers(picture, record.get(), replicas),
            highest,
            lost ? DueInput.Temporal.LOST_THE_RUN : DueInput.Temporal.ANSWERS);
    DueDecision due = AttemptDue.judge(facts);
    if (due.attempt().isEmpty()) {
      tell(root, picture, facts, due, replicas);
      return;
    }
    try {
      start(root, picture, due.attempt().get(), replicas);
    } catch (RuntimeException e) {
      if (TemporalErrors.is(e)) {
        DueInput away = facts.with(DueInput.Temporal.UNREACHABLE);
        tell(root, picture, away, AttemptDue.judge(away), replicas);
      }
      throw e;
    }
  }

  private void tell(
      RootPolicy root,
      PolicyContext picture,
      DueInput facts,
      DueDecision due,
      Map<String, CachedReplica> replicas) {
    PolicyVersion version = picture.version().orElseThrow();
    VersionContent content = picture.content(root.snapshot());
    Instant now = clock.instant();
    rollouts.tell(
        picture.rollout().orElseThrow(),
        root,
        new IdleStatusWriter(
            facts,
            due,
            picture,
            replicas.values().stream().map(CachedReplica::replica).toList(),
            replica -> complies(replica, content, version, now)));
  }

  private boolean complies(
      Replica replica, VersionContent content, PolicyVersion version, Instant now) {
    boolean away = Reachability.unreachable(tools.caches().managedCluster(replica.cluster()));
    Report report = judging.report(replica, content, version, away, now);
    return report.contentHash().equals(version.contentHash())
        && report.verdict() == Verdict.POSITIVE;
  }

  /**
   * Makes the object, which comes back through the watch and brings this key along. Where it was
   * deleted under an open run, the run has to find that out and to close first.
   */
  private void ensure(RootPolicy root, PolicyContext picture, long number) {
    if (picture.rollout().isEmpty() && tools.orphans().holdUp(root.name())) {
      tools.again(root.name(), Duration.ofSeconds(1));
      return;
    }
    rollouts.ensure(root, number);
  }

  private List<String> newcomers(
      PolicyContext picture, RolloutRecord record, Map<String, CachedReplica> replicas) {
    boolean matter =
        picture
            .acceptance()
            .filter(settings -> settings.mode() != PendingMode.KEEP_PREVIOUS)
            .isPresent();
    if (!matter || record.runOpen()) {
      return List.of();
    }
    RolloutStatusParser reading = RolloutStatusParser.of(picture.rollout().orElseThrow());
    PolicyVersion version = picture.version().orElseThrow();
    VersionContent content = picture.content(picture.root().orElseThrow().snapshot());
    return Newcomers.of(
        picture.fleet(replicas.keySet()),
        replicas.values().stream().map(CachedReplica::replica).toList(),
        record.generation(),
        replica -> content.hashOf(replica, version).equals(version.contentHash()),
        reading.exceptions().keySet(),
        reading.allListed());
  }

  private void start(
      RootPolicy root, PolicyContext picture, AttemptDue due, Map<String, CachedReplica> replicas) {
    if (!tools.starter().start(root, picture, due, replicas)) {
      // It may be a former run that is about to close: nothing on the hub would tell when.
      tools.again(root.name(), Duration.ofSeconds(1));
    }
  }

  /** Asks the hub only when there is something new to be kept. */
  private void keepRevision(RootPolicy root) {
    String what = "%s %d %s".formatted(root.uid(), root.generation(), root.snapshot().hash());
    if (!what.equals(kept.get(root.name()))) {
      revisions.keep(root);
      kept.put(root.name(), what);
    }
  }

  private static long highestAttempt(Map<String, CachedReplica> replicas) {
    return replicas.values().stream()
        .flatMap(known -> known.replica().dispatch().stream())
        .mapToLong(Dispatch::attempt)
        .max()
        .orElse(0);
  }
}

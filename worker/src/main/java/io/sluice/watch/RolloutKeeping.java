package io.sluice.watch;

import io.sluice.hub.BetweenAttempts;
import io.sluice.hub.HubPicture;
import io.sluice.hub.Judging;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.Reachability;
import io.sluice.hub.Revisions;
import io.sluice.hub.RolloutObjects;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.VersionContent;
import io.sluice.plan.Mode;
import io.sluice.plan.Report;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Evidence;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.AttemptNumber;
import io.sluice.upkeep.Due;
import io.sluice.upkeep.DueFacts;
import io.sluice.upkeep.Newcomers;
import io.sluice.upkeep.RolloutFate;
import io.sluice.upkeep.RolloutRecord;
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
 * that nobody wants any more. What is to be done is judged by {@link io.sluice.upkeep.AttemptDue},
 * {@link io.sluice.upkeep.Between} and {@link io.sluice.upkeep.RolloutFate}.
 */
final class RolloutKeeping {
  private final KeeperTools tools;
  private final Revisions revisions;
  private final RolloutObjects rollouts;
  private final Judging judging;
  private final Clock clock;
  private final Map<PolicyName, String> kept = new ConcurrentHashMap<>();

  RolloutKeeping(
      KeeperTools tools,
      Revisions revisions,
      RolloutObjects rollouts,
      Evidence evidence,
      Clock clock) {
    this.tools = tools;
    this.revisions = revisions;
    this.rollouts = rollouts;
    this.judging = new Judging(evidence);
    this.clock = clock;
  }

  /** What became of an object, and when to look again. */
  record Retired(RolloutFate fate, Optional<Instant> again) {}

  /** Ends what is left of a rollout; the cache says whether the hub has to be asked at all. */
  Retired retire(RootPolicy root, HubPicture picture, Instant now) {
    boolean staged = picture.strategy().staged() || picture.strategyDropped();
    Optional<String> lost = lostRun(root, picture, now);
    RolloutFate seen = RolloutObjects.fate(picture.rollout(), staged, root.disabled(), lost);
    RolloutFate fate =
        seen == RolloutFate.KEEP || seen == RolloutFate.WAIT_FOR_THE_RUN
            ? seen
            : rollouts.retire(root, staged, lost);
    return new Retired(
        fate,
        fate == RolloutFate.WAIT_FOR_THE_RUN
            ? Optional.of(tools.lost().next(root.name(), now))
            : Optional.empty());
  }

  /** The UID of the open attempt, if Temporal has lost its run. */
  private Optional<String> lostRun(RootPolicy root, HubPicture picture, Instant now) {
    return picture
        .rollout()
        .map(RolloutReading::of)
        .filter(RolloutReading::runOpen)
        .map(RolloutReading::rolloutUid)
        .filter(uid -> tools.lost().lost(root.name(), uid, now));
  }

  /** Keeps the object of a staged policy, and starts the attempt that is due. */
  void keep(RootPolicy root, HubPicture picture, Map<String, KnownReplica> replicas) {
    long highest = highestAttempt(replicas);
    Optional<RolloutRecord> record =
        picture.rollout().map(RolloutReading::of).map(rollout -> rollout.record(root.uid()));
    Optional<Long> number = AttemptNumber.toWrite(record, highest);
    if (number.isPresent() || !picture.rollout().filter(RolloutObjects::owned).isPresent()) {
      ensure(root, picture, number.orElse(highest));
      return;
    }
    boolean accepted = picture.acceptance().flatMap(Acceptance::refusal).isEmpty();
    if (accepted) {
      keepRevision(root);
    }
    boolean lost = accepted && lostRun(root, picture, clock.instant()).isPresent();
    DueFacts facts =
        new DueFacts(
            picture.rootView().orElseThrow(),
            picture.acceptance(),
            record,
            picture.fleet(replicas.keySet()),
            newcomers(picture, record.get(), replicas),
            highest,
            lost ? DueFacts.Temporal.LOST_THE_RUN : DueFacts.Temporal.ANSWERS);
    Due due = AttemptDue.judge(facts);
    if (due.attempt().isEmpty()) {
      tell(root, picture, facts, due, replicas);
      return;
    }
    try {
      start(root, picture, due.attempt().get(), replicas);
    } catch (RuntimeException e) {
      if (TemporalAway.is(e)) {
        DueFacts away = facts.with(DueFacts.Temporal.UNREACHABLE);
        tell(root, picture, away, AttemptDue.judge(away), replicas);
      }
      throw e;
    }
  }

  private void tell(
      RootPolicy root,
      HubPicture picture,
      DueFacts facts,
      Due due,
      Map<String, KnownReplica> replicas) {
    PolicyVersion version = picture.version().orElseThrow();
    VersionContent content = picture.content(root.snapshot());
    Instant now = clock.instant();
    rollouts.tell(
        picture.rollout().orElseThrow(),
        root,
        new BetweenAttempts(
            facts,
            due,
            picture,
            replicas.values().stream().map(KnownReplica::replica).toList(),
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
  private void ensure(RootPolicy root, HubPicture picture, long number) {
    if (picture.rollout().isEmpty() && tools.orphans().holdUp(root.name())) {
      tools.again(root.name(), Duration.ofSeconds(1));
      return;
    }
    rollouts.ensure(root, number);
  }

  private List<String> newcomers(
      HubPicture picture, RolloutRecord record, Map<String, KnownReplica> replicas) {
    boolean matter =
        picture.acceptance().filter(settings -> settings.mode() != Mode.KEEP_PREVIOUS).isPresent();
    if (!matter || record.runOpen()) {
      return List.of();
    }
    RolloutReading reading = RolloutReading.of(picture.rollout().orElseThrow());
    PolicyVersion version = picture.version().orElseThrow();
    VersionContent content = picture.content(picture.root().orElseThrow().snapshot());
    return Newcomers.of(
        picture.fleet(replicas.keySet()),
        replicas.values().stream().map(KnownReplica::replica).toList(),
        record.generation(),
        replica -> content.hashOf(replica, version).equals(version.contentHash()),
        reading.exceptions().keySet(),
        reading.allListed());
  }

  private void start(
      RootPolicy root, HubPicture picture, AttemptDue due, Map<String, KnownReplica> replicas) {
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

  private static long highestAttempt(Map<String, KnownReplica> replicas) {
    return replicas.values().stream()
        .flatMap(known -> known.replica().dispatch().stream())
        .mapToLong(Dispatch::attempt)
        .max()
        .orElse(0);
  }
}

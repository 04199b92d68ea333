package io.sluice.simulation;

import io.sluice.gate.KeptVersion;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.CarriedVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.AttemptNumber;
import io.sluice.rollout.lifecycle.ClaimRequest;
import io.sluice.rollout.lifecycle.ClaimRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Simulates the hub: the policy, the Rollout object, the fleet and the replicas, with a listener.
 */
final class ModelHub {
  private final WriteListener listener;
  private final ModelFleet fleet;
  private final TreeMap<String, ModelReplica> replicas = new TreeMap<>();
  private final Map<String, Long> revisions = new HashMap<>();
  private final Map<String, Optional<Dispatch>> forgedOver = new HashMap<>();
  private Optional<ModelRoot> root = Optional.of(ModelRoot.create(1));
  private Optional<ModelRollout> rollout = Optional.empty();
  private Optional<String> refusal = Optional.empty();
  private Optional<ModelCalendar> calendar = Optional.empty();
  private Optional<ModelCheck> check = Optional.empty();
  private Optional<ModelQuorum> quorum = Optional.empty();
  private int sets;
  private final boolean beside;
  private final boolean gated;
  private final Set<String> cutting = new HashSet<>();
  private final List<String> cutOff = new ArrayList<>();

  /** The generations of the present policy that had a content, as its attempts recorded them. */
  private final Map<String, Set<Long>> generations = new HashMap<>();

  /**
   * Begins with a policy, and no replica.
   *
   * @param beside whether the propagator renders the replicas, so that no hash of theirs is
   *     compared
   * @param gated whether a gate holds what clusters have
   */
  ModelHub(ModelFleet fleet, boolean beside, boolean gated, WriteListener listener) {
    this.fleet = fleet;
    this.beside = beside;
    this.gated = gated;
    this.listener = listener;
  }

  ModelFleet fleet() {
    return fleet;
  }

  Optional<ModelRoot> root() {
    return root;
  }

  /** Whether a ticket would let this version through: one is given for the present one alone. */
  boolean admits(PolicyVersion version) {
    return !gated
        || root.map(ModelRoot::version)
            .filter(present -> present.policyUid().equals(version.policyUid()))
            .filter(present -> present.generation() == version.generation())
            .isPresent();
  }

  void root(Optional<ModelRoot> next) {
    root = next;
  }

  Optional<ModelRollout> rollout() {
    return rollout;
  }

  void rollout(Optional<ModelRollout> next) {
    rollout = next;
  }

  Optional<String> refusal() {
    return refusal;
  }

  void refusal(Optional<String> why) {
    refusal = why;
  }

  Optional<ModelCalendar> calendar() {
    return calendar;
  }

  Optional<ModelCheck> check() {
    return check;
  }

  void check(Optional<ModelCheck> next) {
    check = next;
  }

  Optional<ModelQuorum> quorum() {
    return quorum;
  }

  void quorum(Optional<ModelQuorum> next) {
    quorum = next;
  }

  void calendar(Optional<ModelCalendar> next) {
    calendar = next;
  }

  TreeMap<String, ModelReplica> replicas() {
    return replicas;
  }

  Optional<ModelReplica> replica(String cluster) {
    return Optional.ofNullable(replicas.get(cluster));
  }

  /** Writes a replica, or deletes it. */
  void write(
      Optional<AttemptLog> by,
      ReplicaWrite.Cause cause,
      String cluster,
      Optional<ModelReplica> after,
      Instant now) {
    Optional<ModelReplica> before = replica(cluster);
    after.ifPresentOrElse(
        replica -> replicas.put(cluster, replica.renderedWith(sets)),
        () -> replicas.remove(cluster));
    after
        .filter(replica -> !replica.pending() && cutting.contains(replica.content()))
        .ifPresent(replica -> cutOff.add(cluster));
    listener.wrote(new ReplicaWrite(by, cause, cluster, before, replica(cluster)), now);
  }

  /** A content takes clusters that enforce it off the network. */
  void cutsOff(String content) {
    cutting.add(content);
  }

  /** Returns the clusters that were taken off the network since the last call. */
  List<String> takeCutOff() {
    List<String> taken = List.copyOf(cutOff);
    cutOff.clear();
    return taken;
  }

  /** The policy sets on which the policy depends change. */
  void changeSets() {
    sets++;
  }

  /** The keeper renders a replica with the sets of today; its templates stay the same. */
  void renderAnew(String cluster) {
    replicas.computeIfPresent(cluster, (name, replica) -> replica.renderedWith(sets));
  }

  /** Sets the verdict of a spoke on its replica, if there is one. */
  void report(String cluster, Verdict verdict, boolean weak) {
    replicas.computeIfPresent(cluster, (name, replica) -> replica.withVerdict(verdict, weak));
  }

  /** Returns what a run is sent on a cluster; nothing on one that is not selected. */
  Optional<Report> newsOf(String cluster, Instant now) {
    if (fleet.ofTemplate() && !fleet.selects(cluster)) {
      return Optional.empty();
    }
    return replica(cluster)
        .map(
            found ->
                found.informsUntilItsTurn()
                    ? pendingReportOf(cluster, found, now)
                    : reportOf(cluster, found, now))
        .or(
            () ->
                Optional.of(Report.replicaGone(cluster, now))
                    .filter(gone -> fleet.selects(cluster) && !fleet.incoherent()));
  }

  private static Report pendingReportOf(String cluster, ModelReplica replica, Instant now) {
    return Report.pending(
        cluster, replica.content(), replica.weak() ? Verdict.SILENT : replica.verdict(), now);
  }

  /** Returns the current verdict on a replica, as sent to runs. */
  Report reportOf(String cluster, ModelReplica replica, Instant now) {
    return new Report(
        cluster,
        replica.attempt(),
        carriedBy(cluster, replica),
        replica.verdict(),
        replica.weak() || replica.dispatch().isEmpty(),
        fleet.away().contains(cluster),
        now.toEpochMilli());
  }

  /** Returns the hash that a run is told: that of its version, if the replica carries it (E3). */
  private String carriedBy(String cluster, ModelReplica replica) {
    if (beside) {
      return replica.hash();
    }
    PolicyVersion version =
        rollout.flatMap(object -> object.version).orElse(new PolicyVersion("", 0, replica.hash()));
    String uid = rollout.map(object -> object.rolloutUid).orElse("");
    String today = ModelReplica.rendered(version.contentHash(), sets);
    Replica found = replica.renderedFor(ModelAttemptStarter.POLICY, cluster);
    String told = new CarriedVersion(version, today, true).hashOf(found, uid);
    boolean own =
        replica
            .dispatch()
            .filter(given -> given.rolloutUid().equals(uid) && given.as() == Dispatch.As.DISPATCHED)
            .filter(given -> given.generation() == version.generation())
            .isPresent();
    boolean same = replica.hash().equals(version.contentHash());
    Invariant.SAME_VERSION.holds(
        told.equals(version.contentHash()) ? same : !same || !own && replica.sets() != sets,
        () -> "%s carries %s, its run is told %s".formatted(cluster, found.contentHash(), told));
    return told.equals(version.contentHash()) ? told : replica.hash() + (same ? "@former" : "");
  }

  /** Returns the object of the current policy; another policy's counts as absent. */
  Optional<ModelRollout> own() {
    return rollout.filter(
        object -> root.filter(known -> known.uid().equals(object.policyUid)).isPresent());
  }

  /** Creates the object, or raises its number. */
  void number(String policyUid, long number) {
    if (own().isPresent()) {
      own().get().attempt = number;
    } else {
      rollout = Optional.of(new ModelRollout(policyUid, number));
    }
  }

  /** Returns the number of the last attempt, where the object names none. */
  long formerAttempt() {
    return AttemptNumber.former(
        root.map(known -> revisions.get(known.uid()))
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty()),
        replicas.values().stream().mapToLong(ModelReplica::attempt));
  }

  /** A person writes another dispatch into a replica. */
  void forge(String cluster, Dispatch forged) {
    Optional<ModelReplica> there = replica(cluster);
    there
        .filter(replica -> !replica.forged())
        .ifPresent(replica -> forgedOver.put(cluster, replica.dispatch()));
    there.ifPresent(replica -> replicas.put(cluster, replica.withDispatch(Optional.of(forged))));
  }

  /** Puts back what forged dispatches replaced: while they stand, their clusters report nothing. */
  void undoForgeries() {
    replicas.replaceAll(
        (cluster, replica) ->
            replica.forged() ? replica.withDispatch(forgedOver.get(cluster)) : replica);
  }

  /** Deletes the policy with all that it owns. */
  void deletePolicy() {
    root.ifPresent(known -> revisions.remove(known.uid()));
    generations.clear();
    root = Optional.empty();
    rollout = Optional.empty();
  }

  HubSnapshot.ClaimState standing(AttemptSpec spec) {
    return ClaimRule.standing(rollout.map(ModelRollout::record), claimant(spec));
  }

  private static ClaimRequest claimant(AttemptSpec spec) {
    return new ClaimRequest(spec.version().policyUid(), spec.rolloutUid(), spec.number());
  }

  /** Claims the object; returns true if the attempt may continue. */
  boolean claim(AttemptSpec spec) {
    ClaimRule.Answer answer =
        ClaimRule.judge(rollout.map(ModelRollout::record), claimant(spec)).answer();
    if (answer == ClaimRule.Answer.REFUSED) {
      return false;
    }
    ModelRollout object = rollout.orElseThrow();
    long former = object.attempt;
    String formerUid = object.rolloutUid;
    if (answer == ClaimRule.Answer.BEGINS) {
      if (!object.rolloutUid.isEmpty()) {
        object.formerGenerations.add(object.generation);
      }
      generations
          .computeIfAbsent(spec.version().contentHash(), content -> new TreeSet<>())
          .add(spec.version().generation());
      object.attempt = spec.number();
      object.rolloutUid = spec.rolloutUid();
      object.generation = spec.version().generation();
      object.version = Optional.of(spec.version());
      object.strategyHash = spec.strategyHash();
      object.reported = Optional.empty();
      object.outcome = Optional.empty();
    }
    object.runOpen = true;
    revisions.put(spec.version().policyUid(), spec.number());
    listener.claimed(spec, former, formerUid, answer == ClaimRule.Answer.GOES_ON);
    return true;
  }

  /** Returns true if the status was written; a run that lost the claim must not write. */
  boolean publish(AttemptLog log, Progress progress, boolean runOpen) {
    AttemptSpec spec = log.spec;
    if (standing(spec) != HubSnapshot.ClaimState.HELD) {
      return false;
    }
    ModelRollout object = rollout.get();
    Optional<PolicyVersion> former = object.lastSuccessful;
    object.reported = Optional.of(progress);
    object.outcome = progress.outcome();
    object.runOpen = runOpen;
    if (progress.outcome().filter(end -> end == Outcome.SUCCEEDED).isPresent()) {
      object.lastSuccessful = Optional.of(spec.version());
    }
    listener.published(log, object, former);
    return true;
  }

  HubSnapshot view(AttemptSpec spec, Instant now) {
    return new HubSnapshot(
            standing(spec),
            root.map(ModelRoot::view),
            refusal,
            rollout.map(ModelRollout::intent).orElse(Intent.NONE),
            fleetView(),
            gated
                ? Optional.of(KeptVersion.UNKNOWN.unprecedented(unprecedented()))
                : Optional.empty())
        .scheduled(calendar.map(known -> known.times(fleet.selected(), now)))
        .checked(
            check
                .map(known -> known.rule(fleet.groups().stream().map(ModelGroup::name).toList()))
                .map(List::of)
                .orElse(List.of()))
        .ruled(quorum.map(ModelQuorum::asked));
  }

  /**
   * Returns whether no cluster had the content of the present attempt before it: it is the first of
   * its generation after others, and no earlier generation had that content.
   */
  private boolean unprecedented() {
    return rollout
        .filter(object -> !object.formerGenerations.isEmpty())
        .filter(object -> !object.formerGenerations.contains(object.generation))
        .flatMap(object -> object.version)
        .filter(
            version -> generations.get(version.contentHash()).equals(Set.of(version.generation())))
        .isPresent();
  }

  FleetView fleetView() {
    // A template's Works stay until its rollout has succeeded: they keep nobody a member.
    List<String> leaving =
        fleet.ofTemplate()
            ? List.of()
            : replicas.keySet().stream().filter(cluster -> !fleet.selects(cluster)).toList();
    boolean lastSuccessful = rollout.flatMap(object -> object.lastSuccessful).isPresent();
    List<String> withoutReplica = new ArrayList<>();
    for (String cluster : fleet.selected()) {
      if (lastSuccessful && !replicas.containsKey(cluster)) {
        withoutReplica.add(cluster);
      }
    }
    return new FleetView(
        fleet.snapshot(),
        fleet.incoherent()
            ? Optional.of("Waiting for placement p to publish all its decisions.")
            : Optional.empty(),
        leaving,
        List.copyOf(fleet.ignored()),
        withoutReplica,
        List.copyOf(fleet.foreign()));
  }
}

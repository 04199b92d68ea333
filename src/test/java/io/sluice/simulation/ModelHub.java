package io.sluice.simulation;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.FleetView;
import io.sluice.plan.HubView;
import io.sluice.plan.Intent;
import io.sluice.plan.Outcome;
import io.sluice.plan.Progress;
import io.sluice.plan.Report;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.upkeep.ClaimRule;
import io.sluice.upkeep.Claimant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The hub: the policy, the Rollout object, the fleet, and every replica, with a witness. */
final class ModelHub {
  private final Witness witness;
  private final ModelFleet fleet;
  private final TreeMap<String, ModelReplica> replicas = new TreeMap<>();
  private Optional<ModelRoot> root = Optional.of(ModelRoot.create(1));
  private Optional<RolloutObject> rollout = Optional.empty();
  private Optional<String> refusal = Optional.empty();

  ModelHub(ModelFleet fleet, Witness witness) {
    this.fleet = fleet;
    this.witness = witness;
  }

  ModelFleet fleet() {
    return fleet;
  }

  Optional<ModelRoot> root() {
    return root;
  }

  void root(Optional<ModelRoot> next) {
    root = next;
  }

  Optional<RolloutObject> rollout() {
    return rollout;
  }

  void rollout(Optional<RolloutObject> next) {
    rollout = next;
  }

  Optional<String> refusal() {
    return refusal;
  }

  void refusal(Optional<String> why) {
    refusal = why;
  }

  TreeMap<String, ModelReplica> replicas() {
    return replicas;
  }

  Optional<ModelReplica> replica(String cluster) {
    return Optional.ofNullable(replicas.get(cluster));
  }

  /** Writes a replica, or deletes it. */
  void write(
      Optional<AttemptBook> by,
      Write.Cause cause,
      String cluster,
      Optional<ModelReplica> after,
      Instant now) {
    Optional<ModelReplica> before = replica(cluster);
    after.ifPresentOrElse(
        replica -> replicas.put(cluster, replica), () -> replicas.remove(cluster));
    witness.wrote(new Write(by, cause, cluster, before, after), now);
  }

  /** What a spoke says of the content that it was given; nothing without a replica. */
  void report(String cluster, Verdict verdict, boolean weak) {
    replicas.computeIfPresent(cluster, (name, replica) -> replica.says(verdict, weak));
  }

  /** The present verdict on a replica, as the watcher sends it. */
  Report reportOf(String cluster, ModelReplica replica, Instant now) {
    return new Report(
        cluster,
        replica.attempt(),
        replica.hash(),
        replica.verdict(),
        replica.weak() || replica.dispatch().isEmpty(),
        fleet.away().contains(cluster),
        now.toEpochMilli());
  }

  /** The object of the present policy; another policy's counts as absent. */
  Optional<RolloutObject> own() {
    return rollout.filter(
        object -> root.filter(known -> known.uid().equals(object.policyUid)).isPresent());
  }

  /** Makes the object, or raises its number. */
  void number(String policyUid, long number) {
    if (own().isPresent()) {
      own().get().attempt = number;
    } else {
      rollout = Optional.of(new RolloutObject(policyUid, number));
    }
  }

  long highestAttempt() {
    return replicas.values().stream().mapToLong(ModelReplica::attempt).max().orElse(0);
  }

  HubView.Claim standing(AttemptSpec spec) {
    return ClaimRule.standing(rollout.map(RolloutObject::record), claimant(spec));
  }

  private static Claimant claimant(AttemptSpec spec) {
    return new Claimant(spec.version().policyUid(), spec.rolloutUid(), spec.number());
  }

  /** True where the attempt may go on; the object names it from then on. */
  boolean claim(AttemptSpec spec) {
    ClaimRule.Answer answer =
        ClaimRule.judge(rollout.map(RolloutObject::record), claimant(spec)).answer();
    if (answer == ClaimRule.Answer.REFUSED) {
      return false;
    }
    RolloutObject object = rollout.orElseThrow();
    long former = object.attempt;
    if (answer == ClaimRule.Answer.BEGINS) {
      object.attempt = spec.number();
      object.rolloutUid = spec.rolloutUid();
      object.generation = spec.version().generation();
      object.strategyHash = spec.strategyHash();
      object.told = Optional.empty();
      object.outcome = Optional.empty();
    }
    object.runOpen = true;
    witness.claimed(spec, former, answer == ClaimRule.Answer.GOES_ON);
    return true;
  }

  /** True where the status was written; a run that lost the claim has no say any more. */
  boolean publish(AttemptBook book, Progress progress, boolean runOpen) {
    AttemptSpec spec = book.spec;
    if (standing(spec) != HubView.Claim.HELD) {
      return false;
    }
    RolloutObject object = rollout.get();
    Optional<PolicyVersion> former = object.lastSuccessful;
    object.told = Optional.of(progress);
    object.outcome = progress.outcome();
    object.runOpen = runOpen;
    if (progress.outcome().filter(end -> end == Outcome.SUCCEEDED).isPresent()) {
      object.lastSuccessful = Optional.of(spec.version());
    }
    witness.published(book, object, former);
    return true;
  }

  HubView view(AttemptSpec spec) {
    return new HubView(
        standing(spec),
        root.map(ModelRoot::view),
        refusal,
        rollout.map(RolloutObject::intent).orElse(Intent.NONE),
        fleetView());
  }

  FleetView fleetView() {
    List<String> leaving =
        replicas.keySet().stream().filter(cluster -> !fleet.selects(cluster)).toList();
    boolean lastSuccessful = rollout.flatMap(object -> object.lastSuccessful).isPresent();
    List<String> bare = new ArrayList<>();
    for (String cluster : fleet.selected()) {
      if (lastSuccessful && !replicas.containsKey(cluster)) {
        bare.add(cluster);
      }
    }
    return new FleetView(
        fleet.snapshot(),
        fleet.incoherent()
            ? Optional.of("Waiting for placement p to publish all its decisions.")
            : Optional.empty(),
        leaving,
        List.copyOf(fleet.ignored()),
        bare,
        List.copyOf(fleet.foreign()));
  }
}

package io.sluice.story;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.AttemptSpec;
import io.sluice.plan.FleetView;
import io.sluice.plan.HubView;
import io.sluice.plan.Intent;
import io.sluice.plan.Mode;
import io.sluice.plan.Report;
import io.sluice.plan.RootView;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A hub as small as a story needs it: the root, the Rollout object, the fleet and its replicas.
 *
 * <p>It takes every write at once. Beside a propagator it also plays that one: everyone gets each
 * version as inform, and those in the override enforce it.
 */
final class Hub {
  static final String POLICY_UID = "policy-uid";
  static final String STRATEGY_HASH = "strategy";

  final Map<GroupKey, List<String>> groups = new TreeMap<>();
  final TreeMap<String, HubReplica> replicas = new TreeMap<>();
  final TreeSet<String> ignored = new TreeSet<>();
  final TreeSet<String> offline = new TreeSet<>();
  final TreeSet<String> foreign = new TreeSet<>();
  final TreeSet<String> written = new TreeSet<>();
  final Strategy strategy;
  final Mode mode;
  final boolean informPolicy;
  Optional<RolloutObject> rollout = Optional.empty();
  long generation;
  private final TreeSet<String> override = new TreeSet<>();
  private final Disorder disorder;

  Hub(Strategy strategy, Mode mode, boolean informPolicy, Disorder disorder) {
    this.strategy = strategy;
    this.mode = mode;
    this.informPolicy = informPolicy;
    this.disorder = disorder;
  }

  /** True when nobody waits for a turn. */
  boolean atOnce() {
    return informPolicy && mode != Mode.BESIDE || strategy.type() == StrategyType.ALL;
  }

  /** True where a replica's version is told with its action. */
  boolean tellsActions() {
    return mode != Mode.KEEP_PREVIOUS && !atOnce();
  }

  PolicyVersion version() {
    return new PolicyVersion(POLICY_UID, generation, hash(generation, true));
  }

  RootView root() {
    return new RootView(version(), false, true, STRATEGY_HASH, Optional.empty());
  }

  private static String hash(long version, boolean enforced) {
    return "content-" + version + (enforced ? "" : "-inform");
  }

  List<String> clusters() {
    return groups.values().stream().flatMap(List::stream).toList();
  }

  FleetView fleet() {
    List<DecisionGroup> all = new ArrayList<>();
    groups.forEach((key, clusters) -> all.add(new DecisionGroup(key, disorder.of(clusters))));
    boolean succeededBefore = rollout.flatMap(object -> object.lastSuccessful).isPresent();
    List<String> bare =
        succeededBefore
            ? clusters().stream().filter(cluster -> !replicas.containsKey(cluster)).toList()
            : List.of();
    return new FleetView(
        disorder.of(all),
        Optional.empty(),
        List.of(),
        disorder.of(ignored),
        disorder.of(bare),
        disorder.of(foreign));
  }

  HubView view(AttemptSpec spec) {
    Intent intent = rollout.map(object -> object.intent(disorder)).orElse(Intent.NONE);
    return new HubView(claim(spec), Optional.of(root()), Optional.empty(), intent, fleet());
  }

  private HubView.Claim claim(AttemptSpec spec) {
    if (rollout.isEmpty()) {
      return HubView.Claim.DELETED;
    }
    return rollout.get().rolloutUid.equals(spec.rolloutUid())
        ? HubView.Claim.HELD
        : HubView.Claim.LOST;
  }

  long highestAttempt() {
    return replicas.values().stream().mapToLong(HubReplica::attempt).max().orElse(0);
  }

  /** The next version of the root; beside a propagator it reaches every replica. */
  void edit() {
    generation++;
    if (mode == Mode.BESIDE) {
      clusters().forEach(this::propagate);
    }
  }

  /** Takes everyone out of the override: they inform. */
  boolean withdrawOverride() {
    boolean any = !override.isEmpty();
    override.clear();
    clusters().stream().filter(replicas::containsKey).forEach(this::propagate);
    return any;
  }

  void join(GroupKey group, String cluster) {
    groups.computeIfAbsent(group, key -> new ArrayList<>()).add(cluster);
    if (mode == Mode.BESIDE && generation > 0) {
      propagate(cluster);
    }
  }

  private void propagate(String cluster) {
    HubReplica had = replicas.get(cluster);
    replicas.put(
        cluster,
        new HubReplica(
            generation,
            override.contains(cluster),
            had == null ? "" : had.rolloutUid(),
            had == null ? 0 : had.attempt(),
            had == null ? Dispatch.As.PENDING : had.as(),
            had == null ? Instant.EPOCH : had.at(),
            false,
            Verdict.SILENT));
  }

  /** False when the replica carries that already, and was left unwritten. */
  boolean give(
      String cluster,
      long version,
      boolean enforced,
      String uid,
      long number,
      Dispatch.As as,
      Instant now) {
    HubReplica had = replicas.get(cluster);
    if (mode == Mode.BESIDE && (enforced ? !override.add(cluster) : !override.remove(cluster))) {
      return false;
    }
    if (had != null && had.carries(version, enforced)) {
      return false;
    }
    boolean made = had == null || had.made() && had.attempt() == number;
    replicas.put(
        cluster, new HubReplica(version, enforced, uid, number, as, now, made, Verdict.SILENT));
    written.add(cluster);
    return true;
  }

  void delete(String cluster) {
    replicas.remove(cluster);
    written.add(cluster);
  }

  /** What there is to be said of a replica now: the verdict that it has, on its dispatch. */
  Report report(String cluster, Instant at) {
    HubReplica held = replicas.get(cluster);
    return new Report(
        cluster,
        held.attempt(),
        hash(held.version(), held.enforced()),
        held.verdict(),
        false,
        offline.contains(cluster),
        at.toEpochMilli());
  }
}

package io.sluice.transcript;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import io.sluice.rollout.RootView;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Simulates a minimal hub: the root, the Rollout object, the fleet and its replicas.
 *
 * <p>It takes every write at once. In mode {@code Beside} it also simulates the propagator: every
 * cluster gets each version as inform, and those in the override enforce it.
 */
final class ScenarioHub {
  static final String POLICY_UID = "policy-uid";
  static final String STRATEGY_HASH = "strategy";

  final Map<GroupKey, List<String>> groups = new TreeMap<>();
  final TreeMap<String, ScenarioReplica> replicas = new TreeMap<>();
  final TreeSet<String> ignored = new TreeSet<>();
  final TreeSet<String> offline = new TreeSet<>();
  final TreeSet<String> foreign = new TreeSet<>();
  final TreeSet<String> written = new TreeSet<>();
  final Strategy strategy;
  final PendingMode mode;
  final boolean informPolicy;
  Optional<ScenarioRollout> rollout = Optional.empty();
  long generation;
  private final TreeSet<String> override = new TreeSet<>();
  private final ListShuffler shuffler;

  ScenarioHub(Strategy strategy, PendingMode mode, boolean informPolicy, ListShuffler shuffler) {
    this.strategy = strategy;
    this.mode = mode;
    this.informPolicy = informPolicy;
    this.shuffler = shuffler;
  }

  /** Returns true if all clusters start at once. */
  boolean atOnce() {
    return informPolicy && mode != PendingMode.BESIDE || strategy.type() == StrategyType.ALL;
  }

  /** Returns true if transcripts show the action of a replica. */
  boolean showsActions() {
    return mode != PendingMode.KEEP_PREVIOUS && !atOnce();
  }

  PolicyVersion version() {
    return new PolicyVersion(POLICY_UID, generation, hash(generation, true));
  }

  RootView root() {
    return new RootView(version(), false, false, true, STRATEGY_HASH, Optional.empty());
  }

  private static String hash(long version, boolean enforced) {
    return "content-" + version + (enforced ? "" : "-inform");
  }

  List<String> clusters() {
    return groups.values().stream().flatMap(List::stream).toList();
  }

  FleetView fleet() {
    List<DecisionGroup> all = new ArrayList<>();
    groups.forEach((key, clusters) -> all.add(new DecisionGroup(key, shuffler.of(clusters))));
    boolean succeededBefore = rollout.flatMap(object -> object.lastSuccessful).isPresent();
    List<String> withoutReplica =
        succeededBefore
            ? clusters().stream().filter(cluster -> !replicas.containsKey(cluster)).toList()
            : List.of();
    return new FleetView(
        shuffler.of(all),
        Optional.empty(),
        List.of(),
        shuffler.of(ignored),
        shuffler.of(withoutReplica),
        shuffler.of(foreign));
  }

  HubSnapshot view(AttemptSpec spec) {
    Intent intent = rollout.map(object -> object.intent(shuffler)).orElse(Intent.NONE);
    return new HubSnapshot(claim(spec), Optional.of(root()), Optional.empty(), intent, fleet());
  }

  private HubSnapshot.ClaimState claim(AttemptSpec spec) {
    if (rollout.isEmpty()) {
      return HubSnapshot.ClaimState.DELETED;
    }
    return rollout.get().rolloutUid.equals(spec.rolloutUid())
        ? HubSnapshot.ClaimState.HELD
        : HubSnapshot.ClaimState.LOST;
  }

  long highestAttempt() {
    return replicas.values().stream().mapToLong(ScenarioReplica::attempt).max().orElse(0);
  }

  /** Creates the next version of the root; the propagator, if any, writes it to every replica. */
  void edit() {
    generation++;
    if (mode == PendingMode.BESIDE) {
      clusters().forEach(this::propagate);
    }
  }

  /** Removes all clusters from the override: they inform. */
  boolean withdrawOverride() {
    boolean any = !override.isEmpty();
    override.clear();
    clusters().stream().filter(replicas::containsKey).forEach(this::propagate);
    return any;
  }

  void join(GroupKey group, String cluster) {
    groups.computeIfAbsent(group, key -> new ArrayList<>()).add(cluster);
    if (mode == PendingMode.BESIDE && generation > 0) {
      propagate(cluster);
    }
  }

  private void propagate(String cluster) {
    ScenarioReplica before = replicas.get(cluster);
    replicas.put(
        cluster,
        new ScenarioReplica(
            generation,
            override.contains(cluster),
            before == null ? "" : before.rolloutUid(),
            before == null ? 0 : before.attempt(),
            before == null ? Dispatch.As.PENDING : before.as(),
            before == null ? Instant.EPOCH : before.at(),
            false,
            Verdict.SILENT));
  }

  /** Writes the replica; returns false if it had that content already. */
  boolean write(
      String cluster,
      long version,
      boolean enforced,
      String uid,
      long number,
      Dispatch.As as,
      Instant now) {
    ScenarioReplica before = replicas.get(cluster);
    if (mode == PendingMode.BESIDE
        && (enforced ? !override.add(cluster) : !override.remove(cluster))) {
      return false;
    }
    if (before != null && before.carries(version, enforced)) {
      return false;
    }
    boolean made = before == null || before.made() && before.attempt() == number;
    replicas.put(
        cluster,
        new ScenarioReplica(version, enforced, uid, number, as, now, made, Verdict.SILENT));
    written.add(cluster);
    return true;
  }

  void delete(String cluster) {
    replicas.remove(cluster);
    written.add(cluster);
  }

  /** Returns what the leader sends on a replica. */
  Report sent(String cluster, Instant at) {
    ScenarioReplica replica = replicas.get(cluster);
    return informsUntilItsTurn(cluster, replica)
        ? Report.pending(cluster, hash(replica.version(), true), replica.verdict(), at)
        : report(cluster, at);
  }

  private boolean informsUntilItsTurn(String cluster, ScenarioReplica replica) {
    return !replica.enforced()
        && (mode == PendingMode.BESIDE
            ? !override.contains(cluster)
            : replica.as() == Dispatch.As.PENDING);
  }

  /** Returns the current report on a replica. */
  Report report(String cluster, Instant at) {
    ScenarioReplica replica = replicas.get(cluster);
    return new Report(
        cluster,
        replica.attempt(),
        hash(replica.version(), replica.enforced()),
        replica.verdict(),
        false,
        offline.contains(cluster),
        at.toEpochMilli());
  }
}

package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import io.sluice.simulator.tree.ObjectTree;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Simulates one managed cluster: derives what it reports from the time and what it sees on the hub.
 *
 * <p>It has no clock and does no I/O; the same calls with the same seed give the same reports. It
 * depends on no version, group or plan (policy-propagation 13). {@link SyncedPolicy} plays one
 * policy, {@link SpokeTemplate} one template; {@link SpokeFleet} connects models with a hub.
 */
final class SpokeModel {
  /** Enough for any test, and a bound for a flapping spoke in a long demonstration. */
  private static final int REMEMBERED = 1000;

  private final String name;
  private final long seed;
  private final Map<String, SyncedPolicy> copies = new TreeMap<>();
  private final Deque<SpokeVerdict> verdicts = new ArrayDeque<>();
  private final Deque<SpokeTemplate.Pruning> prunings = new ArrayDeque<>();
  private SpokeBehaviour behaviour;

  SpokeModel(String name, SpokeBehaviour behaviour, long seed) {
    this.name = requireNonNull(name, "name is null");
    this.behaviour = requireNonNull(behaviour, "behaviour is null");
    this.seed = seed ^ (0x9E3779B97F4A7C15L * name.hashCode());
  }

  void seen(SpokeReplica replica, Instant now) {
    copies
        .computeIfAbsent(
            replica.name(),
            policy ->
                new SyncedPolicy(policy, this, new SplittableRandom(seed + policy.hashCode())))
        .seen(replica, now);
  }

  void gone(String policy, Instant now) {
    copy(policy).ifPresent(copy -> copy.gone(now));
    copies.values().removeIf(SyncedPolicy::forgotten);
  }

  void behave(SpokeBehaviour other, Instant now) {
    SpokeBehaviour former = behaviour;
    behaviour = requireNonNull(other, "other is null");
    copies.values().forEach(copy -> copy.behave(former, now));
  }

  void makeCopiesAnew(Instant now) {
    copies.values().forEach(copy -> copy.makeAnew(now));
  }

  /** Returns when {@link #advance} has something to do. */
  Optional<Instant> nextDue() {
    return copies.values().stream()
        .map(SyncedPolicy::due)
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  /**
   * Does everything due until now, each at its own time, and returns what must be written to the
   * hub. A report is returned until {@link #seen} shows that it has arrived.
   */
  List<SpokeReplica.Report> advance(Instant now) {
    for (Optional<Instant> due = nextDue();
        due.filter(at -> !at.isAfter(now)).isPresent();
        due = nextDue()) {
      for (SyncedPolicy copy : copies.values()) {
        copy.act(due.get());
      }
      copies.values().removeIf(SyncedPolicy::forgotten);
    }
    return copies.values().stream().map(SyncedPolicy::report).flatMap(Optional::stream).toList();
  }

  /** Returns what must be written to finalizers; only the hub's own cluster writes any. */
  List<SpokeReplica.Finalizers> finalizers() {
    return copies.values().stream()
        .map(SyncedPolicy::finalizers)
        .flatMap(Optional::stream)
        .toList();
  }

  Optional<SyncedPolicy> copy(String policy) {
    return Optional.ofNullable(copies.get(policy));
  }

  /** Returns what was judged, the oldest first, as far as it is remembered. */
  List<SpokeVerdict> verdicts() {
    return new ArrayList<>(verdicts);
  }

  List<SpokeTemplate.Pruning> prunings() {
    return new ArrayList<>(prunings);
  }

  String name() {
    return name;
  }

  SpokeBehaviour behaviour() {
    return behaviour;
  }

  /** Returns whether a dependency is there and has the compliance it must have. */
  boolean meets(Map<String, Object> dependency) {
    String kind = ObjectTree.text(dependency.get("kind"));
    String name = ObjectTree.text(dependency.get("name"));
    String compliance = ObjectTree.text(dependency.get("compliance"));
    Optional<SpokeState> state =
        kind.equals("Policy")
            ? copy(name).flatMap(SyncedPolicy::compliant)
            : copies.values().stream()
                .flatMap(copy -> copy.templates().stream())
                .filter(template -> template.name().equals(name))
                .filter(
                    template -> template.object().filter(o -> o.kind().equals(kind)).isPresent())
                .findFirst()
                .flatMap(template -> template.history().state());
    return state.filter(found -> found.label().equals(compliance)).isPresent();
  }

  /** Returns whether a template of another policy holds this object. */
  boolean ownedElsewhere(String identity, String policy) {
    return copies.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(policy))
        .flatMap(entry -> entry.getValue().templates().stream())
        .anyMatch(
            template -> template.object().filter(o -> o.identity().equals(identity)).isPresent());
  }

  /** Lets the other policies look again at what they depend on. */
  void neighbourChanged(String policy, Instant now) {
    copies.forEach(
        (name, copy) -> {
          if (!name.equals(policy)) {
            copy.neighbourChanged(now);
          }
        });
  }

  void judged(SpokeVerdict verdict) {
    remember(verdicts, verdict);
  }

  void pruned(SpokeTemplate.Pruning pruning) {
    remember(prunings, pruning);
  }

  private static <T> void remember(Deque<T> memory, T event) {
    if (memory.size() == REMEMBERED) {
      memory.removeFirst();
    }
    memory.addLast(event);
  }
}

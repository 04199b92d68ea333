package io.sluice.control.policy;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.PropagationEvents;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.hub.replica.ReplicaView;
import io.sluice.hub.replica.WriteResult;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes the replicas of unstaged policies, and for staged ones what other classes decide
 * (policy-propagation 7).
 *
 * <p>Before it writes it reads the root from the hub: a process that was suspended must not write
 * what it saw before.
 */
public final class ReplicaReconciler {
  /** How many writes rely on one read of the root. */
  private static final int CHUNK = 500;

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final ReplicaPort writer;
  private final ReplicaView cache;
  private final HubApi hub;
  private final RequestPool requests;
  private final RefusedWrites refused;
  private final RepairHistories histories;
  private final PropagationEvents events;
  private final Clock clock;

  /**
   * Creates a reconciler.
   *
   * @param cache shows replicas as they are at the moment of their write
   */
  public ReplicaReconciler(
      ReplicaPort writer,
      ReplicaView cache,
      HubApi hub,
      RequestPool requests,
      RefusedWrites refused,
      RepairHistories histories,
      PropagationEvents events,
      Clock clock) {
    this.writer = writer;
    this.cache = cache;
    this.hub = hub;
    this.requests = requests;
    this.refused = refused;
    this.histories = histories;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Writes the present version to every selected cluster, as OCM's propagator does.
   *
   * @return when to reconcile again
   */
  public Optional<Instant> replicate(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> replicas) {
    VersionContent content = context.content(root.snapshot());
    RepairHistory history = histories.begin(root, context, replicas.keySet(), clock.instant());
    Set<String> closing = context.closing();
    Collection<String> clusters =
        context.targets(root.snapshot()).replicas().stream()
            // No newcomer gets what is being deleted (rollout-strategy 3.7).
            .filter(
                cluster ->
                    !root.deleting() && !closing.contains(cluster) || replicas.containsKey(cluster))
            .toList();
    List<DesiredReplica> desired =
        clusters.stream()
            .map(cluster -> DesiredReplica.of(root.name(), cluster, content, DispatchRule.none()))
            .filter(replica -> !fulfilled(replica, replicas))
            .filter(
                replica ->
                    repair(replica, replicas)
                        .filter(repair -> history.allowed(repair, clock.instant()).isEmpty())
                        .isEmpty())
            .toList();
    if (history.stopped()) {
      return Optional.empty();
    }
    List<Optional<WriteResult>> results =
        onEach(
            root,
            desired,
            DesiredReplica::cluster,
            replica -> writer.write(replica, found(replica, replicas)));
    IntStream.range(0, results.size())
        .filter(i -> updated(results.get(i)))
        .mapToObj(desired::get)
        .flatMap(replica -> repair(replica, replicas).stream())
        .forEach(history::repaired);
    if (!results.stream().allMatch(Optional::isPresent)) {
      return Optional.of(clock.instant().plus(LOOK_AGAIN));
    }
    long unseen =
        absent(clusters.stream(), replicas)
            - absent(desired.stream().map(DesiredReplica::cluster), replicas);
    return unseen == 0 ? Optional.empty() : Optional.of(clock.instant().plus(ReplicaPort.UNSEEN));
  }

  private static long absent(Stream<String> clusters, Map<String, CachedReplica> replicas) {
    return clusters.filter(cluster -> !replicas.containsKey(cluster)).count();
  }

  private static Optional<Repair> repair(
      DesiredReplica desired, Map<String, CachedReplica> replicas) {
    return Optional.ofNullable(replicas.get(desired.cluster()))
        .map(found -> new Repair(desired, found));
  }

  /**
   * Returns the replica as it is now: a pass over many clusters takes seconds, and spokes report
   * meanwhile.
   */
  private Optional<CachedReplica> found(
      DesiredReplica desired, Map<String, CachedReplica> replicas) {
    return cache
        .replica(desired.policy(), desired.cluster())
        .or(() -> Optional.ofNullable(replicas.get(desired.cluster())));
  }

  /**
   * Returns whether the replica is as desired, also if it was just written and no informer shows it
   * yet.
   */
  private boolean fulfilled(DesiredReplica desired, Map<String, CachedReplica> replicas) {
    return writer
        .newest(
            desired.policy(),
            desired.cluster(),
            Optional.ofNullable(replicas.get(desired.cluster())))
        .filter(desired::matches)
        .isPresent();
  }

  /** Writes replicas of clusters that have none. */
  void create(RootPolicy root, List<DesiredReplica> desired) {
    onEach(
        root, desired, DesiredReplica::cluster, replica -> writer.write(replica, Optional.empty()));
  }

  /** The replica as it should be, and as it was read when that was decided. */
  record Repair(DesiredReplica desired, CachedReplica found) {}

  /**
   * Repairs replicas, except those that were dispatched anew meanwhile.
   *
   * @return those that were written
   */
  List<Repair> repair(RootPolicy root, List<Repair> repairs) {
    List<Optional<WriteResult>> results =
        onEach(
            root,
            repairs,
            repair -> repair.desired().cluster(),
            repair -> writer.write(repair.desired(), Optional.of(repair.found())));
    return IntStream.range(0, results.size())
        .filter(i -> updated(results.get(i)))
        .mapToObj(repairs::get)
        .toList();
  }

  /**
   * Applies the writes, and stops when the hub has another root than they are for: the results are
   * empty then.
   */
  private <T> List<Optional<WriteResult>> onEach(
      RootPolicy root, List<T> items, Function<T, String> cluster, Function<T, WriteResult> write) {
    RootCheck check = new RootCheck(root);
    List<Optional<WriteResult>> results =
        requests.each(
            items, item -> check.holds() ? Optional.of(write.apply(item)) : Optional.empty());
    IntStream.range(0, results.size())
        .forEach(
            i ->
                results
                    .get(i)
                    .ifPresent(
                        result ->
                            refused.record(root.name(), cluster.apply(items.get(i)), result)));
    events.written(root, results.stream().filter(ReplicaReconciler::written).count());
    return results;
  }

  /** Reads the root before the first write, and again after each chunk of writes. */
  private final class RootCheck {
    private final RootPolicy root;
    private boolean present = true;
    private int begun;

    RootCheck(RootPolicy root) {
      this.root = root;
    }

    /** Returns whether another write may begin; those that ask during a read wait for it. */
    synchronized boolean holds() {
      if (present && begun++ % CHUNK == 0) {
        // A failed read ends the writes, too.
        present = false;
        present = present(root);
      }
      return present;
    }
  }

  private static boolean updated(Optional<WriteResult> result) {
    return result.filter(found -> found.kind() == WriteResult.Kind.UPDATED).isPresent();
  }

  private static boolean written(Optional<WriteResult> result) {
    return updated(result)
        || result.filter(found -> found.kind() == WriteResult.Kind.CREATED).isPresent();
  }

  private boolean present(RootPolicy root) {
    return hub.get(Kinds.POLICY, root.name().namespace(), root.name().name())
        .map(RootPolicy::of)
        .filter(root::equals)
        .isPresent();
  }
}

package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicySnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds what each replica of one policy should carry, by the dispatch that it names. */
final class DriftCheck {
  private final RootPolicy root;
  private final PolicyContext picture;
  private final Function<Long, Optional<PolicySnapshot>> kept;
  private final List<VersionContent> present;
  private final Map<Long, List<VersionContent>> former = new HashMap<>();

  /**
   * Prepares to look at the replicas of a policy.
   *
   * @param kept finds the snapshot of a former generation
   */
  DriftCheck(
      RootPolicy root, PolicyContext picture, Function<Long, Optional<PolicySnapshot>> kept) {
    this.root = root;
    this.picture = picture;
    this.kept = kept;
    this.present = contents(root.snapshot());
  }

  /** How to put the replica back; empty where it is as it should be, or nobody knows how. */
  Optional<ReplicaReconciler.Repair> repair(CachedReplica known) {
    Dispatch given = known.replica().dispatch().orElseThrow();
    String cluster = known.replica().cluster();
    String hash = given.content().isEmpty() ? known.replica().contentHash() : given.content();
    return of(present, cluster, hash)
        .or(() -> of(former(given.generation()), cluster, hash))
        .map(
            content ->
                DesiredReplica.of(root.name(), cluster, content, DispatchRule.holding(given))
                    .overWhatIsThere())
        .filter(wish -> !wish.fulfilledBy(known))
        .map(wish -> new ReplicaReconciler.Repair(wish, known));
  }

  private static Optional<VersionContent> of(
      List<VersionContent> candidates, String cluster, String hash) {
    return candidates.stream().filter(c -> c.hashOn(cluster).equals(hash)).findFirst();
  }

  private List<VersionContent> former(long generation) {
    return generation >= root.generation()
        ? List.of()
        : former.computeIfAbsent(
            generation,
            number ->
                kept.apply(number).stream().flatMap(kept -> contents(kept).stream()).toList());
  }

  private List<VersionContent> contents(PolicySnapshot snapshot) {
    VersionContent content = picture.content(snapshot);
    return Stream.of(content, content.asInform()).toList();
  }
}

package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Keeps the replicas of a staged policy at the version that they were given: undoes manual edits,
 * and copies labels and annotations of the root to replicas of its present version
 * (rollout-strategy 3.1, policy-propagation 7 and 8).
 *
 * <p>It never changes the version of a replica: it only writes the spec whose hash the replica's
 * dispatch names. So it is harmless when it runs late, or at the same time as a run.
 */
final class DriftCorrector {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;
  private final Map<PolicyName, RepairHistory> histories = new ConcurrentHashMap<>();

  DriftCorrector(ReplicaReconciler replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void correct(RootPolicy root, PolicyContext context, Map<String, CachedReplica> present) {
    Set<String> selected = context.targets(root.snapshot()).replicas();
    String rootState = root.uid() + root.snapshot().hash();
    RepairHistory history =
        histories.compute(
            root.name(),
            (name, former) ->
                former != null && former.isOf(rootState) ? former : new RepairHistory(rootState));
    history.keepOnly(present.keySet());
    VersionContents contents = new VersionContents(root, context);
    List<ReplicaReconciler.Repair> repairs = new ArrayList<>();
    for (CachedReplica replica : present.values()) {
      boolean dispatched =
          replica.replica().dispatch().isPresent()
              && selected.contains(replica.replica().cluster());
      if (dispatched && !history.settled(replica)) {
        repair(root.name(), replica, contents)
            .ifPresentOrElse(
                repair -> history.allowed(repair).ifPresent(repairs::add),
                () -> history.settle(replica));
      }
    }
    replicas.repair(root, repairs).forEach(history::repaired);
  }

  /** Drops what is remembered of a policy that is not staged any more. */
  void forget(PolicyName policy) {
    histories.remove(policy);
  }

  /** The repair; empty when the replica is as it should be, or its content is unknown. */
  private static Optional<ReplicaReconciler.Repair> repair(
      PolicyName policy, CachedReplica replica, VersionContents contents) {
    String cluster = replica.replica().cluster();
    Dispatch dispatch = replica.replica().dispatch().orElseThrow();
    return contents
        .of(replica, dispatch)
        .map(
            content ->
                DesiredReplica.of(policy, cluster, content, DispatchRule.keep(dispatch))
                    .onlyExisting())
        .filter(desired -> !desired.matches(replica))
        .map(desired -> new ReplicaReconciler.Repair(desired, replica));
  }

  /** Finds the content that a dispatch names, among the present and the former versions. */
  private final class VersionContents {
    private final RootPolicy root;
    private final PolicyContext context;
    private final List<VersionContent> present;
    private final Map<Long, List<VersionContent>> former = new HashMap<>();

    VersionContents(RootPolicy root, PolicyContext context) {
      this.root = root;
      this.context = context;
      this.present = contents(root.snapshot());
    }

    Optional<VersionContent> of(CachedReplica replica, Dispatch dispatch) {
      String cluster = replica.replica().cluster();
      String hash =
          dispatch.content().isEmpty() ? replica.replica().contentHash() : dispatch.content();
      return withHash(present, cluster, hash)
          .or(() -> withHash(former(dispatch.generation()), cluster, hash));
    }

    private Optional<VersionContent> withHash(
        List<VersionContent> candidates, String cluster, String hash) {
      return candidates.stream().filter(c -> c.hashOn(cluster).equals(hash)).findFirst();
    }

    private List<VersionContent> former(long generation) {
      return generation >= root.generation()
          ? List.of()
          : former.computeIfAbsent(
              generation,
              number ->
                  revisions
                      .newestOf(root.name(), new PolicyVersion(root.uid(), number, ""))
                      .map(Revision::snapshot)
                      .map(this::contents)
                      .orElse(List.of()));
    }

    private List<VersionContent> contents(PolicySnapshot snapshot) {
      VersionContent content = context.content(snapshot);
      return Stream.of(content, content.asInform()).toList();
    }
  }
}

package io.sluice.control.policy;

import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.VanishedReplicas;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.NewcomerContent;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.status.NewcomerApprovals;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes replicas for clusters that join while no run is open (rollout-strategy 3.7); {@link
 * NewcomerContent} decides which version they get. A replica that was deleted by hand comes back at
 * the version that its cluster had, if that was seen.
 *
 * <p>It never overwrites a replica, even if the cache does not show it yet; except that of a
 * cluster that came back with a former version ({@link ReturnedReplicas}).
 */
public final class NewcomerReconciler {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;
  private final VanishedReplicas vanished;

  /** Creates a reconciler. */
  public NewcomerReconciler(
      ReplicaReconciler replicas, Revisions revisions, VanishedReplicas vanished) {
    this.replicas = replicas;
    this.revisions = revisions;
    this.vanished = vanished;
  }

  /**
   * Creates the replicas that are missing, and moves those that came back.
   *
   * @return the clusters that get nothing before an approval
   */
  public Optional<NewcomerApprovals.Waiting> reconcile(
      RootPolicy root, PolicyContext context, Map<String, CachedReplica> present) {
    Set<String> selected = context.targets(root.snapshot()).replicas();
    List<CachedReplica> lost = vanished.missing(root.name(), selected, present.keySet());
    if (context.rollout().isEmpty() || !context.coherent() || context.joining()) {
      return Optional.empty();
    }
    RolloutStatusParser status = context.rolloutStatus().orElseThrow();
    RolloutRecord record = status.record(root.uid());
    if (record.runOpen()) {
      // While a run is open, the run restores what vanishes.
      return Optional.empty();
    }
    Set<String> closing = context.closing();
    Set<String> missing =
        selected.stream()
            .filter(cluster -> !present.containsKey(cluster) && !closing.contains(cluster))
            .collect(Collectors.toCollection(TreeSet::new));
    if (!missing.isEmpty()) {
      missing.removeAll(
          restore(
              root,
              context,
              lost.stream()
                  .filter(gone -> missing.contains(gone.replica().cluster()))
                  .filter(gone -> !takenBack(gone, status, record))
                  .toList()));
    }
    RootView view = context.rootView().orElseThrow();
    VersionContent content = context.content(root.snapshot());
    List<CachedReplica> returned =
        record.attempted(view)
            ? ReturnedReplicas.of(
                status,
                record,
                selected,
                present.values().stream()
                    .filter(found -> !closing.contains(found.replica().cluster()))
                    .toList(),
                Set.copyOf(context.ignored(selected)),
                content)
            : List.of();
    if (missing.isEmpty() && returned.isEmpty()) {
      return Optional.empty();
    }
    SettingsValidation settings = context.acceptance().orElseThrow();
    NewcomerContent decision =
        NewcomerContent.of(
            new NewcomerContent.Input(
                view,
                record,
                settings.mode(),
                settings.atOnce(),
                settings.refusal().isPresent(),
                status.lastSuccessfulRevision().isPresent()));
    if (decision == NewcomerContent.LAST_SUCCESSFUL && !record.ended(Outcome.SUCCEEDED)) {
      // Nothing says that the last successful version is newer than the one that they have.
      returned = List.of();
    }
    // As inform, the version is what clusters have before an approval.
    Optional<NewcomerApprovals.Waiting> waiting =
        decision == NewcomerContent.LAST_SUCCESSFUL
            ? context.unapproved(union(missing, returned))
            : Optional.empty();
    Set<String> held = waiting.map(NewcomerApprovals.Waiting::clusters).orElse(Set.of());
    List<String> newcomers = missing.stream().filter(cluster -> !held.contains(cluster)).toList();
    List<CachedReplica> back =
        returned.stream().filter(found -> !held.contains(found.replica().cluster())).toList();
    DispatchRule joined = rule(record, root.generation(), Dispatch.As.NEWCOMER);
    switch (decision) {
      case NOTHING -> {}
      case LAST_SUCCESSFUL -> {
        createLastSuccessful(root, context, status, record, newcomers);
        move(root, back, content, joined);
      }
      case PRESENT -> {
        create(root, newcomers, content, joined);
        move(root, back, content, joined);
      }
      case PRESENT_AS_INFORM ->
          create(
              root,
              newcomers,
              content.asInform(),
              rule(record, root.generation(), Dispatch.As.PENDING));
    }
    return waiting;
  }

  private static Set<String> union(Set<String> missing, List<CachedReplica> returned) {
    return Stream.concat(
            missing.stream(), returned.stream().map(found -> found.replica().cluster()))
        .collect(Collectors.toSet());
  }

  /** Drops what is remembered of a policy that is not staged any more. */
  public void forget(PolicyName policy) {
    vanished.forget(policy);
  }

  /**
   * Returns whether a breach deleted the replica: without a last successful version, that is how it
   * is taken back.
   */
  private static boolean takenBack(
      CachedReplica gone, RolloutStatusParser status, RolloutRecord record) {
    Optional<ClusterStatus> listed =
        Optional.ofNullable(status.listedStatuses().get(gone.replica().cluster()));
    return status.lastSuccessfulRevision().isEmpty()
        && gone.replica()
            .dispatch()
            .filter(dispatch -> record.deletedByBreach(dispatch, listed))
            .isPresent();
  }

  /** Creates replicas as they were last seen; returns the clusters whose version is known. */
  private List<String> restore(RootPolicy root, PolicyContext context, List<CachedReplica> lost) {
    VersionContents contents = new VersionContents(revisions, root, context);
    List<DesiredReplica> known =
        lost.stream()
            .flatMap(
                replica ->
                    replica.replica().dispatch().stream()
                        .flatMap(
                            dispatch ->
                                contents.of(replica, dispatch).stream()
                                    .map(content -> restored(replica, dispatch, content))))
            .toList();
    replicas.create(root, known);
    return known.stream().map(DesiredReplica::cluster).toList();
  }

  private static DesiredReplica restored(
      CachedReplica replica, Dispatch dispatch, VersionContent content) {
    return DesiredReplica.of(
            replica.replica().policy(),
            replica.replica().cluster(),
            content,
            DispatchRule.repair(Optional.of(dispatch)))
        .sparing(existing -> true);
  }

  /** Names the attempt that has ended: the next one has a higher number. */
  private static DispatchRule rule(RolloutRecord record, long generation, Dispatch.As as) {
    return DispatchRule.of(record.rolloutUid(), record.attempt(), generation, as);
  }

  private void createLastSuccessful(
      RootPolicy root,
      PolicyContext context,
      RolloutStatusParser status,
      RolloutRecord record,
      List<String> newcomers) {
    if (newcomers.isEmpty()) {
      return;
    }
    status
        .lastSuccessfulRevision()
        .flatMap(name -> revisions.byName(root.name(), name))
        // What only OCM's propagator can render is not written (gate 4.6).
        .filter(revision -> !context.content(revision.snapshot()).renderedByPropagator())
        .ifPresent(
            revision ->
                create(
                    root,
                    newcomers,
                    context.content(revision.snapshot()),
                    rule(record, revision.generation(), Dispatch.As.NEWCOMER)));
  }

  /**
   * Moves replicas to this content; a dispatch by a run that began meanwhile is not overwritten.
   */
  private void move(
      RootPolicy root, List<CachedReplica> returned, VersionContent content, DispatchRule rule) {
    replicas.repair(
        root,
        returned.stream()
            .map(found -> new ReplicaReconciler.Repair(moved(root, found, content, rule), found))
            .toList());
  }

  private static DesiredReplica moved(
      RootPolicy root, CachedReplica found, VersionContent content, DispatchRule rule) {
    Replica former = found.replica();
    return DesiredReplica.of(
            root.name(), former.cluster(), content, rule.onlyOver(former.dispatch().orElseThrow()))
        .onlyExisting();
  }

  private void create(
      RootPolicy root, List<String> clusters, VersionContent content, DispatchRule rule) {
    replicas.create(
        root,
        clusters.stream()
            .map(
                cluster ->
                    DesiredReplica.of(root.name(), cluster, content, rule)
                        .sparing(existing -> true))
            .toList());
  }
}

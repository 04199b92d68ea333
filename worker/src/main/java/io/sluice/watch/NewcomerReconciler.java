package io.sluice.watch;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.hub.write.Revisions;
import io.sluice.lifecycle.NewcomerContent;
import io.sluice.lifecycle.RolloutRecord;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.policy.Dispatch;
import java.util.List;
import java.util.Map;

/**
 * Creates replicas for clusters that join while no run is open (rollout-strategy 3.7); {@link
 * NewcomerContent} decides which version they get.
 *
 * <p>It never overwrites a replica, even if the cache does not show it yet.
 */
final class NewcomerReconciler {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;

  NewcomerReconciler(ReplicaReconciler replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void reconcile(RootPolicy root, PolicyContext context, Map<String, CachedReplica> present) {
    List<String> newcomers =
        context.targets(root.snapshot()).replicas().stream()
            .filter(cluster -> !present.containsKey(cluster))
            .toList();
    if (newcomers.isEmpty() || context.rollout().isEmpty() || !context.coherent()) {
      return;
    }
    RolloutStatusParser status = RolloutStatusParser.of(context.rollout().get());
    RolloutRecord record = status.record(root.uid());
    SettingsValidation settings = context.acceptance().orElseThrow();
    NewcomerContent decision =
        NewcomerContent.of(
            new NewcomerContent.Input(
                context.rootView().orElseThrow(),
                record,
                settings.mode(),
                settings.atOnce(),
                settings.refusal().isPresent(),
                status.lastSuccessfulRevision().isPresent()));
    VersionContent content = context.content(root.snapshot());
    switch (decision) {
      case NOTHING -> {}
      case LAST_SUCCESSFUL -> createLastSuccessful(root, context, status, newcomers);
      case PRESENT ->
          create(root, newcomers, content, rule(record, root.generation(), Dispatch.As.NEWCOMER));
      case PRESENT_AS_INFORM ->
          create(
              root,
              newcomers,
              content.asInform(),
              rule(record, root.generation(), Dispatch.As.PENDING));
    }
  }

  private void createLastSuccessful(
      RootPolicy root, PolicyContext context, RolloutStatusParser status, List<String> newcomers) {
    status
        .lastSuccessfulRevision()
        .flatMap(name -> revisions.byName(root.name(), name))
        .ifPresent(
            revision ->
                create(
                    root,
                    newcomers,
                    context.content(revision.snapshot()),
                    rule(status.record(root.uid()), revision.generation(), Dispatch.As.NEWCOMER)));
  }

  /** Names the attempt that has ended: the next one has a higher number. */
  private static DispatchRule rule(RolloutRecord record, long generation, Dispatch.As as) {
    return DispatchRule.of(record.rolloutUid(), record.attempt(), generation, as);
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

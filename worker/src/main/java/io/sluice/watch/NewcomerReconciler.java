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
 * Gives clusters that join while no run is open what they are due (rollout-strategy 3.7); {@link
 * NewcomerContent} decides what that is.
 *
 * <p>Nothing is written over a replica, however late a cache shows it.
 */
final class NewcomerReconciler {
  private final ReplicaReconciler replicas;
  private final Revisions revisions;

  NewcomerReconciler(ReplicaReconciler replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void welcome(RootPolicy root, PolicyContext picture, Map<String, CachedReplica> present) {
    List<String> newcomers =
        picture.targets(root.snapshot()).replicas().stream()
            .filter(cluster -> !present.containsKey(cluster))
            .toList();
    if (newcomers.isEmpty() || picture.rollout().isEmpty() || !picture.coherent()) {
      return;
    }
    RolloutStatusParser told = RolloutStatusParser.of(picture.rollout().get());
    RolloutRecord record = told.record(root.uid());
    SettingsValidation acceptance = picture.acceptance().orElseThrow();
    NewcomerContent welcome =
        NewcomerContent.of(
            new NewcomerContent.Facts(
                picture.rootView().orElseThrow(),
                record,
                acceptance.mode(),
                acceptance.atOnce(),
                acceptance.refusal().isPresent(),
                told.lastSuccessfulRevision().isPresent()));
    VersionContent content = picture.content(root.snapshot());
    switch (welcome) {
      case NOTHING -> {}
      case LAST_SUCCESSFUL -> lastSuccessful(root, picture, told, newcomers);
      case PRESENT ->
          give(root, newcomers, content, stamp(record, root.generation(), Dispatch.As.NEWCOMER));
      case PRESENT_AS_INFORM ->
          give(
              root,
              newcomers,
              content.asInform(),
              stamp(record, root.generation(), Dispatch.As.PENDING));
    }
  }

  private void lastSuccessful(
      RootPolicy root, PolicyContext picture, RolloutStatusParser told, List<String> newcomers) {
    told.lastSuccessfulRevision()
        .flatMap(name -> revisions.byName(root.name(), name))
        .ifPresent(
            revision ->
                give(
                    root,
                    newcomers,
                    picture.content(revision.snapshot()),
                    stamp(told.record(root.uid()), revision.generation(), Dispatch.As.NEWCOMER)));
  }

  /** They belong to the attempt that has ended: the next one has a higher number. */
  private static DispatchRule stamp(RolloutRecord record, long generation, Dispatch.As as) {
    return DispatchRule.of(record.rolloutUid(), record.attempt(), generation, as);
  }

  private void give(
      RootPolicy root, List<String> clusters, VersionContent content, DispatchRule stamp) {
    replicas.give(
        clusters.stream()
            .map(
                cluster ->
                    DesiredReplica.of(root.name(), cluster, content, stamp).sparing(known -> true))
            .toList());
  }
}

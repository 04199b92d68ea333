package io.sluice.watch;

import io.sluice.hub.HubPicture;
import io.sluice.hub.KnownReplica;
import io.sluice.hub.Revisions;
import io.sluice.hub.RolloutReading;
import io.sluice.hub.RootPolicy;
import io.sluice.hub.Stamp;
import io.sluice.hub.VersionContent;
import io.sluice.hub.Wish;
import io.sluice.policy.Dispatch;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.RolloutRecord;
import io.sluice.upkeep.Welcome;
import java.util.List;
import java.util.Map;

/**
 * Gives clusters that join while no run is open what they are due (rollout-strategy 3.7); {@link
 * Welcome} decides what that is.
 *
 * <p>Nothing is written over a replica, however late a cache shows it.
 */
final class Welcoming {
  private final ReplicaKeeping replicas;
  private final Revisions revisions;

  Welcoming(ReplicaKeeping replicas, Revisions revisions) {
    this.replicas = replicas;
    this.revisions = revisions;
  }

  void welcome(RootPolicy root, HubPicture picture, Map<String, KnownReplica> present) {
    List<String> newcomers =
        picture.targets(root.snapshot()).replicas().stream()
            .filter(cluster -> !present.containsKey(cluster))
            .toList();
    if (newcomers.isEmpty() || picture.rollout().isEmpty() || !picture.coherent()) {
      return;
    }
    RolloutReading told = RolloutReading.of(picture.rollout().get());
    RolloutRecord record = told.record(root.uid());
    Acceptance acceptance = picture.acceptance().orElseThrow();
    Welcome welcome =
        Welcome.of(
            new Welcome.Facts(
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
      RootPolicy root, HubPicture picture, RolloutReading told, List<String> newcomers) {
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
  private static Stamp stamp(RolloutRecord record, long generation, Dispatch.As as) {
    return Stamp.of(record.rolloutUid(), record.attempt(), generation, as);
  }

  private void give(RootPolicy root, List<String> clusters, VersionContent content, Stamp stamp) {
    replicas.give(
        clusters.stream()
            .map(cluster -> Wish.of(root.name(), cluster, content, stamp).sparing(known -> true))
            .toList());
  }
}

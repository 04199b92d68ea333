package io.sluice.control.rollout;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.status.LastSuccessfulStatus;
import io.sluice.status.LastSuccessfulStatus.StoredRevision;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Finds the revision that most replicas carry, for a Rollout object that was restored without its
 * status (rollout-strategy 5, "Revisions"); {@link LastSuccessfulStatus} decides.
 */
final class CarriedRevisionFinder {
  private final Revisions revisions;

  CarriedRevisionFinder(Revisions revisions) {
    this.revisions = revisions;
  }

  Optional<Revision> find(
      RootPolicy root, PolicyContext context, Collection<CachedReplica> replicas) {
    List<Revision> kept = revisions.restorable(root.name(), root.uid());
    return LastSuccessfulStatus.restored(
            kept.stream().map(revision -> stored(revision, context, replicas)).toList())
        .flatMap(
            name -> kept.stream().filter(revision -> revision.name().equals(name)).findFirst());
  }

  private static StoredRevision stored(
      Revision revision, PolicyContext context, Collection<CachedReplica> replicas) {
    VersionContent content = context.content(revision.snapshot());
    long carriers =
        replicas.stream()
            .map(CachedReplica::replica)
            .filter(replica -> content.mayBeOn(replica))
            .count();
    return new StoredRevision(revision.name(), revision.sequence(), carriers);
  }
}

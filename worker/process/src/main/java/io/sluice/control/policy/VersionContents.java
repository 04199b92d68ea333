package io.sluice.control.policy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the content that a dispatch names, among the present and the former versions of a policy.
 *
 * <p>The content is rendered with the PolicySets and overrides of today (policy-propagation 8.5).
 * So where these have changed since the dispatch, its version is found by the generation. A policy
 * that was restored from a backup counts its generations anew; what was dispatched before is found
 * by its content alone (rollout-strategy 3.2, "Lost state").
 */
final class VersionContents {
  private final Revisions revisions;
  private final RootPolicy root;
  private final PolicyContext context;
  private final Version present;
  private final Instant created;
  private final Map<Long, Optional<Version>> former = new HashMap<>();
  private Optional<List<Version>> kept = Optional.empty();

  /** One version: as it is, and as inform. */
  private record Version(VersionContent content, VersionContent asInform, boolean rendered) {
    Optional<VersionContent> withHash(String cluster, String hash) {
      return List.of(content, asInform).stream()
          .filter(candidate -> candidate.hashOn(cluster).equals(hash))
          .findFirst();
    }
  }

  VersionContents(Revisions revisions, RootPolicy root, PolicyContext context) {
    this.revisions = revisions;
    this.root = root;
    this.context = context;
    this.present = version(root.snapshot());
    this.created =
        context
            .objects()
            .root()
            .map(GenericKubernetesResource::getMetadata)
            .flatMap(meta -> Optional.ofNullable(meta.getCreationTimestamp()))
            .map(Instant::parse)
            .orElse(Instant.MIN);
  }

  /** The content of the dispatch that a replica names; empty when it is unknown. */
  Optional<VersionContent> of(CachedReplica replica, Dispatch dispatch) {
    String cluster = replica.replica().cluster();
    String hash =
        dispatch.content().isEmpty() ? replica.replica().contentHash() : dispatch.content();
    if (dispatch.at().isBefore(created)) {
      return present.withHash(cluster, hash).or(() -> restored(cluster, hash));
    }
    return present
        .withHash(cluster, hash)
        .or(() -> former(dispatch).flatMap(version -> version.withHash(cluster, hash)))
        .or(() -> renderedAnew(replica, dispatch));
  }

  private Optional<VersionContent> restored(String cluster, String hash) {
    if (kept.isEmpty()) {
      kept =
          Optional.of(
              revisions.restorable(root.name(), root.uid()).stream()
                  .map(Revision::snapshot)
                  .map(this::version)
                  .toList());
    }
    return kept.get().stream()
        .flatMap(version -> version.withHash(cluster, hash).stream())
        .findFirst();
  }

  private Optional<VersionContent> renderedAnew(CachedReplica replica, Dispatch dispatch) {
    boolean inform =
        switch (dispatch.as()) {
          case PENDING -> true;
          case TAKEN_BACK -> replica.replica().informs();
          case DISPATCHED, NEWCOMER -> false;
        };
    return (dispatch.generation() == root.generation() ? Optional.of(present) : former(dispatch))
        .filter(Version::rendered)
        .map(version -> inform ? version.asInform() : version.content());
  }

  private Optional<Version> former(Dispatch dispatch) {
    return dispatch.generation() >= root.generation()
        ? Optional.empty()
        : former.computeIfAbsent(
            dispatch.generation(),
            number ->
                revisions
                    .newestOf(root.name(), new PolicyVersion(root.uid(), number, ""))
                    .map(Revision::snapshot)
                    .map(this::version));
  }

  private Version version(PolicySnapshot snapshot) {
    VersionContent content = context.content(snapshot);
    return new Version(
        content, content.asInform(), context.overridesCount() || content.rendersSets());
  }
}

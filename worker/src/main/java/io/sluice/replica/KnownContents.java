package io.sluice.replica;

import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Replica;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recognizes the content of replicas that carry no readable dispatch, among the present and all
 * kept versions of a policy (policy-propagation 4.1 and 7).
 *
 * <p>The revisions are read only if a replica does not carry the present version.
 */
public final class KnownContents {
  private final Revisions revisions;
  private final RootPolicy root;
  private final PolicyContext context;
  private final List<VersionContent> present;
  private Optional<List<VersionContent>> former = Optional.empty();

  /** Creates the contents of one policy. */
  public KnownContents(Revisions revisions, RootPolicy root, PolicyContext context) {
    this.revisions = revisions;
    this.root = root;
    this.context = context;
    this.present = renderings(root.snapshot()).toList();
  }

  /** Returns whether nothing tells which version the replica carries: somebody edited it. */
  public boolean unknown(Replica replica) {
    return replica.dispatch().isEmpty()
        && !carriesOneOf(present, replica)
        && !carriesOneOf(former(), replica);
  }

  private static boolean carriesOneOf(List<VersionContent> versions, Replica replica) {
    return versions.stream()
        .anyMatch(version -> version.hashOn(replica.cluster()).equals(replica.contentHash()));
  }

  private List<VersionContent> former() {
    if (former.isEmpty()) {
      former =
          Optional.of(
              revisions.list(root.name(), root.uid()).stream()
                  .map(Revision::snapshot)
                  .flatMap(this::renderings)
                  .toList());
    }
    return former.get();
  }

  /** The version as it is, and as inform. */
  private Stream<VersionContent> renderings(PolicySnapshot snapshot) {
    VersionContent content = context.content(snapshot);
    return Stream.of(content, content.asInform());
  }
}

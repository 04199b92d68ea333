package io.sluice.hub.write;

import io.sluice.gate.KeptVersion;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Replica;
import java.util.Collection;
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

  /**
   * Returns the clusters to be listed for a replica of unknown content, by name.
   *
   * <p>Before the first success of a policy the clusters that a run has not reached may carry what
   * others gave them. Between attempts there is nothing to list where the last successful version
   * is restored.
   */
  public static List<String> unknown(
      Revisions revisions, PolicyContext context, Collection<CachedReplica> replicas) {
    Optional<RolloutStatusParser> status = context.rolloutStatus();
    boolean restorable = status.flatMap(RolloutStatusParser::lastSuccessfulRevision).isPresent();
    boolean listed = status.filter(found -> found.runOpen() == restorable).isPresent();
    if (!listed || context.root().isEmpty()) {
      return List.of();
    }
    KnownContents known = new KnownContents(revisions, context.root().get(), context);
    return replicas.stream()
        .map(CachedReplica::replica)
        .filter(known::unknown)
        .map(Replica::cluster)
        .sorted()
        .toList();
  }

  /** Returns what clusters have until their turn; absent where no gate holds them (gate 1, 5). */
  public static Optional<KeptVersion> kept(Revisions revisions, PolicyContext context) {
    return context.kept().map(kept -> kept.unprecedented(unprecedented(revisions, context)));
  }

  /**
   * Returns whether no cluster can have had the present version before its attempt that is open: it
   * is the first of its generation, and no earlier generation had the same content. Where former
   * attempts are not known, nothing is said of it.
   */
  private static boolean unprecedented(Revisions revisions, PolicyContext context) {
    return context
        .root()
        .filter(
            root ->
                context
                    .rolloutStatus()
                    .filter(status -> status.firstOf(root.generation()))
                    .isPresent())
        .flatMap(root -> revisions.byName(root.name(), root.snapshot().revisionName(root.name())))
        .filter(
            revision ->
                revision
                    .generations()
                    .equals(List.of(context.version().orElseThrow().generation())))
        .isPresent();
  }

  /** Returns whether nothing shows which version the replica carries: it was edited by hand. */
  public boolean unknown(Replica replica) {
    return replica.dispatch().isEmpty()
        && !carriesOneOf(present, replica)
        && !carriesOneOf(former(), replica);
  }

  private static boolean carriesOneOf(List<VersionContent> versions, Replica replica) {
    return versions.stream().anyMatch(version -> version.mayBeOn(replica));
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

package io.sluice.tools.preview;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.Action;
import io.sluice.rollout.AttemptSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Compares what clusters get before and in their turns with what they have, for an attempt that is
 * not started (rollout-strategy 3.1).
 */
public final class TurnComparer {
  private final RootPolicy root;
  private final PolicyContext context;
  private final Revisions revisions;
  private final AttemptSpec spec;
  private final Map<String, CachedReplica> replicas;
  private final VersionContent content;
  private final Set<String> waiting = new HashSet<>();
  private final Set<String> started = new HashSet<>();

  /** Creates a comparer for one attempt; the order of the calls is that of the writes. */
  public TurnComparer(
      RootPolicy root,
      PolicyContext context,
      Revisions revisions,
      AttemptSpec spec,
      Map<String, CachedReplica> replicas) {
    this.root = root;
    this.context = context;
    this.revisions = revisions;
    this.spec = spec;
    this.replicas = replicas;
    this.content = context.content(root.snapshot());
  }

  /** Returns the writes of what clusters run until their turn. */
  public List<PlannedWrite> provide(Action.Provide action) {
    List<PlannedWrite> writes =
        switch (action.content()) {
          case INFORM ->
              writes(
                  action.clusters(),
                  cluster ->
                      desired(cluster, content.asInform(), Dispatch.As.PENDING)
                          .sparing(this::hasTheVersion));
          case LAST_SUCCESSFUL ->
              lastSuccessful()
                  .map(
                      former ->
                          writes(
                              action.clusters(),
                              cluster ->
                                  desired(cluster, former, Dispatch.As.NEWCOMER)
                                      .sparing(known -> true)))
                  .orElse(List.of());
        };
    writes.forEach(write -> waiting.add(write.cluster()));
    return writes;
  }

  private boolean hasTheVersion(CachedReplica known) {
    String hash = spec.version().contentHash();
    return content.hashOf(known.replica(), spec.version()).equals(hash);
  }

  private Optional<VersionContent> lastSuccessful() {
    return context
        .lastSuccessfulRevision()
        .flatMap(name -> revisions.byName(root.name(), name))
        .map(Revision::snapshot)
        .map(context::content);
  }

  /** Returns the writes to clusters that start. */
  public List<PlannedWrite> dispatch(List<String> clusters) {
    started.addAll(clusters);
    return turns(clusters);
  }

  /** Returns the writes to the clusters that did not start yet. */
  public List<PlannedWrite> later(Set<String> selected) {
    return turns(selected.stream().filter(cluster -> !started.contains(cluster)).toList());
  }

  private List<PlannedWrite> turns(List<String> clusters) {
    return clusters.stream()
        .flatMap(
            cluster ->
                waiting.contains(cluster)
                    ? Stream.of(new PlannedWrite(cluster, PlannedWrite.Kind.CONTENT))
                    : writes(
                        List.of(cluster), name -> desired(name, content, Dispatch.As.DISPATCHED))
                        .stream())
        .toList();
  }

  private DesiredReplica desired(String cluster, VersionContent version, Dispatch.As as) {
    return DesiredReplica.of(
        root.name(),
        cluster,
        version,
        DispatchRule.of(spec.rolloutUid(), spec.number(), root.generation(), as));
  }

  private List<PlannedWrite> writes(
      List<String> clusters, Function<String, DesiredReplica> desired) {
    return clusters.stream()
        .flatMap(
            cluster ->
                PlannedWrite.of(desired.apply(cluster), Optional.ofNullable(replicas.get(cluster)))
                    .stream())
        .toList();
  }
}

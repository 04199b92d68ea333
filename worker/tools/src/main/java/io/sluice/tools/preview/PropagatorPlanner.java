package io.sluice.tools.preview;

import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PropagatorContent;
import io.sluice.policy.Dispatch;
import io.sluice.policy.HubTemplates;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.propagation.Targets;
import io.sluice.tools.preview.PropagatorWrite.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Plans what OCM's propagator does with the replicas of one policy when it starts: it brings every
 * selected cluster to the present version at once, and deletes what no placement selects
 * (policy-propagation 4 to 7).
 */
public final class PropagatorPlanner {
  private final PolicyName policy;
  private final PolicyContext context;
  private final Map<String, CachedReplica> replicas;
  private final Set<String> selected;
  private final Optional<PropagatorContent> content;
  private final boolean hubTemplates;

  /**
   * Plans for one policy.
   *
   * @param replicas those that the hub has, by cluster
   */
  public PropagatorPlanner(
      PolicyName policy, PolicyContext context, Map<String, CachedReplica> replicas) {
    this.policy = policy;
    this.context = context;
    this.replicas = Map.copyOf(replicas);
    this.selected =
        context.propagatedTo().<Set<String>>map(Targets::replicas).orElseGet(TreeSet::new);
    this.content = context.propagated();
    this.hubTemplates =
        context
            .root()
            .filter(root -> !HubTemplates.unsupported(root.snapshot()).isEmpty())
            .isPresent();
  }

  /** Returns the writes, by cluster. */
  public List<PropagatorWrite> writes() {
    Set<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    clusters.addAll(replicas.keySet());
    clusters.addAll(selected);
    return clusters.stream().flatMap(cluster -> write(cluster).stream()).toList();
  }

  private Optional<PropagatorWrite> write(String cluster) {
    Optional<CachedReplica> found = Optional.ofNullable(replicas.get(cluster));
    if (!selected.contains(cluster)) {
      return found.map(replica -> write(cluster, Kind.DELETE, replica.replica(), ""));
    }
    RootPolicy root = context.root().orElseThrow();
    PropagatorContent rendered = content.orElseThrow();
    if (found.isEmpty()) {
      return Optional.of(
          new PropagatorWrite(
              policy, cluster, Kind.CREATE, "", to(root, rendered, cluster, Optional.empty())));
    }
    CachedReplica replica = found.get();
    return kind(rendered, cluster, replica)
        .map(
            kind ->
                write(
                    cluster,
                    kind,
                    replica.replica(),
                    to(root, rendered, cluster, replica.encryptionIv())));
  }

  private PropagatorWrite write(String cluster, Kind kind, Replica replica, String to) {
    return new PropagatorWrite(policy, cluster, kind, from(replica), to);
  }

  private Optional<Kind> kind(PropagatorContent rendered, String cluster, CachedReplica found) {
    if (hubTemplates) {
      return Optional.of(Kind.HUB_TEMPLATE);
    }
    ReplicaContent wanted = rendered.on(cluster, found.encryptionIv());
    String has = found.replica().contentHash();
    if (!wanted.contentHash().equals(has)) {
      return Optional.of(rendered.informHash(cluster).equals(has) ? Kind.ACTION : Kind.VERSION);
    }
    boolean same =
        wanted.compared(cluster).digest().equals(found.digest())
            && found.replica().dispatch().isEmpty()
            && !rendered.copiesAnnotationsOfSluice();
    return same ? Optional.empty() : Optional.of(Kind.METADATA);
  }

  private static String to(
      RootPolicy root, PropagatorContent content, String cluster, Optional<String> encryptionIv) {
    return generation(root.generation(), InformPolicy.is(content.on(cluster, encryptionIv).spec()));
  }

  /** Formats which version a replica has, as far as its dispatch says so. */
  private String from(Replica replica) {
    boolean present =
        content
            .filter(
                rendered ->
                    Stream.of(
                            rendered.on(replica.cluster(), Optional.empty()).contentHash(),
                            rendered.informHash(replica.cluster()))
                        .anyMatch(replica.contentHash()::equals))
            .isPresent();
    Optional<Long> generation =
        present
            ? context.root().map(RootPolicy::generation)
            : replica.ownDispatch().map(Dispatch::generation);
    return generation
        .map(number -> generation(number, replica.informs()))
        .orElse("an unknown version");
  }

  private static String generation(long number, boolean informs) {
    return "generation %d%s".formatted(number, informs ? " as inform" : "");
  }
}

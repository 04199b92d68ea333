package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.ReplicaContent;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Renders replicas as OCM's propagator does where that differs from Sluice: overrides of bindings
 * always count, and two kinds of annotations are copied that Sluice never copies
 * (policy-propagation 4.1 and 5.2). Hub templates are not rendered.
 */
public final class PropagatorContent {
  private static final String ACTIVATION = PolicyApi.PREFIX + "activation-preference";

  private final PolicySnapshot snapshot;
  private final VersionContent content;
  private final VersionContent inform;

  PropagatorContent(PolicySnapshot snapshot, VersionContent content) {
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    this.content = requireNonNull(content, "content is null");
    this.inform = content.asInform();
  }

  /** Renders the replica of that cluster. */
  public ReplicaContent on(String cluster, Optional<String> encryptionIv) {
    ReplicaContent rendered = content.on(cluster, encryptionIv);
    return new ReplicaContent(
        with(rendered.labels(), snapshot.labels()),
        with(rendered.annotations(), snapshot.annotations()),
        rendered.shared());
  }

  /** Returns whether the root has annotations of Sluice, which only the propagator copies. */
  public boolean copiesAnnotationsOfSluice() {
    return copied(snapshot.annotations()).keySet().stream()
        .anyMatch(key -> key.startsWith(PolicyApi.SLUICE));
  }

  /** Returns the hash of the spec on that cluster as inform. */
  public String informHash(String cluster) {
    return inform.hashOn(cluster);
  }

  private Map<String, String> with(Map<String, String> rendered, Map<String, String> root) {
    Map<String, String> all = new TreeMap<>(rendered);
    all.putAll(copied(root));
    return all;
  }

  private Map<String, String> copied(Map<String, String> root) {
    Map<String, String> copied = new TreeMap<>(root);
    boolean everything = !Boolean.FALSE.equals(snapshot.spec().get("copyPolicyMetadata"));
    copied
        .keySet()
        .removeIf(
            key -> !key.equals(ACTIVATION) && !(everything && key.startsWith(PolicyApi.SLUICE)));
    return copied;
  }
}

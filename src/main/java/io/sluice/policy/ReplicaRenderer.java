package io.sluice.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Renders the replica of one version of a root for one cluster (policy-propagation 4).
 *
 * <p>A function: same arguments, same content. Which version and which action a cluster gets is
 * decided elsewhere; {@link Dependencies} rewrites the dependencies.
 */
public final class ReplicaRenderer {
  private static final Set<String> NEVER_COPIED =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          PolicyApi.PREFIX + "activation-preference");
  private static final String TRIGGER_UPDATE = PolicyApi.PREFIX + "trigger-update";

  private ReplicaRenderer() {}

  /**
   * Returns the content of the replica.
   *
   * @param action replaces the snapshot's action; empty: the action stays as it is, also unset
   * @param sets the present policy sets, for dependencies on sets
   * @param encryptionIv the annotation that the replica has already, which is kept
   */
  public static ReplicaContent render(
      PolicyName root,
      PolicySnapshot snapshot,
      String cluster,
      Optional<String> action,
      PolicySets sets,
      Optional<String> encryptionIv) {
    return render(root, snapshot, cluster, spec(root, snapshot, action, sets), encryptionIv);
  }

  /** Returns the content of the replica, given the spec that it shares with others. */
  public static ReplicaContent render(
      PolicyName root,
      PolicySnapshot snapshot,
      String cluster,
      ReplicaSpec spec,
      Optional<String> encryptionIv) {
    Map<String, String> labels = copied(snapshot.labels(), snapshot);
    labels.put(PolicyApi.ROOT_POLICY, root.replicaName());
    labels.put(PolicyApi.CLUSTER_NAME, cluster);
    labels.put(PolicyApi.CLUSTER_NAMESPACE, cluster);
    Map<String, String> annotations = copied(snapshot.annotations(), snapshot);
    annotations.put("argocd.argoproj.io/compare-options", "IgnoreExtraneous");
    encryptionIv.ifPresent(iv -> annotations.put(PolicyApi.ENCRYPTION_IV, iv));
    return new ReplicaContent(labels, annotations, spec);
  }

  /** Returns the spec of all replicas with that action; arguments as above. */
  public static ReplicaSpec spec(
      PolicyName root, PolicySnapshot snapshot, Optional<String> action, PolicySets sets) {
    return new ReplicaSpec(spec(snapshot.spec(), action, new Dependencies(root.namespace(), sets)));
  }

  /** The labels or annotations that a replica takes from its root (policy-propagation 4.1). */
  private static Map<String, String> copied(Map<String, String> entries, PolicySnapshot snapshot) {
    Map<String, String> copied = new TreeMap<>(entries);
    copied.keySet().removeIf(key -> !isCopied(key, snapshot));
    return copied;
  }

  private static boolean isCopied(String key, PolicySnapshot snapshot) {
    if (NEVER_COPIED.contains(key) || key.startsWith(PolicyApi.SLUICE)) {
      return false;
    }
    if (key.equals(TRIGGER_UPDATE)) {
      return HubTemplates.disabled(snapshot.annotations());
    }
    return key.startsWith(PolicyApi.PREFIX)
        || !Boolean.FALSE.equals(snapshot.spec().get("copyPolicyMetadata"));
  }

  private static Map<String, Object> spec(
      Map<String, Object> root, Optional<String> action, Dependencies dependencies) {
    Map<String, Object> spec = new LinkedHashMap<>(root);
    // Without it an edit of the strategy writes no replica; a spoke's CRD would prune it anyway.
    spec.remove("rolloutStrategy");
    action.ifPresent(given -> spec.put(PolicyApi.ACTION, given));
    rewrite(spec, PolicyApi.DEPENDENCIES, dependencies);
    if (spec.get(PolicyApi.TEMPLATES) instanceof List<?> templates) {
      List<Object> rewritten = new ArrayList<>();
      templates.forEach(template -> rewritten.add(template(template, dependencies)));
      spec.put(PolicyApi.TEMPLATES, rewritten);
    }
    return spec;
  }

  private static Object template(Object template, Dependencies dependencies) {
    Map<String, Object> tree = JsonTree.map(template);
    if (!tree.containsKey(PolicyApi.EXTRA_DEPENDENCIES)) {
      return template;
    }
    rewrite(tree, PolicyApi.EXTRA_DEPENDENCIES, dependencies);
    return tree;
  }

  private static void rewrite(Map<String, Object> tree, String key, Dependencies dependencies) {
    if (tree.get(key) instanceof List<?>) {
      tree.put(key, dependencies.rewrite(JsonTree.list(tree, key)));
    }
  }
}

package io.sluice.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the replica of one version of a root for one cluster (policy-propagation 4).
 *
 * <p>A function: same arguments, same content. Which version and which action a cluster gets is
 * decided elsewhere; {@link ReplicaMetadata} and {@link Dependencies} render parts of the replica.
 */
public final class ReplicaRenderer {
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
    ReplicaMetadata metadata = new ReplicaMetadata(root, snapshot);
    return new ReplicaContent(
        metadata.labels(cluster),
        metadata.annotations(encryptionIv),
        spec(snapshot.spec(), action, new Dependencies(root.namespace(), sets)));
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

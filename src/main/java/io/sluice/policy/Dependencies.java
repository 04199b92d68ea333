package io.sluice.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites a root's dependencies for a managed cluster, where policies have the names of their
 * replicas and sets do not exist (policy-propagation 4.2, rule 3).
 */
final class Dependencies {
  private final String rootNamespace;
  private final PolicySets sets;

  Dependencies(String rootNamespace, PolicySets sets) {
    this.rootNamespace = rootNamespace;
    this.sets = sets;
  }

  /** Returns the dependencies of a replica, in the order of the root's. */
  List<Object> rewrite(List<Object> dependencies) {
    List<Object> rewritten = new ArrayList<>();
    for (Object dependency : dependencies) {
      rewritten.addAll(rewrite(dependency));
    }
    return rewritten;
  }

  private List<?> rewrite(Object dependency) {
    Map<String, Object> tree = JsonTree.map(dependency);
    if (JsonTree.text(tree, "name").isEmpty()) {
      return Collections.singletonList(dependency);
    }
    if (is(tree, PolicyApi.POLICY_VERSION, PolicyApi.POLICY)) {
      return List.of(onReplica(tree));
    }
    if (is(tree, PolicyApi.POLICY_SET_VERSION, PolicyApi.POLICY_SET)) {
      return members(tree);
    }
    return Collections.singletonList(dependency);
  }

  private Map<String, Object> onReplica(Map<String, Object> policy) {
    String name = JsonTree.text(policy, "name").orElseThrow();
    Optional<String> namespace = JsonTree.text(policy, "namespace");
    // A dot and no namespace: this is the name of a replica already.
    if (namespace.isEmpty() && name.contains(".")) {
      return policy;
    }
    Map<String, Object> rewritten = new LinkedHashMap<>(policy);
    rewritten.remove("namespace");
    rewritten.put("name", new PolicyName(namespace.orElse(rootNamespace), name).replicaName());
    return rewritten;
  }

  private List<?> members(Map<String, Object> set) {
    String namespace = JsonTree.text(set, "namespace").orElse(rootNamespace);
    Optional<List<String>> members =
        sets.members(namespace, JsonTree.text(set, "name").orElseThrow());
    if (members.isEmpty()) {
      Map<String, Object> kept = new LinkedHashMap<>(set);
      kept.put("namespace", namespace);
      return List.of(kept);
    }
    return members.get().stream().map(member -> dependencyOn(member, namespace, set)).toList();
  }

  private static Map<String, Object> dependencyOn(
      String member, String namespace, Map<String, Object> set) {
    Map<String, Object> dependency = new LinkedHashMap<>(set);
    dependency.remove("namespace");
    dependency.put("apiVersion", PolicyApi.POLICY_VERSION);
    dependency.put("kind", PolicyApi.POLICY);
    dependency.put("name", new PolicyName(namespace, member).replicaName());
    return dependency;
  }

  private static boolean is(Map<String, Object> tree, String apiVersion, String kind) {
    return apiVersion.equals(tree.get("apiVersion")) && kind.equals(tree.get("kind"));
  }
}

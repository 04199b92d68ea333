package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY_SET;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Rewrites dependencies for a cluster, where a policy has its replica's name (4.2). */
final class DependencyList {
  private final String namespace;
  private final BiFunction<String, String, Optional<PolicySetMembers>> sets;

  /** Rewrites for a root in that namespace; sets are found by namespace and name. */
  DependencyList(String namespace, BiFunction<String, String, Optional<PolicySetMembers>> sets) {
    this.namespace = namespace;
    this.sets = sets;
  }

  List<Map<String, Object>> rewrite(Object dependencies) {
    return ObjectTree.maps(dependencies).flatMap(this::rewriteOne).toList();
  }

  private Stream<Map<String, Object>> rewriteOne(Map<String, Object> dependency) {
    String name = ObjectTree.text(dependency.get("name"));
    Optional<String> given = ObjectTree.nonEmptyText(dependency.get("namespace"));
    String in = given.orElse(namespace);
    if (is(dependency, POLICY)) {
      // A dot means the name of a replica, but names of policies may have one, too.
      boolean replica = given.isEmpty() && name.contains(".");
      return Stream.of(replica ? dependency : policy(dependency, in + "." + name));
    }
    if (is(dependency, POLICY_SET)) {
      Map<String, Object> kept = new LinkedHashMap<>(dependency);
      kept.put("namespace", in);
      return sets.apply(in, name)
          .map(set -> members(dependency, in, set))
          .orElseGet(() -> Stream.of(kept));
    }
    return Stream.of(dependency);
  }

  private static Stream<Map<String, Object>> members(
      Map<String, Object> dependency, String namespace, PolicySetMembers set) {
    return set.policies().stream().map(policy -> policy(dependency, namespace + "." + policy));
  }

  private static Map<String, Object> policy(Map<String, Object> dependency, String name) {
    Map<String, Object> policy = new LinkedHashMap<>(dependency);
    policy.put("apiVersion", PropagatorKinds.apiVersion(POLICY));
    policy.put("kind", POLICY.getKind());
    policy.put("name", name);
    policy.remove("namespace");
    return policy;
  }

  /** Returns whether a root in a namespace depends on a set, in the policy or in a template. */
  static boolean names(
      Map<String, Object> spec, String rootNamespace, String setNamespace, String set) {
    return Stream.concat(
            ObjectTree.maps(spec.get("dependencies")),
            ObjectTree.maps(spec.get("policy-templates"))
                .flatMap(template -> ObjectTree.maps(template.get("extraDependencies"))))
        .filter(dependency -> is(dependency, POLICY_SET))
        .filter(dependency -> set.equals(dependency.get("name")))
        .anyMatch(
            dependency ->
                ObjectTree.nonEmptyText(dependency.get("namespace"))
                    .orElse(rootNamespace)
                    .equals(setNamespace));
  }

  private static boolean is(Map<String, Object> dependency, ResourceDefinitionContext kind) {
    return kind.getKind().equals(dependency.get("kind"))
        && PropagatorKinds.apiVersion(kind).equals(dependency.get("apiVersion"));
  }
}

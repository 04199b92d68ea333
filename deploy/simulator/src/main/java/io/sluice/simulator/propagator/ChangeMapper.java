package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.BINDING;
import static io.sluice.simulator.propagator.PropagatorKinds.CONFIG_MAP;
import static io.sluice.simulator.propagator.PropagatorKinds.DECISION;
import static io.sluice.simulator.propagator.PropagatorKinds.MANAGED_CLUSTER;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;
import static io.sluice.simulator.propagator.PropagatorKinds.POLICY_SET;
import static io.sluice.simulator.propagator.PropagatorKinds.RULE;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.simulator.propagator.PolicyWork.Controller;
import io.sluice.simulator.tree.ObjectTree;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the policies that a change concerns, and no others: as upstream, it reads what the caches
 * hold by then, and does not react to Placements at all (policy-propagation 17).
 */
final class ChangeMapper {
  private final PropagatorCaches caches;
  private final DecisionReader decisions;
  private final TemplateInputs inputs;
  private final boolean forgetsVanishedBindings;
  private final Consumer<PolicyWork> queue;
  private final Map<ResourceDefinitionContext, Consumer<ObjectChange>> rules =
      Map.of(
          POLICY, this::policy,
          POLICY_SET, this::policySet,
          BINDING, this::binding,
          DECISION, this::decision,
          RULE, this::rule,
          MANAGED_CLUSTER, this::cluster,
          CONFIG_MAP, this::configMap);

  ChangeMapper(
      PropagatorCaches caches,
      DecisionReader decisions,
      TemplateInputs inputs,
      boolean forgetsVanishedBindings,
      Consumer<PolicyWork> queue) {
    this.caches = caches;
    this.decisions = decisions;
    this.inputs = inputs;
    this.forgetsVanishedBindings = forgetsVanishedBindings;
    this.queue = queue;
  }

  void changed(ObjectChange change) {
    rules.getOrDefault(change.kind(), ignored -> {}).accept(change);
  }

  private void policy(ObjectChange change) {
    GenericKubernetesResource policy = change.latest();
    String namespace = policy.getMetadata().getNamespace();
    String name = policy.getMetadata().getName();
    boolean replica = change.both().anyMatch(each -> PolicyObject.rootLabel(each).isPresent());
    if (!change.update()
        || PolicyObject.changed(change.before().orElseThrow(), change.after().orElseThrow())) {
      queue.accept(
          replica ? PolicyWork.replica(namespace, name) : PolicyWork.root(namespace, name));
    }
    if (change.update()
        && PolicyObject.sameGeneration(
            change.before().orElseThrow(), change.after().orElseThrow())) {
      PolicyObject.rootLabel(policy)
          .filter(label -> caches.isCluster(namespace))
          .flatMap(label -> PolicyWork.rootOf(label, Controller.ROOT_STATUS))
          .ifPresentOrElse(queue, () -> queue.accept(PolicyWork.rootStatus(namespace, name)));
    }
  }

  private void policySet(ObjectChange change) {
    String namespace = change.latest().getMetadata().getNamespace();
    String name = change.latest().getMetadata().getName();
    if (change.both().map(PolicySetMembers::of).distinct().count() > 1 || !change.update()) {
      change
          .both()
          .flatMap(set -> PolicySetMembers.of(set).policies().stream())
          .forEach(policy -> queue.accept(PolicyWork.root(namespace, policy)));
    }
    caches
        .list(POLICY)
        .filter(policy -> PolicyObject.rootLabel(policy).isEmpty())
        .filter(root -> dependsOn(root, namespace, name))
        .flatMap(root -> caches.replicas(PolicyObject.replicaName(root)).stream())
        .forEach(replica -> queue.accept(PolicyWork.replica(replica)));
  }

  private static boolean dependsOn(
      GenericKubernetesResource root, String setNamespace, String set) {
    return DependencyList.names(
        PolicyObject.spec(root), root.getMetadata().getNamespace(), setNamespace, set);
  }

  private void binding(ObjectChange change) {
    Set<PolicyWork> replicas = new LinkedHashSet<>();
    change
        .both()
        .map(PolicyBinding::of)
        .forEach(
            binding -> {
              statuses(binding);
              Collection<String> clusters =
                  change.after().isEmpty() && !forgetsVanishedBindings
                      ? caches
                          .list(MANAGED_CLUSTER)
                          .map(each -> each.getMetadata().getName())
                          .toList()
                      : decisions.clusters(binding);
              Set<PolicyWork> concerned = new LinkedHashSet<>();
              replicas(binding, clusters, concerned::add);
              merge(replicas, concerned, change.update() && sameEffect(change));
            });
    replicas.forEach(queue);
  }

  /** Keeps the clusters of either side, or only those that one side has and the other has not. */
  private static <T> void merge(Set<T> all, Set<T> others, boolean difference) {
    for (T other : others) {
      if (!all.add(other) && difference) {
        all.remove(other);
      }
    }
  }

  private static boolean sameEffect(ObjectChange change) {
    return change
            .both()
            .map(PolicyBinding::of)
            .map(binding -> Set.of(binding.override(), binding.restricted()))
            .distinct()
            .count()
        == 1;
  }

  private void decision(ObjectChange change) {
    placed(change, PolicyBinding.PLACEMENT, DecisionReader.placementOf(change.latest()));
  }

  private void rule(ObjectChange change) {
    placed(change, PolicyBinding.RULE, change.latest().getMetadata().getName());
  }

  private void placed(ObjectChange change, String kind, String placement) {
    Set<String> clusters = new LinkedHashSet<>();
    change.both().forEach(page -> merge(clusters, DecisionReader.decided(page), true));
    decisions
        .bindings(change.latest().getMetadata().getNamespace())
        .filter(binding -> binding.refersTo(kind, placement))
        .forEach(
            binding -> {
              statuses(binding);
              replicas(binding, clusters, queue);
            });
  }

  /** A label of a cluster may stand in hub templates. */
  private void cluster(ObjectChange change) {
    if (change.update() && change.both().map(PolicyObject::labels).distinct().count() > 1) {
      caches
          .list(POLICY, change.latest().getMetadata().getName())
          .filter(this::usesClusterLabels)
          .forEach(replica -> queue.accept(PolicyWork.replica(replica)));
    }
  }

  private boolean usesClusterLabels(GenericKubernetesResource replica) {
    return PolicyObject.rootLabel(replica)
        .flatMap(label -> PolicyWork.rootOf(label, Controller.ROOT_SPEC))
        .flatMap(root -> caches.find(POLICY, root.namespace(), root.name()))
        .filter(root -> ObjectTree.mentions(PolicyObject.spec(root), HubTemplateRenderer.LABELS))
        .isPresent();
  }

  private void configMap(ObjectChange change) {
    inputs
        .readers(
            change.latest().getMetadata().getNamespace(), change.latest().getMetadata().getName())
        .forEach(queue);
  }

  private void statuses(PolicyBinding binding) {
    decisions
        .policies(binding)
        .forEach(policy -> queue.accept(PolicyWork.rootStatus(binding.namespace(), policy)));
  }

  private void replicas(
      PolicyBinding binding, Collection<String> clusters, Consumer<PolicyWork> found) {
    for (String policy : decisions.policies(binding)) {
      String name = binding.namespace() + "." + policy;
      clusters.forEach(cluster -> found.accept(PolicyWork.replica(cluster, name)));
    }
  }
}

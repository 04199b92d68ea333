package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.propagator.PolicyWork.Controller;
import java.util.Optional;

/**
 * Creates, updates and deletes one replica (policy-propagation 7).
 *
 * <p>A Policy whose name no replica can have is deleted wherever it is. Any other is deleted only
 * in a cluster's namespace: elsewhere it may belong to a hub of hubs, or to a hosted cluster.
 */
final class ReplicatedPolicyReconciler implements PolicyQueue.Reconciler {
  private final PropagatorCaches caches;
  private final DecisionReader decisions;
  private final TemplateInputs inputs;
  private final ReplicaBuilder builder;
  private final PropagatorWriter writer;

  ReplicatedPolicyReconciler(
      PropagatorCaches caches,
      DecisionReader decisions,
      TemplateInputs inputs,
      PropagatorWriter writer) {
    this.caches = caches;
    this.decisions = decisions;
    this.inputs = inputs;
    this.builder = new ReplicaBuilder(caches, decisions, inputs);
    this.writer = writer;
  }

  @Override
  public void reconcile(String cluster, String name) throws InterruptedException {
    Optional<GenericKubernetesResource> existing = caches.find(POLICY, cluster, name);
    Optional<PolicyWork> parsed = PolicyWork.rootOf(name, Controller.ROOT_SPEC);
    Optional<GenericKubernetesResource> root =
        parsed.flatMap(named -> caches.find(POLICY, named.namespace(), named.name()));
    if (root.isPresent() && !PolicyObject.disabled(root.get())) {
      ClusterDecision decision = decide(root.get(), cluster);
      if (decision.replicated()) {
        write(builder.build(root.get(), cluster, decision.override(), existing), existing);
        return;
      }
    }
    inputs.begin(PolicyWork.replica(cluster, name));
    boolean mayStay =
        parsed.isPresent()
            && !root.map(PolicyObject::disabled).orElse(false)
            && !caches.isCluster(cluster);
    if (existing.isPresent() && !mayStay) {
      writer.delete(existing.get());
    }
  }

  private ClusterDecision decide(GenericKubernetesResource root, String cluster) {
    return ClusterDecision.of(
        cluster, decisions.of(root.getMetadata().getNamespace(), root.getMetadata().getName()));
  }

  private void write(GenericKubernetesResource wanted, Optional<GenericKubernetesResource> existing)
      throws InterruptedException {
    if (existing.isEmpty()) {
      writer.create(wanted);
    } else if (!ReplicaBuilder.same(wanted, existing.get())) {
      writer.update(existing.get(), wanted);
    }
  }
}

package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.simulator.tree.ObjectTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Queues the replicas of a changed root, and writes the root's status (policy-propagation 9).
 *
 * <p>A Policy in a cluster's namespace that has no root is deleted.
 */
final class RootPolicyReconciler {
  private final PropagatorCaches caches;
  private final DecisionReader decisions;
  private final PropagatorWriter writer;
  private final Consumer<PolicyWork> queue;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  RootPolicyReconciler(
      PropagatorCaches caches,
      DecisionReader decisions,
      PropagatorWriter writer,
      Consumer<PolicyWork> queue) {
    this.caches = caches;
    this.decisions = decisions;
    this.writer = writer;
    this.queue = queue;
  }

  /** Reacts to a root that is new, changed or gone. */
  void reconcileSpec(String namespace, String name) throws InterruptedException {
    Optional<GenericKubernetesResource> found = caches.find(POLICY, namespace, name);
    if (found.isPresent() && caches.isCluster(namespace)) {
      writer.delete(found.get());
      return;
    }
    String replica = namespace + "." + name;
    if (found.map(PolicyObject::disabled).orElse(true)) {
      caches.replicas(replica).forEach(policy -> queue.accept(PolicyWork.replica(policy)));
    }
    if (found.isPresent()) {
      List<String> before = listed(found.get());
      writeStatus(found.get());
      clusters(found.get()).forEach(cluster -> queue.accept(PolicyWork.replica(cluster, replica)));
      before.forEach(cluster -> queue.accept(PolicyWork.replica(cluster, replica)));
    }
  }

  /** Reacts to reports of replicas and to changes of bindings and decisions. */
  void reconcileStatus(String namespace, String name) throws InterruptedException {
    Optional<GenericKubernetesResource> root = caches.find(POLICY, namespace, name);
    if (root.isPresent() && PolicyObject.rootLabel(root.get()).isEmpty()) {
      writeStatus(root.get());
    }
  }

  /** Two controllers write the status of a root, but never at once. */
  private void writeStatus(GenericKubernetesResource root) throws InterruptedException {
    String replica = PolicyObject.replicaName(root);
    synchronized (locks.computeIfAbsent(replica, key -> new Object())) {
      Map<String, Object> status =
          status(root).toTree(PolicyObject.disabled(root), cluster -> compliance(cluster, replica));
      if (!status.equals(PolicyObject.status(root))) {
        writer.updateStatus(root, status);
      }
    }
  }

  private RootPolicyStatus status(GenericKubernetesResource root) {
    return new RootPolicyStatus(
        decisions.of(root.getMetadata().getNamespace(), root.getMetadata().getName()));
  }

  private Iterable<String> clusters(GenericKubernetesResource root) {
    return PolicyObject.disabled(root) ? List.of() : status(root).clusters();
  }

  private static List<String> listed(GenericKubernetesResource root) {
    return ObjectTree.maps(PolicyObject.status(root).get("status"))
        .map(row -> ObjectTree.text(row.get("clustername")))
        .toList();
  }

  private String compliance(String cluster, String replica) {
    return caches
        .find(POLICY, cluster, replica)
        .map(found -> ObjectTree.text(PolicyObject.status(found).get("compliant")))
        .orElse("");
  }
}

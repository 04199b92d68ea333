package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import java.util.Map;

/** Names a template that goes from cluster to cluster, and plays what its run writes. */
final class StagedTemplate {
  static final ResourceId ID = new ResourceId("v1", "ConfigMap", "default", "web");
  static final BindingName BINDING =
      BindingName.of("default", "web-configmap", "open-cluster-management");

  private StagedTemplate() {}

  /** Returns its policy, which selects all clusters that are not retired. */
  static Map<String, Object> policy(String strategy) {
    return yaml(
        """
        apiVersion: policy.karmada.io/v1alpha1
        kind: PropagationPolicy
        metadata: {name: spread, namespace: default, annotations: {sluice.io/rollout-strategy: %s}}
        spec:
          resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: web}]
          placement: {clusterAffinity: {labelSelector: {matchExpressions: [{key: retired, operator: DoesNotExist}]}}}
        """
            .formatted(strategy));
  }

  static Map<String, Object> web() {
    return yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: web, namespace: default}}");
  }

  static Map<String, Object> yaml(String yaml) {
    return JsonTree.map(Serialization.unmarshal("---\n" + yaml, Map.class));
  }

  /** Writes what the run does: one that has not claimed is started again every second. */
  static void claimed(PropagationHub hub) {
    status(
        hub,
        Map.of("attempt", 1, "rolloutUID", "u1", "currentRolloutGeneration", 1, "runOpen", true));
  }

  /** Writes fields of the status of its Rollout. */
  static void status(PropagationHub hub, Map<String, Object> fields) {
    GenericKubernetesResource rollout =
        hub.client
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(BINDING.namespace())
            .withName(BINDING.rolloutName())
            .get();
    Map<String, Object> status = HubObjects.part(rollout, "status");
    status.putAll(fields);
    rollout.setAdditionalProperty("status", status);
    hub.client.resource(rollout).updateStatus();
  }

  /** Has the member report that it has applied its Work. */
  static void applied(PropagationHub hub, String cluster) {
    hub.patch(
        work(hub, cluster),
        yaml("{status: {conditions: [{type: Applied, status: 'True'}]}}"),
        "status");
  }

  /** Has its policy select a cluster no more, or again. */
  static void retire(PropagationHub hub, String cluster, boolean retired) {
    hub.patch(
        cluster(cluster),
        yaml("{metadata: {labels: {retired: %s}}}".formatted(retired ? "'yes'" : null)),
        "");
  }

  /** Has the hub say whether a cluster is available. */
  static void available(PropagationHub hub, String cluster, String status) {
    hub.patch(
        cluster(cluster),
        yaml(
            "{status: {conditions: [{type: ManagedClusterConditionAvailable, status: '%s'}]}}"
                .formatted(status)),
        "status");
  }

  static ResourceId cluster(String name) {
    return new ResourceId("cluster.open-cluster-management.io/v1", "ManagedCluster", "", name);
  }

  static void deleteWork(PropagationHub hub, String cluster) {
    hub.delete(work(hub, cluster));
  }

  private static ResourceId work(PropagationHub hub, String cluster) {
    return hub.works().stream()
        .filter(found -> found.getMetadata().getNamespace().endsWith("-" + cluster))
        .map(found -> ResourceId.of(HubObjects.toTree(found)))
        .findFirst()
        .orElseThrow();
  }
}

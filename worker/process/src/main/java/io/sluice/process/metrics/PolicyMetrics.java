package io.sluice.process.metrics;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.Compliance;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Exports the metrics of the policy propagator, which hubs alert on (policy-propagation 8.6).
 *
 * <p>They are computed from the cache when they are asked for, so that between two scrapes they
 * cost nothing, and what is gone is not exported.
 */
final class PolicyMetrics {
  private static final String[] LABELS = {
    "type", "policy", "policy_namespace", "cluster_namespace"
  };

  /** The propagator's label of a root, which is in no cluster's namespace. */
  private static final String NO_CLUSTER = "<null>";

  private final ReplicaStore policies;
  private final PropagationFailures failures;

  /** Reads roots and replicas from a cache. */
  PolicyMetrics(ReplicaStore policies, PropagationFailures failures) {
    this.policies = requireNonNull(policies, "policies is null");
    this.failures = requireNonNull(failures, "failures is null");
  }

  /** Returns both metrics as they are now. */
  List<MetricSnapshot> snapshots() {
    List<GenericKubernetesResource> roots = policies.roots();
    return List.of(compliance(roots), failures(roots));
  }

  private GaugeSnapshot compliance(List<GenericKubernetesResource> roots) {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder()
            .name("policy_governance_info")
            .help(
                "The compliance status of the named policy."
                    + " 0 == Compliant. 1 == NonCompliant. -1 == Unknown/Pending");
    for (GenericKubernetesResource root : roots) {
      if (!Boolean.TRUE.equals(HubObjects.part(root, "spec").get("disabled"))) {
        gauge.dataPoint(
            point("root", name(root), NO_CLUSTER, compliant(HubObjects.part(root, "status"))));
      }
    }
    for (PolicyName policy : policies.policiesWithReplicas()) {
      for (CachedReplica replica : policies.replicas(policy).values()) {
        Replica found = replica.replica();
        gauge.dataPoint(point("propagated", policy, found.cluster(), found.compliant()));
      }
    }
    return gauge.build();
  }

  private CounterSnapshot failures(List<GenericKubernetesResource> roots) {
    failures.retain(roots.stream().map(PolicyMetrics::name).toList());
    CounterSnapshot.Builder counter =
        CounterSnapshot.builder()
            .name("policy_propagation_failure")
            .help("The number of failed policy propagation attempts per policy");
    failures
        .counts()
        .forEach(
            (policy, count) ->
                counter.dataPoint(
                    CounterDataPointSnapshot.builder()
                        .labels(Labels.of("name", policy.name(), "namespace", policy.namespace()))
                        .value(count)
                        .build()));
    return counter.build();
  }

  private static GaugeDataPointSnapshot point(
      String type, PolicyName policy, String cluster, Optional<Compliance> compliant) {
    return GaugeDataPointSnapshot.builder()
        .labels(Labels.of(LABELS, new String[] {type, policy.name(), policy.namespace(), cluster}))
        .value(compliant.map(PolicyMetrics::value).orElse(-1))
        .build();
  }

  private static int value(Compliance compliant) {
    return switch (compliant) {
      case COMPLIANT -> 0;
      case NON_COMPLIANT -> 1;
      case PENDING -> -1;
    };
  }

  private static Optional<Compliance> compliant(Map<String, Object> status) {
    return JsonTree.text(status, "compliant").flatMap(Compliance::ofLabel);
  }

  private static PolicyName name(GenericKubernetesResource root) {
    ObjectMeta meta = root.getMetadata();
    return new PolicyName(meta.getNamespace(), meta.getName());
  }
}

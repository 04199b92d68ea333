package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;

/** Describes what is known of a policy, or of its replica in one cluster (policy-propagation 2). */
public record PolicyStatus(
    @JsonPropertyDescription("The worst that the clusters, or the templates, report.")
        PolicyCompliance compliant,
    @JsonPropertyDescription(
            "Where the rollout stands. Policy: ToApply, Progressing, Succeeded or Failed. Replica:"
                + " the word for its cluster.")
        String rolloutStatus,
    @JsonPropertyDescription("Policy only: what binds it to clusters.") List<Placement> placement,
    @JsonPropertyDescription("Policy only: one row for each cluster.") List<Cluster> status,
    @JsonPropertyDescription("Replica only: one entry for each template.") List<Detail> details) {

  /** Describes one way from the policy to clusters. */
  public record Placement(
      String placementBinding,
      String placement,
      String placementRule,
      String policySet,
      @JsonPropertyDescription("Clusters that the policy set excludes.") List<Exclusion> exclusions,
      List<Decision> decisions) {}

  /** Names an excluded cluster. */
  public record Exclusion(String clusterName) {}

  /** Names a chosen cluster. */
  public record Decision(String clusterName, String clusterNamespace) {}

  /** Describes how one cluster fares. */
  public record Cluster(
      String clustername,
      String clusternamespace,
      PolicyCompliance compliant,
      @JsonPropertyDescription("OCM's word for where the rollout has this cluster.")
          String rolloutStatus,
      @JsonPropertyDescription("Bindings that still decide a cluster which a policy set excludes.")
          List<Binding> remainingBindings) {}

  /** Names a binding. */
  public record Binding(String placementBinding) {}

  /** Describes how one template fares on a cluster. */
  public record Detail(
      @PreserveUnknownFields @SchemaFrom(type = Object.class) Map<String, Object> templateMeta,
      PolicyCompliance compliant,
      @JsonPropertyDescription("Newest first.") List<Report> history) {}

  /** Describes one report of a policy engine. */
  public record Report(ZonedDateTime lastTimestamp, String message, String eventName) {}
}

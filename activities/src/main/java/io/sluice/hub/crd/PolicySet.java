package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.List;

/** Describes the kind PolicySet (policy-propagation 2.3, 3). */
@Group("policy.open-cluster-management.io")
@Version("v1beta1")
@Plural("policysets")
@Singular("policyset")
@ShortNames("plcset")
@JsonClassDescription("Groups policies of one namespace, to be bound together.")
@AdditionalPrinterColumn(name = "Compliance state", jsonPath = ".status.compliant")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public final class PolicySet extends CustomResource<PolicySet.Spec, PolicySet.Status>
    implements Namespaced {

  @Required
  @Override
  public Spec getSpec() {
    return super.getSpec();
  }

  /** Describes what a set groups. */
  @ValidationRule(
      value = "!has(self.exclusions) || self.exclusions.all(e, e.policyName in self.policies)",
      fieldPath = ".exclusions",
      message =
          "exclusions name a policy that spec.policies does not list."
              + " List the policy, or remove the exclusion.")
  @ValidationRule(
      value =
          "!has(self.exclusions) || self.exclusions.all(e,"
              + " self.exclusions.exists_one(o, o.policyName == e.policyName))",
      fieldPath = ".exclusions",
      message = "exclusions name a policy twice. Keep one entry, with the clusters of both.")
  public record Spec(
      String description,
      @Required @Size(max = 1024) @JsonPropertyDescription("The names of the policies.")
          List<@Size(min = 1, max = 253) String> policies,
      @Size(max = 128)
          @JsonPropertyDescription("Policies that do not go to certain clusters through this set.")
          List<Exclusion> exclusions) {}

  /** Takes one policy off some clusters. */
  public record Exclusion(
      @Required @Size(min = 1, max = 253) String policyName,
      @Required @Size(min = 1) List<@Size(min = 1) String> clusterNames,
      String reason) {}

  /** Describes how the policies of a set fare. */
  public record Status(
      PolicyCompliance compliant,
      String statusMessage,
      List<Placement> placement,
      @JsonPropertyDescription("The exclusions in force.") List<Excluded> exclusions) {}

  /** Describes one way from the set to clusters. */
  public record Placement(String placementBinding, String placement, String placementRule) {}

  /** Names the clusters that a policy does not go to. */
  public record Excluded(@Required String policyName, @Required List<String> clusters) {}
}

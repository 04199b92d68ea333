package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.PreserveUnknownFields;
import io.fabric8.crd.generator.annotation.SchemaFrom;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;

/**
 * Describes what a policy asks of the clusters (policy-propagation 2.1).
 *
 * <p>The sizes are above what fits into an object of etcd; the server wants them to bound the cost
 * of the rules.
 */
public record PolicySpec(
    @Required
        @JsonPropertyDescription("While true, the policy is removed from the managed clusters.")
        boolean disabled,
    @Required
        @Size(max = 8192)
        @JsonProperty("policy-templates")
        @JsonPropertyDescription("The resources of policy engines to bring to the clusters.")
        List<Template> policyTemplates,
    @Size(max = 1024)
        @JsonPropertyDescription("What must be in a certain state before the policy is applied.")
        List<Dependency> dependencies,
    @JsonPropertyDescription("Replaces the action of every template, unless it is informonly.")
        RemediationAction remediationAction,
    @JsonPropertyDescription(
            "Whether all labels and annotations go to the clusters. Absent: they do. False: only"
                + " those of the policy framework.")
        Boolean copyPolicyMetadata,
    @JsonPropertyDescription("How templates that are rendered on the hub are looked up.")
        HubTemplateOptions hubTemplateOptions,
    @JsonPropertyDescription(
            "How each new version goes from cluster to cluster. Absent: to all of them at once,"
                + " unless the Rollout of the policy has a strategy.")
        RolloutStrategy rolloutStrategy) {

  /** Lists the spellings of the two actions. */
  public enum RemediationAction {
    @JsonProperty("Inform")
    CAPITAL_INFORM,
    @JsonProperty("inform")
    INFORM,
    @JsonProperty("Enforce")
    CAPITAL_ENFORCE,
    @JsonProperty("enforce")
    ENFORCE
  }

  /** Describes one resource of a policy engine. */
  public record Template(
      @Required
          @PreserveUnknownFields
          @SchemaFrom(type = Object.class)
          @JsonPropertyDescription("The resource itself.")
          Map<String, Object> objectDefinition,
      @Size(max = 64)
          @JsonPropertyDescription("What must be in a certain state before it is applied.")
          List<Dependency> extraDependencies,
      @JsonPropertyDescription("Whether it counts as compliant while it is Pending.")
          Boolean ignorePending) {}

  /** Describes another object that must be in a certain state. */
  @ValidationRule(
      value =
          "!(self.kind in ['ConfigurationPolicy', 'CertificatePolicy'])"
              + " || !has(self.namespace) || self.namespace == ''",
      fieldPath = ".namespace",
      message =
          "namespace is set, but a ConfigurationPolicy or CertificatePolicy is looked up where the"
              + " policy is. Remove it.")
  public record Dependency(
      @Required @Size(max = 317) String apiVersion,
      @Required @Size(max = 63) String kind,
      @Required @Size(max = 253) String name,
      @Size(max = 63)
          @JsonPropertyDescription("Not for a ConfigurationPolicy or a CertificatePolicy.")
          String namespace,
      @Required @JsonPropertyDescription("The state to wait for.") PolicyCompliance compliance) {}

  /** Describes how templates that are rendered on the hub are looked up. */
  public record HubTemplateOptions(
      @JsonPropertyDescription("A service account of the policy's namespace.")
          String serviceAccountName) {}
}

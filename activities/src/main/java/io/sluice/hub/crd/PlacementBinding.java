package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Nullable;
import io.fabric8.generator.annotation.Pattern;
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

/** Describes the kind PlacementBinding; it has no spec (policy-propagation 2.2). */
@Group("policy.open-cluster-management.io")
@Version("v1")
@Plural("placementbindings")
@Singular("placementbinding")
@ShortNames("pb")
@JsonClassDescription("Binds policies and policy sets to the clusters of a placement.")
@ValidationRule(
    value =
        "!has(self.remediationActionOverride)"
            + " || !(has(self.bindingOverrides) || has(self.subFilter))",
    fieldPath = ".remediationActionOverride",
    message =
        "remediationActionOverride is set, and so is bindingOverrides or subFilter, the newer"
            + " spelling of the same. Keep bindingOverrides and subFilter.")
public final class PlacementBinding extends CustomResource<Void, PlacementBinding.Status>
    implements Namespaced {
  @Required
  @JsonPropertyDescription("The placement, in the namespace of this binding.")
  public PlacementRef placementRef;

  @Required
  @Size(min = 1)
  @JsonPropertyDescription("What is bound, in the namespace of this binding.")
  public List<Subject> subjects;

  @JsonPropertyDescription("What is different on the clusters of this binding.")
  public Overrides bindingOverrides;

  @JsonPropertyDescription("restricted: the binding adds no clusters, it only overrides.")
  public SubFilter subFilter;

  @JsonPropertyDescription("A former spelling of bindingOverrides and subFilter.")
  public FormerOverride remediationActionOverride;

  /** Describes a status without fields. */
  public record Status() {}

  /** Names a placement. */
  @ValidationRule(
      value =
          "(self.kind == 'Placement') == (self.apiGroup == 'cluster.open-cluster-management.io')",
      messageExpression =
          "'placementRef is a ' + self.kind + ' of the group ' + self.apiGroup + ', which does not"
              + " exist. Use Placement with cluster.open-cluster-management.io, or PlacementRule"
              + " with apps.open-cluster-management.io.'")
  public record PlacementRef(
      @Required PlacementGroup apiGroup,
      @Required PlacementKind kind,
      @Required @Size(min = 1) String name) {}

  /** Lists the groups of placements. */
  public enum PlacementGroup {
    @JsonProperty("apps.open-cluster-management.io")
    APPS,
    @JsonProperty("cluster.open-cluster-management.io")
    CLUSTER
  }

  /** Lists the kinds of placements. */
  public enum PlacementKind {
    @JsonProperty("Placement")
    PLACEMENT,
    @JsonProperty("PlacementRule")
    PLACEMENT_RULE
  }

  /** Names what is bound. */
  public record Subject(
      @Required SubjectGroup apiGroup,
      @Required SubjectKind kind,
      @Required @Size(min = 1) String name) {}

  /** Lists the only group of what can be bound. */
  public enum SubjectGroup {
    @JsonProperty("policy.open-cluster-management.io")
    POLICY
  }

  /** Lists the kinds that can be bound. */
  public enum SubjectKind {
    @JsonProperty("Policy")
    POLICY,
    @JsonProperty("PolicySet")
    POLICY_SET
  }

  /** Describes what is different on the clusters of a binding. */
  public record Overrides(
      @JsonPropertyDescription("Raises inform to enforce.") Enforcement remediationAction) {}

  /** Lists the spellings of the action that a binding can raise to. */
  public enum Enforcement {
    @JsonProperty("Enforce")
    CAPITAL_ENFORCE,
    @JsonProperty("enforce")
    ENFORCE
  }

  /** Lists the only filter. */
  public enum SubFilter {
    @JsonProperty("restricted")
    RESTRICTED
  }

  /** Describes the former spelling. */
  public record FormerOverride(
      // An enum would have to list null.
      @Nullable @Pattern("^[Ee]nforce$") String remediationAction,
      @JsonPropertyDescription("true: restricted.") Boolean subFilter) {}
}

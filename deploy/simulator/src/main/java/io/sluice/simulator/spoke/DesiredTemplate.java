package io.sluice.simulator.spoke;

import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds what a controller on the cluster is given of one template, the action of the policy
 * applied: labels, annotations and dependencies are no part of it (policy-propagation 11.3, 12).
 *
 * <p>The product has its own rules for this; the simulator has others on purpose, as a second
 * opinion.
 */
record DesiredTemplate(String apiVersion, String kind, String name, Map<String, Object> spec) {
  private static final String POLICY_GROUP = "policy.open-cluster-management.io";
  private static final String CONSTRAINT_GROUP = "constraints.gatekeeper.sh";
  private static final String CONSTRAINT_TEMPLATE_GROUP = "templates.gatekeeper.sh";
  private static final Set<String> ACTIONS = Set.of("remediationAction", "enforcementAction");
  private static final Set<String> STRICT = Set.of("ConfigurationPolicy", "OperatorPolicy");

  static DesiredTemplate of(
      Map<String, Object> objectDefinition, String name, Optional<String> action) {
    DesiredTemplate own =
        new DesiredTemplate(
            ObjectTree.text(objectDefinition.get("apiVersion")),
            ObjectTree.text(objectDefinition.get("kind")),
            name,
            ObjectTree.map(objectDefinition.get("spec")));
    return action.map(own::under).orElse(own);
  }

  private DesiredTemplate under(String action) {
    if (group().equals(CONSTRAINT_GROUP)) {
      return with("enforcementAction", action.equalsIgnoreCase("enforce") ? "deny" : "warn");
    }
    // An informonly template always informs, whatever the policy wants.
    if (group().equals(POLICY_GROUP)
        && !ObjectTree.text(spec.get("remediationAction")).equalsIgnoreCase("informonly")) {
      return with("remediationAction", action);
    }
    return this;
  }

  private DesiredTemplate with(String field, String value) {
    Map<String, Object> changed = new LinkedHashMap<>(spec);
    changed.put(field, value);
    return new DesiredTemplate(apiVersion, kind, name, changed);
  }

  /** Returns whether the cluster has a controller for this kind. */
  boolean handled() {
    return switch (group()) {
      case POLICY_GROUP -> kind.endsWith("Policy") && !kind.equals("Policy");
      case CONSTRAINT_GROUP -> !kind.isEmpty();
      case CONSTRAINT_TEMPLATE_GROUP -> kind.equals("ConstraintTemplate");
      default -> false;
    };
  }

  /** Returns whether the controller reports each new generation, same verdict or not. */
  boolean strict() {
    return group().equals(POLICY_GROUP) && STRICT.contains(kind);
  }

  /** Returns whether the controller may only inform; a kind without an action is not held back. */
  boolean informs() {
    return switch (group()) {
      case POLICY_GROUP ->
          !ObjectTree.text(spec.get("remediationAction")).equalsIgnoreCase("enforce");
      case CONSTRAINT_GROUP -> !ObjectTree.text(spec.get("enforcementAction")).equals("deny");
      default -> false;
    };
  }

  /** Returns this template without its action: what it applies where it is enforced. */
  DesiredTemplate withoutAction() {
    Map<String, Object> rest = new LinkedHashMap<>(spec);
    rest.keySet().removeAll(ACTIONS);
    return new DesiredTemplate(apiVersion, kind, name, rest);
  }

  /** Returns whether this is of Gatekeeper, whose objects belong to the cluster as a whole. */
  boolean clusterScoped() {
    return group().equals(CONSTRAINT_GROUP) || group().equals(CONSTRAINT_TEMPLATE_GROUP);
  }

  /** Returns what would be deleted with the template, if it is allowed to delete anything. */
  Optional<String> prunes() {
    return ObjectTree.nonEmptyText(spec.get("pruneObjectBehavior"))
        .filter(behaviour -> strict() && !informs() && !behaviour.equalsIgnoreCase("None"));
  }

  /** Returns what identifies an object of the cluster; a changed version or spec keeps it. */
  String identity() {
    return group() + "/" + kind + "/" + name;
  }

  private String group() {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}

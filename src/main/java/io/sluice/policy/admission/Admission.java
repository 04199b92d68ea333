package io.sluice.policy.admission;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks objects as upstream's webhook and CRD schemas do: the webhook is removed with the
 * propagator, and fails open while it is installed (policy-propagation 3).
 *
 * <p>{@link BindingAdmission} checks placement bindings, {@code HubTemplates} finds the templates
 * that standalone mode cannot render.
 */
public final class Admission {
  /** A label value has at most 63 characters, and the dot is one of them. */
  private static final int LONGEST_NAMES = 62;

  private static final Set<String> ON_CLUSTERS_ONLY =
      Set.of("ConfigurationPolicy", "CertificatePolicy");

  private Admission() {}

  /** The operation to admit; the name is checked on CREATE only, because it cannot change. */
  public enum Operation {
    CREATE,
    UPDATE
  }

  /** Returns the problems of a root policy, sorted by path. */
  public static List<Problem> ofPolicy(
      PolicyName name, PolicySnapshot policy, Operation operation) {
    List<Problem> problems = new ArrayList<>();
    boolean replica = policy.labels().containsKey(PolicyApi.ROOT_POLICY);
    if (operation == Operation.CREATE && !replica) {
      nameTooLong(name).ifPresent(problems::add);
    }
    Map<String, Object> spec = policy.spec();
    List<Map<String, Object>> templates = JsonTree.maps(spec, PolicyApi.TEMPLATES);
    boolean actionUnset = JsonTree.text(spec, PolicyApi.ACTION).isEmpty();
    dependencies(JsonTree.maps(spec, PolicyApi.DEPENDENCIES), "spec.dependencies", problems);
    for (int i = 0; i < templates.size(); i++) {
      String path = "spec.policy-templates[" + i + "]";
      dependencies(
          JsonTree.maps(templates.get(i), PolicyApi.EXTRA_DEPENDENCIES),
          path + ".extraDependencies",
          problems);
      if (actionUnset && lacksAction(JsonTree.map(templates.get(i), PolicyApi.DEFINITION))) {
        problems.add(
            new Problem(
                "RemediationActionMissing",
                path + ".objectDefinition.spec.remediationAction",
                "is null, and so is spec.remediationAction",
                "Set one of them to inform or enforce"));
      }
    }
    return Problem.sorted(problems);
  }

  /** Returns the problems of the exclusions of a PolicySet, sorted by path. */
  public static List<Problem> ofPolicySet(Map<String, Object> spec) {
    List<Problem> problems = new ArrayList<>();
    List<String> members = JsonTree.texts(spec, "policies");
    List<Map<String, Object>> exclusions = JsonTree.maps(spec, "exclusions");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < exclusions.size(); i++) {
      String path = "spec.exclusions[" + i + "]";
      String policy = JsonTree.text(exclusions.get(i), "policyName").orElse("");
      if (!members.contains(policy)) {
        problems.add(
            exclusion(
                path + ".policyName",
                "is \"%s\", which spec.policies does not list".formatted(policy),
                "List the policy, or remove the exclusion"));
      } else if (!seen.add(policy)) {
        problems.add(
            exclusion(
                path + ".policyName",
                "is \"%s\", excluded before".formatted(policy),
                "Put all its clusters into one exclusion"));
      }
      if (JsonTree.texts(exclusions.get(i), "clusterNames").isEmpty()) {
        problems.add(
            exclusion(
                path + ".clusterNames",
                "is [], and excludes nothing",
                "Name a cluster, or remove the exclusion"));
      }
    }
    return Problem.sorted(problems);
  }

  private static Optional<Problem> nameTooLong(PolicyName name) {
    int allowed = LONGEST_NAMES - name.namespace().length();
    return name.name().length() <= allowed
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "NameTooLong",
                "metadata.name",
                "is \"%s\", too long for a label value after \"%s.\""
                    .formatted(name.name(), name.namespace()),
                allowed > 0
                    ? "Use a name of at most %d characters".formatted(allowed)
                    : "Use a namespace with a shorter name"));
  }

  private static boolean lacksAction(Map<String, Object> definition) {
    return "ConfigurationPolicy".equals(definition.get("kind"))
        && JsonTree.text(JsonTree.map(definition, "spec"), PolicyApi.ACTION).isEmpty();
  }

  private static void dependencies(
      List<Map<String, Object>> dependencies, String path, List<Problem> problems) {
    for (int i = 0; i < dependencies.size(); i++) {
      Optional<String> kind =
          JsonTree.text(dependencies.get(i), "kind").filter(ON_CLUSTERS_ONLY::contains);
      Optional<String> namespace = JsonTree.text(dependencies.get(i), "namespace");
      if (kind.isPresent() && namespace.isPresent()) {
        problems.add(
            new Problem(
                "InvalidDependency",
                path + "[" + i + "].namespace",
                "is \"%s\", but a %s lives in the cluster's own namespace"
                    .formatted(namespace.get(), kind.get()),
                "Remove it"));
      }
    }
  }

  private static Problem exclusion(String path, String wrong, String remedy) {
    return new Problem("InvalidExclusions", path, wrong, remedy);
  }
}

package io.sluice.policy.admission;

import io.sluice.policy.CanonicalJson;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks a PlacementBinding as the CRD does (policy-propagation 2.2 and 3). */
public final class BindingAdmission {
  private static final String REASON = "InvalidBinding";
  private static final Set<String> ENFORCE = Set.of("Enforce", "enforce");
  private static final Map<String, String> GROUP_OF_PLACEMENT =
      Map.of(
          "Placement", "cluster.open-cluster-management.io",
          "PlacementRule", "apps.open-cluster-management.io");

  private BindingAdmission() {}

  /** True when OCM has a placement of this kind in this group. */
  public static boolean validPlacement(String apiGroup, String kind) {
    return apiGroup.equals(GROUP_OF_PLACEMENT.get(kind));
  }

  /** Returns the problems of a binding, sorted by path. */
  public static List<Problem> of(Map<String, Object> binding) {
    List<Problem> problems = new ArrayList<>();
    placement(JsonTree.map(binding, "placementRef"), problems);
    subjects(JsonTree.maps(binding, "subjects"), problems);
    Map<String, Object> shipped = JsonTree.map(binding, "bindingOverrides");
    Map<String, Object> seed = JsonTree.map(binding, "remediationActionOverride");
    action(shipped, "bindingOverrides", problems);
    action(seed, "remediationActionOverride", problems);
    Object filter = binding.get("subFilter");
    if (filter != null && !"restricted".equals(filter)) {
      problems.add(
          problem(
              "subFilter",
              "is %s, no sub-filter".formatted(CanonicalJson.of(filter)),
              "Write restricted, or remove it"));
    }
    Object seedFilter = seed.get("subFilter");
    if (seedFilter != null && !(seedFilter instanceof Boolean)) {
      problems.add(
          problem(
              "remediationActionOverride.subFilter",
              "is %s, neither true nor false".formatted(CanonicalJson.of(seedFilter)),
              "Write true for a restricted binding"));
    }
    if (!seed.isEmpty() && (!shipped.isEmpty() || filter != null)) {
      problems.add(
          problem(
              "remediationActionOverride",
              "is set, and so is bindingOverrides or subFilter",
              "Keep bindingOverrides and subFilter"));
    }
    return Problem.sorted(problems);
  }

  private static void placement(Map<String, Object> ref, List<Problem> problems) {
    String group = JsonTree.text(ref, "apiGroup").orElse("");
    String kind = JsonTree.text(ref, "kind").orElse("");
    if (!validPlacement(group, kind)) {
      problems.add(
          problem(
              "placementRef",
              "is a \"%s\" of \"%s\", which is no placement".formatted(kind, group),
              "Use Placement of cluster.open-cluster-management.io, or PlacementRule of"
                  + " apps.open-cluster-management.io"));
    }
    if (JsonTree.text(ref, "name").isEmpty()) {
      problems.add(problem("placementRef.name", "is \"\", no name", "Name a placement"));
    }
  }

  private static void subjects(List<Map<String, Object>> subjects, List<Problem> problems) {
    if (subjects.isEmpty()) {
      problems.add(problem("subjects", "is [], and binds nothing", "Name a Policy or a PolicySet"));
    }
    for (int i = 0; i < subjects.size(); i++) {
      String path = "subjects[" + i + "]";
      String group = JsonTree.text(subjects.get(i), "apiGroup").orElse("");
      String kind = JsonTree.text(subjects.get(i), "kind").orElse("");
      if (!group.equals(PolicyApi.GROUP)) {
        problems.add(
            problem(
                path + ".apiGroup",
                "is \"%s\", another group".formatted(group),
                "Write " + PolicyApi.GROUP));
      }
      if (!kind.equals(PolicyApi.POLICY) && !kind.equals(PolicyApi.POLICY_SET)) {
        problems.add(
            problem(
                path + ".kind",
                "is \"%s\", which cannot be bound".formatted(kind),
                "Use Policy or PolicySet"));
      }
      if (JsonTree.text(subjects.get(i), "name").isEmpty()) {
        problems.add(problem(path + ".name", "is \"\", no name", "Name a policy or a set"));
      }
    }
  }

  private static void action(Map<String, Object> override, String path, List<Problem> problems) {
    Object action = override.get(PolicyApi.ACTION);
    if (action != null && !ENFORCE.contains(action)) {
      problems.add(
          problem(
              path + ".remediationAction",
              "is %s, but an override only raises to enforce".formatted(CanonicalJson.of(action)),
              "Write enforce, or remove it"));
    }
  }

  private static Problem problem(String path, String wrong, String remedy) {
    return new Problem(REASON, path, wrong, remedy);
  }
}

package io.sluice.policy.admission;

import io.sluice.ConformanceCases;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the object that an admission case describes in part, and checks it. */
public final class AdmissionCase {
  private static final Map<String, Object> PLACEMENT =
      Map.of(
          "apiGroup", "cluster.open-cluster-management.io", "kind", "Placement", "name", "placed");
  private static final List<String> OVERRIDES =
      List.of("bindingOverrides", "subFilter", "remediationActionOverride");

  private AdmissionCase() {}

  public static List<Problem> problems(Map<String, Object> input) {
    if (input.containsKey("nameLength")) {
      return named(input);
    }
    if (input.containsKey("templates")) {
      return withTemplates(input);
    }
    if (input.containsKey("dependency")) {
      return withDependency(input);
    }
    if (input.containsKey("exclusions") || input.containsKey("policySet")) {
      Map<String, Object> set = JsonTree.map(input, "policySet");
      return Admission.ofPolicySet(set.isEmpty() ? input : set);
    }
    if (input.containsKey("placementRef")
        || input.containsKey("subject")
        || input.containsKey("subjects")
        || OVERRIDES.stream().anyMatch(input::containsKey)) {
      return BindingAdmission.of(binding(input));
    }
    ConformanceCases.skip("nothing in " + input.keySet() + " is known to this test");
    return List.of();
  }

  private static List<Problem> named(Map<String, Object> input) {
    PolicyName name =
        new PolicyName(
            "n".repeat(length(input, "namespaceLength")), "p".repeat(length(input, "nameLength")));
    boolean replica = Boolean.TRUE.equals(input.get("rootPolicyLabel"));
    Map<String, String> labels = replica ? Map.of(PolicyApi.ROOT_POLICY, "any") : Map.of();
    return Admission.ofPolicy(
        name,
        new PolicySnapshot(labels, null, Map.of("remediationAction", "inform")),
        operation(input));
  }

  private static List<Problem> withTemplates(Map<String, Object> input) {
    List<Object> templates = new ArrayList<>();
    for (Map<String, Object> template : JsonTree.maps(input, "templates")) {
      Map<String, Object> spec = new LinkedHashMap<>();
      spec.put("remediationAction", template.get("remediationAction"));
      templates.add(
          Map.of(
              "objectDefinition",
              Map.of("kind", JsonTree.text(template, "kind").orElse(""), "spec", spec)));
    }
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("remediationAction", input.get("policyRemediationAction"));
    spec.put("policy-templates", templates);
    return ofSpec(spec, operation(input));
  }

  private static List<Problem> withDependency(Map<String, Object> input) {
    String field = JsonTree.text(input, "field").orElseThrow();
    List<Object> dependencies = List.of(JsonTree.map(input, "dependency"));
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("remediationAction", "inform");
    if (field.equals("dependencies")) {
      spec.put(field, dependencies);
    } else {
      spec.put(
          "policy-templates", List.of(Map.of("objectDefinition", Map.of(), field, dependencies)));
    }
    return ofSpec(spec, operation(input));
  }

  private static List<Problem> ofSpec(Map<String, Object> spec, Admission.Operation operation) {
    return Admission.ofPolicy(
        new PolicyName("policies", "root"), new PolicySnapshot(null, null, spec), operation);
  }

  private static Map<String, Object> binding(Map<String, Object> input) {
    Map<String, Object> subject =
        new LinkedHashMap<>(
            Map.of("apiGroup", PolicyApi.GROUP, "kind", PolicyApi.POLICY, "name", "root"));
    subject.putAll(JsonTree.map(input, "subject"));
    Map<String, Object> placement = new LinkedHashMap<>(PLACEMENT);
    placement.putAll(JsonTree.map(input, "placementRef"));
    Map<String, Object> binding = new LinkedHashMap<>();
    binding.put("placementRef", placement);
    binding.put("subjects", input.getOrDefault("subjects", List.of(subject)));
    OVERRIDES.stream().filter(input::containsKey).forEach(key -> binding.put(key, input.get(key)));
    return binding;
  }

  private static Admission.Operation operation(Map<String, Object> input) {
    return "UPDATE".equals(input.get("operation"))
        ? Admission.Operation.UPDATE
        : Admission.Operation.CREATE;
  }

  private static int length(Map<String, Object> input, String key) {
    return ((Number) input.get(key)).intValue();
  }
}

package io.sluice.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds specs of policies with templates of every kind that the evidence distinguishes. */
public final class SpecTrees {
  private SpecTrees() {}

  public static Map<String, Object> enforce(Map<?, ?>... templates) {
    return spec("enforce", templates);
  }

  public static Map<String, Object> inform(Map<?, ?>... templates) {
    return spec("inform", templates);
  }

  /** Builds a spec; an empty action stays unset. */
  public static Map<String, Object> spec(String action, Map<?, ?>... templates) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("disabled", false);
    if (!action.isEmpty()) {
      spec.put("remediationAction", action);
    }
    spec.put("policy-templates", List.of(templates));
    return spec;
  }

  public static Map<String, Object> configuration(String name, String marker) {
    return configuration(name, marker, "inform");
  }

  public static Map<String, Object> configuration(String name, String marker, String ownAction) {
    return template(
        PolicyApi.POLICY_VERSION,
        "ConfigurationPolicy",
        name,
        Map.of("marker", marker, "remediationAction", ownAction));
  }

  public static Map<String, Object> operator(String name, String marker, String ownAction) {
    return template(
        "policy.open-cluster-management.io/v1beta1",
        "OperatorPolicy",
        name,
        Map.of("marker", marker, "remediationAction", ownAction));
  }

  public static Map<String, Object> constraint(String name, String marker) {
    return template(
        "constraints.gatekeeper.sh/v1beta1",
        "K8sRequiredLabels",
        name,
        Map.of("marker", marker, "enforcementAction", "dryrun"));
  }

  public static Map<String, Object> constraintTemplate(String name, String marker) {
    return template(
        "templates.gatekeeper.sh/v1", "ConstraintTemplate", name, Map.of("marker", marker));
  }

  public static Map<String, Object> certificate(String name, String marker) {
    return template(PolicyApi.POLICY_VERSION, "CertificatePolicy", name, Map.of("marker", marker));
  }

  public static Map<String, Object> otherKind(String name, String marker) {
    return template("example.com/v1", "OtherKind", name, Map.of("marker", marker));
  }

  public static Map<String, Object> template(
      String apiVersion, String kind, String name, Map<String, Object> spec) {
    return Map.of(
        "objectDefinition",
        Map.of(
            "apiVersion",
            apiVersion,
            "kind",
            kind,
            "metadata",
            Map.of("name", name),
            "spec",
            spec));
  }
}

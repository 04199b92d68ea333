package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.crd.Kinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes policies of 2.4 KB, with two templates. */
final class BenchPolicy {
  static final String NAMESPACE = "bench";
  static final List<String> TEMPLATES = List.of("bench-0", "bench-1");

  private BenchPolicy() {}

  static String replica(String policy) {
    return NAMESPACE + "." + policy;
  }

  /**
   * Makes a root policy.
   *
   * @param content tells one version from another
   */
  static GenericKubernetesResource root(
      String name, String content, Optional<Map<String, Object>> strategy) {
    GenericKubernetesResource policy = new GenericKubernetesResource();
    policy.setApiVersion(Kinds.apiVersion(Kinds.POLICY));
    policy.setKind("Policy");
    policy.setMetadata(new ObjectMetaBuilder().withNamespace(NAMESPACE).withName(name).build());
    Map<String, Object> spec = new LinkedHashMap<>(spec(content));
    strategy.ifPresent(found -> spec.put("rolloutStrategy", found));
    policy.setAdditionalProperty("spec", spec);
    return policy;
  }

  static Map<String, Object> spec(String content) {
    List<Object> templates = new ArrayList<>();
    for (String name : TEMPLATES) {
      templates.add(
          Map.of(
              "objectDefinition",
              Map.of(
                  "apiVersion",
                  "policy.open-cluster-management.io/v1",
                  "kind",
                  "ConfigurationPolicy",
                  "metadata",
                  Map.of("name", name),
                  "spec",
                  Map.of(
                      "remediationAction", "inform",
                      "severity", "low",
                      "object-templates",
                          List.of(
                              Map.of(
                                  "complianceType",
                                  "musthave",
                                  "objectDefinition",
                                  Map.of(
                                      "apiVersion",
                                      "v1",
                                      "kind",
                                      "ConfigMap",
                                      "metadata",
                                      Map.of("name", "bench", "namespace", "x"),
                                      "data",
                                      Map.of("content", content, "text", "x".repeat(700)))))))));
    }
    return Map.of("disabled", false, "remediationAction", "enforce", "policy-templates", templates);
  }
}

package io.sluice.policy.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.HubTemplates;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
  private static final Map<String, Object> HUB_TEMPLATE =
      Map.of(
          "policy-templates",
          List.of(
              Map.of(
                  "objectDefinition",
                  Map.of("spec", Map.of("value", "{{hub fromSecret \"a\" \"b\" hub}}")))));

  @Test
  void aHubTemplateIsRefusedAsSpecified() {
    List<Problem> problems = HubTemplates.unsupported(new PolicySnapshot(null, null, HUB_TEMPLATE));

    assertThat(problems).extracting(Problem::reason).containsExactly("HubTemplatesUnsupported");
    assertThat(Problem.message("Cannot roll out policy retail/tls", problems))
        .isEqualTo(
            "Cannot roll out policy retail/tls: spec.policy-templates[0].objectDefinition is a hub"
                + " template, which standalone mode does not render. Remove {{hub ... hub}}, or run"
                + " Sluice beside the propagator.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "t", "T", "true", "True", "TRUE"})
  void hubTemplatesMayPassWhereTemplatesAreDisabled(String value) {
    Map<String, String> disabled = Map.of(PolicyApi.PREFIX + "disable-templates", value);

    assertThat(HubTemplates.unsupported(new PolicySnapshot(null, disabled, HUB_TEMPLATE)))
        .isEmpty();
  }

  @Test
  void aNameThatFitsNoLabelIsRefusedWithTheAllowedLength() {
    List<Problem> problems =
        Admission.ofPolicy(
            new PolicyName("n".repeat(34), "p".repeat(29)),
            new PolicySnapshot(null, null, null),
            Admission.Operation.CREATE);

    assertThat(problems)
        .singleElement()
        .satisfies(problem -> assertThat(problem.reason()).isEqualTo("NameTooLong"))
        .satisfies(
            problem ->
                assertThat(problem.remedy()).isEqualTo("Use a name of at most 28 characters"));
  }

  @Test
  void everyTemplateWithoutAnActionIsNamedInTheOrderOfItsPath() {
    List<Problem> problems =
        Admission.ofPolicy(
            new PolicyName("retail", "tls"),
            new PolicySnapshot(
                null,
                null,
                Map.of(
                    "policy-templates",
                    List.of(configurationPolicy(), constraint(), configurationPolicy()))),
            Admission.Operation.UPDATE);

    assertThat(problems)
        .extracting(Problem::path)
        .containsExactly(
            "spec.policy-templates[0].objectDefinition.spec.remediationAction",
            "spec.policy-templates[2].objectDefinition.spec.remediationAction");
  }

  @Test
  void aDependencyInTheClustersNamespaceNamesNoNamespace() {
    Map<String, Object> dependency =
        Map.of("kind", "CertificatePolicy", "name", "certs", "namespace", "default");

    assertThat(
            Admission.ofPolicy(
                new PolicyName("retail", "tls"),
                new PolicySnapshot(null, null, Map.of("dependencies", List.of(dependency))),
                Admission.Operation.UPDATE))
        .extracting(Problem::path)
        .containsExactly("spec.dependencies[0].namespace");
  }

  @Test
  void anExclusionOfAPolicyThatIsNotListedIsRefused() {
    assertThat(
            Admission.ofPolicySet(
                Map.of(
                    "policies",
                    List.of("tls"),
                    "exclusions",
                    List.of(Map.of("policyName", "dns", "clusterNames", List.of("c1"))))))
        .extracting(Problem::reason)
        .containsExactly("InvalidExclusions");
  }

  @Test
  void aBindingMayUseOneSpellingOnly() {
    Map<String, Object> both =
        Map.of(
            "placementRef",
            Map.of(
                "apiGroup",
                "cluster.open-cluster-management.io",
                "kind",
                "Placement",
                "name",
                "all"),
            "subjects",
            List.of(Map.of("apiGroup", PolicyApi.GROUP, "kind", "Policy", "name", "tls")),
            "subFilter",
            "restricted",
            "remediationActionOverride",
            Map.of("remediationAction", "enforce"));

    assertThat(BindingAdmission.of(both))
        .extracting(Problem::path)
        .containsExactly("remediationActionOverride");
  }

  @Test
  void afterTenProblemsTheRestIsCounted() {
    List<Problem> problems = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      problems.add(new Problem("Bad", "p" + i, "is bad", "Mend it"));
    }

    assertThat(Problem.message("Cannot bind x", problems))
        .startsWith("Cannot bind x: p0 is bad. Mend it. p1 is bad.")
        .endsWith("p7 is bad. Mend it. And 2 more.");
  }

  private static Map<String, Object> configurationPolicy() {
    return Map.of("objectDefinition", Map.of("kind", "ConfigurationPolicy", "spec", Map.of()));
  }

  private static Map<String, Object> constraint() {
    return Map.of("objectDefinition", Map.of("kind", "K8sRequiredLabels"));
  }
}

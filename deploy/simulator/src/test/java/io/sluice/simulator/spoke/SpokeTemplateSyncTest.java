package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.ManualSpoke.STEADILY;
import static io.sluice.simulator.spoke.PolicySpecs.configuration;
import static io.sluice.simulator.spoke.PolicySpecs.dependency;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static io.sluice.simulator.spoke.PolicySpecs.template;
import static io.sluice.simulator.spoke.PolicySpecs.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpokeTemplateSyncTest {
  private static final String CIS = "policies.cis";
  private static final String BASE = "policies.base";

  private final ManualSpoke spoke = new ManualSpoke(STEADILY);

  private static Map<String, Object> dependent() {
    return with(enforced("1"), "dependencies", List.of(dependency("Policy", BASE, "Compliant")));
  }

  @Test
  void anUnmetDependencyIsPendingAndReportedOnce() {
    spoke.write(CIS, dependent()).millis(10_000);
    assertThat(spoke.compliant(CIS)).isEqualTo("Pending");

    spoke.write(CIS, Map.of(), Map.of("a", "b"), dependent()).millis(10_000);
    assertThat(spoke.names(CIS, 0)).hasSize(1);
  }

  @Test
  void oncePendingEndsTheControllerReportsAnew() {
    spoke.write(CIS, dependent()).millis(1000);
    spoke.write(BASE, enforced(configuration("base", "1"))).millis(1000);

    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    assertThat(spoke.messages(CIS, 0)).hasSize(2).last().asString().startsWith("Pending");
  }

  @Test
  void aDependencyLostTakesTheTemplateAway() {
    spoke.write(CIS, dependent()).write(BASE, enforced(configuration("base", "1"))).millis(1000);
    spoke.delete(BASE).millis(1000);
    assertThat(spoke.compliant(CIS)).isEqualTo("Pending");
  }

  @Test
  void extraDependenciesConcernOneTemplateAndMayNameAnother() {
    Map<String, Object> second =
        with(
            configuration("second", "1"),
            "extraDependencies",
            List.of(dependency("ConfigurationPolicy", "base", "Compliant")));
    spoke.write(CIS, enforced(configuration("first", "1"), second)).millis(1000);
    assertThat(spoke.messages(CIS, 0).get(0)).startsWith("Compliant");
    assertThat(spoke.messages(CIS, 1).get(0)).startsWith("Pending");

    spoke.write(BASE, enforced(configuration("base", "1"))).millis(1000);
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
  }

  @Test
  void ignorePendingCountsAsCompliant() {
    Map<String, Object> lenient =
        with(
            with(configuration("pod", "1"), "ignorePending", true),
            "extraDependencies",
            List.of(dependency("Policy", BASE, "Compliant")));
    spoke.write(CIS, enforced(lenient)).millis(1000);
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    assertThat(spoke.model.copy(CIS).orElseThrow().templates())
        .allMatch(template -> template.object().isEmpty());
  }

  @Test
  void aTemplateOfAnotherPolicyIsAnErrorUntilThatOneGoes() {
    spoke.write(BASE, enforced("1")).millis(1000);
    spoke.write(CIS, enforced("2")).millis(1000);
    assertThat(spoke.messages(CIS, 0).get(0)).startsWith("NonCompliant; template-error;");

    spoke.delete(BASE).millis(1000);
    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
  }

  @Test
  void unknownKindsAndHubTemplatesAreErrors() {
    Map<String, Object> hub = configuration("hub", "{{hub fromConfigMap hub}}");
    Map<String, Object> pod = template("v1", "Pod", "pod", Map.of());
    spoke.write(CIS, enforced(hub, pod)).millis(1000);

    assertThat(spoke.compliant(CIS)).isEqualTo("NonCompliant");
    assertThat(List.of(spoke.messages(CIS, 0).get(0), spoke.messages(CIS, 1).get(0)))
        .allMatch(message -> message.startsWith("NonCompliant; template-error;"));
  }

  @Test
  void anErrorOfHubTemplatesRemovesWithoutPruning() {
    Map<String, Object> spec = Map.of("pruneObjectBehavior", "DeleteIfCreated");
    String v1 = "policy.open-cluster-management.io/v1";
    spoke.write(CIS, enforced(template(v1, "ConfigurationPolicy", "pod", spec))).millis(1000);
    Map<String, Object> metadata =
        Map.of("name", "pod", "annotations", Map.of(SpokeTemplates.HUB_ERROR, "no such map"));
    Map<String, Object> broken =
        Map.of("apiVersion", v1, "kind", "ConfigurationPolicy", "metadata", metadata, "spec", spec);
    spoke.write(CIS, enforced(Map.of("objectDefinition", broken))).millis(1000);

    assertThat(spoke.messages(CIS, 0).get(0)).contains("no such map");
    assertThat(spoke.model.prunings()).isEmpty();
  }
}

package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds "inform policy" against rollout-strategy 3.8. */
class RemediationTest {
  private static Map<String, Object> spec(String root, String... templates) {
    Map<String, Object> spec = new HashMap<>();
    if (root != null) {
      spec.put("remediationAction", root);
    }
    spec.put(
        "policy-templates",
        Arrays.stream(templates)
            .map(
                action ->
                    Map.of("objectDefinition", Map.of("spec", Map.of("remediationAction", action))))
            .toList());
    return spec;
  }

  @Test
  void theRootsActionDecidesInAnySpelling() {
    assertThat(Remediation.informs(spec("Inform", "enforce"))).isTrue();
    assertThat(Remediation.informs(spec("enforce", "inform"))).isFalse();
    assertThat(Remediation.enforcedBy(spec("Enforce"))).contains("Enforce");
    assertThat(Remediation.enforcedBy(spec("inform"))).isEmpty();
  }

  @Test
  void withoutOneEveryTemplateHasToInform() {
    assertThat(Remediation.informs(spec(null, "inform", "InformOnly"))).isTrue();
    assertThat(Remediation.informs(spec(null, "inform", "enforce"))).isFalse();
    assertThat(Remediation.informs(spec(null))).isFalse();
    assertThat(
            Remediation.informs(
                Map.of("policy-templates", List.of(Map.of("objectDefinition", Map.of())))))
        .isFalse();
  }

  @Test
  void theFirstEnforcingTemplateCountsOnlyWithoutAnActionOfTheRoot() {
    assertThat(Remediation.enforcingTemplate(spec(null, "inform", "enforce"))).contains(1);
    assertThat(Remediation.enforcingTemplate(spec("inform", "enforce"))).isEmpty();
  }
}

package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnforcementTest {
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
  void theRootsActionIsReturnedAsSpelled() {
    assertThat(Enforcement.byRoot(spec("Enforce"))).contains("Enforce");
    assertThat(Enforcement.byRoot(spec("inform"))).isEmpty();
    assertThat(Enforcement.byRoot(spec(null))).isEmpty();
  }

  @Test
  void theFirstEnforcingTemplateCountsOnlyWithoutAnActionOfTheRoot() {
    assertThat(Enforcement.byTemplate(spec(null, "inform", "Enforce"))).contains(1);
    assertThat(Enforcement.byTemplate(spec("inform", "enforce"))).isEmpty();
    assertThat(Enforcement.byTemplate(spec(null, "informonly"))).isEmpty();
  }
}

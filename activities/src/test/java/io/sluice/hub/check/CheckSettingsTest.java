package io.sluice.hub.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.check.CheckRule;
import io.sluice.hub.crd.RolloutSpecReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckSettingsTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String ROLLOUT =
      """
      apiVersion: sluice.io/v1alpha1
      kind: Rollout
      metadata:
        name: web
        managedFields:
        - manager: anna
          operation: Apply
          time: "2026-12-01T11:00:00Z"
          fieldsType: FieldsV1
          fieldsV1:
            f:spec:
              f:checks:
                k:{"name":"smoke"}:
                  f:overrides:
                    k:{"group":"prod","rolloutUID":"u-1"}:
                      f:rolloutUID: {}
      spec:
        checks:
        - name: smoke
          %s: {url: "https://smoke.example.com"}
          overrides:
          - {rolloutUID: u-1, group: prod, reason: known}
          - {rolloutUID: u-2, group: prod}
      """;

  private static List<CheckRule> rules(String target) {
    GenericKubernetesResource rollout =
        Serialization.unmarshal(ROLLOUT.formatted(target), GenericKubernetesResource.class);
    return CheckSettings.rules(RolloutSpecReader.of(rollout), Optional.of(rollout), NOW);
  }

  @Test
  void anOverrideNamesWhoWroteIt() {
    assertThat(rules("webhook").get(0).overrides())
        .extracting(override -> override.rolloutUid() + " " + override.by())
        .containsExactly("u-1 Optional[anna]", "u-2 Optional.empty");
  }

  @Test
  void whatIsRefusedIsNotAsked() {
    assertThat(rules("hook")).isEmpty();
  }
}

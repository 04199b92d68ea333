package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AllocatedFieldsTest {
  @Test
  void theAddressesOfAServiceStayOnTheHub() {
    Map<String, Object> port = Map.of("port", 80);

    assertThat(
            spec(
                "v1",
                "Service",
                Map.of("clusterIP", "10.0.0.7", "clusterIPs", List.of("10.0.0.7"), "ports", port)))
        .isEqualTo(Map.of("ports", port));
  }

  @Test
  void aHeadlessServiceStaysHeadless() {
    Map<String, Object> headless = Map.of("clusterIP", "None");

    assertThat(spec("v1", "Service", headless)).isEqualTo(headless);
  }

  @Test
  void theSelectorThatTheHubMadeForAJobStaysOnTheHub() {
    Map<String, Object> generated =
        Map.of(
            "selector",
            Map.of("matchLabels", Map.of("controller-uid", "u")),
            "template",
            Map.of("metadata", Map.of("labels", Map.of("controller-uid", "u", "app", "web"))));

    assertThat(spec("batch/v1", "Job", generated))
        .isEqualTo(Map.of("template", Map.of("metadata", Map.of("labels", Map.of("app", "web")))));
  }

  @Test
  void aSelectorThatTheUserWroteIsPropagated() {
    Map<String, Object> manual = Map.of("manualSelector", true, "selector", Map.of("a", "b"));

    assertThat(spec("batch/v1", "Job", manual)).isEqualTo(manual);
    assertThat(spec("apps/v1", "Deployment", Map.of("selector", Map.of("a", "b"))))
        .containsKey("selector");
  }

  private static Map<String, Object> spec(
      String apiVersion, String kind, Map<String, Object> spec) {
    return JsonTree.map(
        AllocatedFields.removed(
            Map.of(
                "apiVersion",
                apiVersion,
                "kind",
                kind,
                "metadata",
                Map.of("name", "web"),
                "spec",
                spec)),
        "spec");
  }
}

package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.JsonTree;
import org.junit.jupiter.api.Test;

/** Hub templates of policies without a strategy (policy-propagation 10). */
class HubTemplateTest {
  private static String spec(String value) {
    return """
    policy-templates:
    - objectDefinition:
        apiVersion: policy.open-cluster-management.io/v1
        kind: ConfigurationPolicy
        metadata: {name: web}
        spec: {remediationAction: inform, severity: '%s'}
    """
        .formatted(value);
  }

  private static String content(ControllerFixture fixture, String cluster) {
    return fixture
        .replica(cluster)
        .map(replica -> HubObjects.part(replica, "spec").toString())
        .orElse("");
  }

  private static long events(ControllerFixture fixture) {
    return fixture.eventReasons().stream().filter("HubTemplatesUnsupported"::equals).count();
  }

  @Test
  void aHubTemplateIsNeverPassedThroughAndClustersKeepWhatTheyHave() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web", "", spec("low"));
      fixture.start();
      fixture.soon(() -> assertThat(content(fixture, "c1")).contains("severity=low"));

      fixture.policy("policies", "web", "", spec("{{hub .ManagedClusterName hub}}"));
      fixture.soon(
          () ->
              assertThat(JsonTree.maps(fixture.rootStatus(), "conditions"))
                  .singleElement()
                  .satisfies(
                      condition ->
                          assertThat(condition)
                              .containsEntry("type", "Accepted")
                              .containsEntry("status", "False")
                              .containsEntry("reason", "HubTemplatesUnsupported")
                              .containsEntry(
                                  "message",
                                  "Cannot roll out policy policies/web:"
                                      + " spec.policy-templates[0].objectDefinition is a hub"
                                      + " template, which standalone mode does not render. Remove"
                                      + " {{hub ... hub}}, or run Sluice beside the propagator.")));
      fixture.soon(() -> assertThat(events(fixture)).isEqualTo(1));
      fixture.cluster("c2");
      fixture.select("c1", "c2");
      fixture.soon(() -> assertThat(JsonTree.maps(fixture.rootStatus(), "status")).hasSize(2));
      assertThat(content(fixture, "c1")).contains("severity=low");
      assertThat(fixture.replica("c2")).isEmpty();
      assertThat(events(fixture)).isEqualTo(1);

      fixture.policy("policies", "web", "", spec("high"));
      fixture.soon(() -> assertThat(content(fixture, "c1")).contains("severity=high"));
      fixture.soon(() -> assertThat(content(fixture, "c2")).contains("severity=high"));
      fixture.soon(() -> assertThat(fixture.rootStatus()).doesNotContainKey("conditions"));
    }
  }
}

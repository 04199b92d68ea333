package io.sluice.tools.preview;

import static io.sluice.control.ControllerFixture.awaited;
import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is planned for OCM's propagator is what the simulated one then writes. */
@Tag("nightly")
@Timeout(300)
class PropagatorPlannerTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final String TEMPLATE =
      """
      policy-templates:
      - objectDefinition:
          apiVersion: policy.open-cluster-management.io/v1
          kind: ConfigurationPolicy
          metadata: {name: web}
          spec: {remediationAction: inform, severity: low}
      """;

  private static ControllerFixture fixture() {
    ControllerFixture fixture = new ControllerFixture("c1", "c2");
    fixture.namespace("open-cluster-management");
    return fixture;
  }

  /** Has a worker bring the policy to both clusters, and stops it. */
  private static void work(ControllerFixture fixture) {
    fixture.startInMachineTime(Settings.DEFAULTS);
    awaited(
        () -> {
          assertThat(fixture.replica("c1")).isPresent();
          assertThat(fixture.replica("c2")).isPresent();
        });
    fixture.stop();
  }

  private static List<PropagatorWrite> planned(ControllerFixture fixture) {
    try (PolicyPreviewer previewer =
        PolicyPreviewer.start(fixture.client, Settings.DEFAULTS, Clock.systemUTC())) {
      return previewer.propagated(WEB);
    }
  }

  private static List<String> kinds(List<PropagatorWrite> writes) {
    return writes.stream().map(write -> write.kind().label() + " " + write.cluster()).toList();
  }

  /** Starts the propagator, and returns the clusters whose replica it wrote. */
  private static List<String> propagate(ControllerFixture fixture) {
    fixture.hub.forgetRequests();
    try (Propagator propagator = Propagator.start(fixture.client, PropagatorOptions.DEFAULTS)) {
      await().during(Duration.ofSeconds(1)).until(propagator::idle);
      propagator.release();
    }
    return fixture.hub.writes().stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> !write.namespace().equals("policies") && write.succeeded())
        .map(write -> write.namespace())
        .sorted()
        .toList();
  }

  private static void override(ControllerFixture fixture, String fields) {
    fixture.apply(
        Kinds.PLACEMENT_BINDING,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: PlacementBinding
        metadata: {name: more, namespace: policies}
        placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
        subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
        """
            + fields);
  }

  @Test
  void replicasOfAnUnstagedPolicyStayAsSluiceWroteThem() {
    try (ControllerFixture fixture = fixture()) {
      fixture.policy("policies", "web", "labels: {team: a}", TEMPLATE);
      work(fixture);

      assertThat(planned(fixture)).isEmpty();
      assertThat(propagate(fixture)).isEmpty();
    }
  }

  @Test
  void anOverrideInTheOlderSpellingIsUnknownToThePropagator() {
    try (ControllerFixture fixture = fixture()) {
      override(fixture, "remediationActionOverride: {remediationAction: enforce}");
      fixture.policy("policies", "web", "", TEMPLATE);
      work(fixture);

      assertThat(planned(fixture))
          .extracting(PropagatorWrite::cluster, PropagatorWrite::to)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("c1", "generation 1 as inform"),
              org.assertj.core.groups.Tuple.tuple("c2", "generation 1 as inform"));
      assertThat(propagate(fixture)).containsExactly("c1", "c2");
      assertThat(planned(fixture)).isEmpty();
    }
  }

  @Test
  void anOverrideThatAStrategyIgnoresIsApplied() {
    try (ControllerFixture fixture = fixture()) {
      fixture.policy("policies", "web", "", TEMPLATE);
      work(fixture);
      override(fixture, "bindingOverrides: {remediationAction: enforce}");
      fixture.policy("policies", "web", "", TEMPLATE + "rolloutStrategy: {type: Progressive}\n");

      assertThat(kinds(planned(fixture))).containsExactly("Action c1", "Action c2");
      assertThat(propagate(fixture)).containsExactly("c1", "c2");
      assertThat(planned(fixture)).isEmpty();
    }
  }

  @Test
  void annotationsThatSluiceNeverCopiesAreCopied() {
    try (ControllerFixture fixture = fixture()) {
      fixture.policy("policies", "web", "", TEMPLATE);
      work(fixture);
      fixture.policy(
          "policies",
          "web",
          "annotations: {policy.open-cluster-management.io/activation-preference: Lazy}",
          TEMPLATE);

      assertThat(kinds(planned(fixture))).containsExactly("Metadata c1", "Metadata c2");
      assertThat(planned(fixture)).noneMatch(PropagatorWrite::matters);
      assertThat(propagate(fixture)).containsExactly("c1", "c2");
      assertThat(planned(fixture)).isEmpty();
    }
  }

  @Test
  void aPolicyWithHubTemplatesIsListedForEveryCluster() {
    try (ControllerFixture fixture = fixture()) {
      fixture.policy("policies", "web", "", TEMPLATE);
      work(fixture);
      fixture.policy(
          "policies", "web", "", TEMPLATE.replace("low", "'{{hub .ManagedClusterName hub}}'"));

      assertThat(kinds(planned(fixture))).containsExactly("HubTemplate c1", "HubTemplate c2");
      assertThat(propagate(fixture)).containsExactly("c1", "c2");
    }
  }

  @Test
  void aDisabledPolicyLosesWhatIsLeft() {
    try (ControllerFixture fixture = fixture()) {
      fixture.policy("policies", "web", "", TEMPLATE);
      work(fixture);
      fixture.edit(
          "policies",
          "web",
          root ->
              root.setAdditionalProperty(
                  "spec", java.util.Map.of("disabled", true, "policy-templates", List.of())));

      assertThat(kinds(planned(fixture))).containsExactly("Delete c1", "Delete c2");
      assertThat(propagate(fixture)).containsExactly("c1", "c2");
    }
  }
}

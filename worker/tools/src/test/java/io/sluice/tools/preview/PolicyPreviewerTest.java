package io.sluice.tools.preview;

import static io.sluice.control.ControllerFixture.awaited;
import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.propagator.Propagator;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A preview of a hub counts the writes that a worker makes when it starts there. */
@Tag("nightly")
@Timeout(300)
class PolicyPreviewerTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final String TEMPLATE =
      """
      policy-templates:
      - objectDefinition:
          apiVersion: policy.open-cluster-management.io/v1
          kind: ConfigurationPolicy
          metadata: {name: web}
          spec: {remediationAction: inform, severity: low}
        extraDependencies:
        - {apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: base, compliance: Compliant}
      """;

  /** Lets the simulated propagator write all there is, and stops it as an administrator does. */
  private static void propagate(ControllerFixture fixture) {
    fixture.hub.forgetRequests();
    Propagator propagator = Propagator.start(fixture.client, PropagatorOptions.DEFAULTS);
    AtomicInteger before = new AtomicInteger();
    await()
        .during(Duration.ofMillis(300))
        .until(
            () -> {
              int writes = fixture.hub.writes().size();
              return before.getAndSet(writes) == writes && propagator.idle();
            });
    propagator.release();
    fixture.hub.forgetRequests();
  }

  private static List<PolicyPreview> previews(ControllerFixture fixture) {
    try (PolicyPreviewer previewer =
        PolicyPreviewer.start(fixture.client, Settings.DEFAULTS, Clock.systemUTC())) {
      return previewer.policies().stream().map(previewer::preview).toList();
    }
  }

  private static PolicyPreview web(List<PolicyPreview> previews) {
    return previews.stream().filter(found -> found.policy().equals(WEB)).findFirst().orElseThrow();
  }

  private static Map<String, String> uids(ControllerFixture fixture, String... clusters) {
    Map<String, String> uids = new TreeMap<>();
    for (String cluster : clusters) {
      uids.put(cluster, fixture.replica(cluster).orElseThrow().getMetadata().getUid());
    }
    return uids;
  }

  @Test
  void replicasThatThePropagatorMadeAreTakenOverInPlaceWithoutAWrite() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      fixture.namespace("open-cluster-management");
      fixture.policy(
          "policies",
          "web",
          "annotations: {policy.open-cluster-management.io/standards: NIST}",
          TEMPLATE);
      propagate(fixture);
      Map<String, String> before = uids(fixture, "c1", "c2");

      PolicyPreview web = web(previews(fixture));
      assertThat(web.kind()).isEqualTo(PolicyPreview.Kind.UNSTAGED);
      assertThat(web.clusters()).isEqualTo(2);
      assertThat(web.writes()).isEmpty();
      assertThat(web.removals()).isEmpty();
      assertThat(fixture.hub.writes()).isEmpty();

      fixture.startInMachineTime(Settings.DEFAULTS);
      awaited(() -> assertThat(fixture.rootStatus().toString()).contains("clustername=c2"));
      await().during(Duration.ofSeconds(2)).until(() -> fixture.replicaWrites() == 0);
      assertThat(uids(fixture, "c1", "c2")).isEqualTo(before);
    }
  }

  @Test
  void theWorkerWritesWhatThePreviewHasCounted() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3", "c4", "c5")) {
      fixture.namespace("open-cluster-management");
      fixture.policy("policies", "web", "labels: {team: a}", TEMPLATE);
      propagate(fixture);
      fixture.edit("c1", "policies.web", HubObjectsEdit::severity);
      fixture.policyAt("c2", "policies.web").delete();
      fixture.edit("c3", "policies.web", found -> found.getMetadata().getLabels().put("team", "b"));
      fixture.select("c1", "c2", "c3", "c4");
      fixture.policy("c1", "stray", "", "");
      fixture.policy(
          "c1",
          "policies.gone",
          "labels: {policy.open-cluster-management.io/root-policy: policies.gone}",
          "");
      fixture.hub.forgetRequests();

      List<PolicyPreview> previews = previews(fixture);
      assertThat(fixture.hub.writes()).isEmpty();
      assertThat(web(previews).writes())
          .containsExactly(
              new PlannedWrite("c1", PlannedWrite.Kind.CONTENT),
              new PlannedWrite("c2", PlannedWrite.Kind.CREATE),
              new PlannedWrite("c3", PlannedWrite.Kind.METADATA));
      assertThat(web(previews).contentWrites()).isEqualTo(2);
      assertThat(previews)
          .flatExtracting(PolicyPreview::removals)
          .extracting(PlannedRemoval::cluster, PlannedRemoval::name, PlannedRemoval::because)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple(
                  "c5", "policies.web", "no placement selects the cluster"),
              org.assertj.core.groups.Tuple.tuple(
                  "c1", "stray", "it is no replica of a policy on this hub"),
              org.assertj.core.groups.Tuple.tuple(
                  "c1", "policies.gone", "it is no replica of a policy on this hub"));

      fixture.startInMachineTime(Settings.DEFAULTS.with(all -> all.removalGrace(Duration.ZERO)));
      awaited(() -> assertThat(written(fixture)).hasSize(6));
      await().during(Duration.ofSeconds(2)).until(() -> written(fixture).size() == 6);
      assertThat(written(fixture))
          .containsExactlyInAnyOrder(
              "update c1/policies.web",
              "create c2/policies.web",
              "update c3/policies.web",
              "delete c5/policies.web",
              "delete c1/stray",
              "delete c1/policies.gone");
    }
  }

  /** Formats the writes of replicas that the hub has taken. */
  private static List<String> written(ControllerFixture fixture) {
    return fixture.hub.writes().stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> !write.namespace().equals("policies") && write.succeeded())
        .map(PolicyPreviewerTest::label)
        .toList();
  }

  private static String label(RecordedWrite write) {
    return "%s %s/%s".formatted(write.verb(), write.namespace(), write.name());
  }

  @Test
  void hubTemplatesAreRefusedByName() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy(
          "policies", "web", "", TEMPLATE.replace("low", "'{{hub .ManagedClusterName hub}}'"));

      PolicyPreview web = web(previews(fixture));
      assertThat(web.writes()).isEmpty();
      assertThat(web.refusal().orElseThrow().reason()).isEqualTo("HubTemplatesUnsupported");
      assertThat(web.refusal().orElseThrow().message())
          .contains("policies/web", "spec.policy-templates[0].objectDefinition");
      assertThat(web.warnings()).isEmpty();
    }
  }

  @Test
  void aDotInTheNameIsNoHindrance() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "web.tls", "", TEMPLATE);
      fixture.bind("dotted", "Policy", "web.tls");

      assertThat(previews(fixture))
          .filteredOn(found -> found.policy().name().equals("web.tls"))
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.writes())
                    .containsExactly(new PlannedWrite("c1", PlannedWrite.Kind.CREATE));
                assertThat(found.refusal()).isEmpty();
              });
    }
  }

  @Test
  void aNameThatIsTooLongForALabelIsNamed() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy("policies", "w".repeat(56), "", TEMPLATE);
      fixture.bind("long", "Policy", "w".repeat(56));

      assertThat(previews(fixture))
          .flatExtracting(PolicyPreview::warnings)
          .anyMatch(warning -> warning.startsWith("NameTooLong: metadata.name is"));
    }
  }

  @Test
  void anOverrideThatAStrategyIgnoresIsNamed() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      fixture.policy(
          "policies", "web", "", TEMPLATE + "rolloutStrategy: {type: ProgressivePerGroup}\n");
      fixture.apply(
          Kinds.PLACEMENT_BINDING,
          """
          apiVersion: policy.open-cluster-management.io/v1
          kind: PlacementBinding
          metadata: {name: base, namespace: policies}
          placementRef: {apiGroup: cluster.open-cluster-management.io, kind: Placement, name: fleet}
          subjects: [{apiGroup: policy.open-cluster-management.io, kind: Policy, name: web}]
          bindingOverrides: {remediationAction: enforce}
          """);

      assertThat(web(previews(fixture)).warnings())
          .singleElement()
          .asString()
          .startsWith("OverrideIgnored: PlacementBinding policies/base: ");
    }
  }

  /** Edits a replica by hand. */
  private static final class HubObjectsEdit {
    static void severity(GenericKubernetesResource replica) {
      replica.setAdditionalProperty(
          "spec",
          Map.of(
              "disabled",
              false,
              "remediationAction",
              "enforce",
              "policy-templates",
              HubObjects.part(replica, "spec").get("policy-templates")));
    }
  }
}

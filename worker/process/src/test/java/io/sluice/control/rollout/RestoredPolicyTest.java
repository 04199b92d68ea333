package io.sluice.control.rollout;

import static io.sluice.control.rollout.RestoredRolloutTest.TEMPLATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.PolicyName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Starts the controller on a hub whose policy was restored from a backup: it has another UID, and
 * its generations begin anew.
 */
class RestoredPolicyTest {
  private final FakeRuns runs = new FakeRuns();

  @Test
  void generationOneOfBeforeIsNotTakenForThePresentGenerationOne() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      dependent(
          fixture,
          "{namespace: policies, name: web}",
          "high",
          "rolloutStrategy: {type: Progressive},");
      dependent(
          fixture,
          "{namespace: c1, name: policies.web, %s, annotations: {sluice.io/dispatch: '%s'}}"
              .formatted(
                  "labels: {policy.open-cluster-management.io/root-policy: policies.web}",
                  dispatch(1, "")),
          "low",
          "");
      RestoredRolloutTest.restore(fixture);
      fixture.start(runs);

      fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
      assertThat(severity(fixture, "c1")).isEqualTo("low");
    }
  }

  /** A dependency on a PolicySet is rendered anew, so the content alone does not tell versions. */
  private static void dependent(
      ControllerFixture fixture, String metadata, String severity, String strategy) {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: %s
        spec:
          {disabled: false, remediationAction: enforce, %s policy-templates: [%s],
           dependencies: [{apiVersion: policy.open-cluster-management.io/v1beta1, kind: PolicySet, name: base, namespace: policies, compliance: Compliant}]}
        """
            .formatted(metadata, strategy, TEMPLATE.formatted(severity)));
  }

  private static String dispatch(int generation, String content) {
    return "{\"rolloutUID\":\"u\",\"attempt\":%1$d,\"generation\":%1$d,\"as\":\"dispatched\",\"at\":\"2026-01-01T00:00:00Z\",\"written\":\"2026-01-01T00:00:00Z\",\"content\":\"%2$s\"}"
        .formatted(generation, content);
  }

  private static String severity(ControllerFixture fixture, String cluster) {
    return fixture
        .replica(cluster)
        .map(replica -> HubObjects.part(replica, "spec").toString())
        .map(spec -> spec.replaceAll("(?s).*severity=(\\w+).*", "$1"))
        .orElse("");
  }

  @Test
  void aManualEditOfAFormerVersionIsUndoneByItsRestoredRevision() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      RestoredRolloutTest.policy(fixture, "low");
      String given = hash(fixture.policy("policies", "web").orElseThrow());
      RestoredRolloutTest.revision(fixture, 1, 4, "low");
      RestoredRolloutTest.withoutOwners(fixture);
      RestoredRolloutTest.policy(fixture, "high");
      RestoredRolloutTest.replica(fixture, "c1", 7, "edited");
      fixture.edit(
          "c1",
          "policies.web",
          replica ->
              replica
                  .getMetadata()
                  .setAnnotations(Map.of("sluice.io/dispatch", dispatch(7, given))));
      RestoredRolloutTest.restore(fixture);
      fixture.start(runs);

      fixture.soon(() -> assertThat(severity(fixture, "c1")).isEqualTo("low"));
    }
  }

  private static String hash(GenericKubernetesResource root) {
    return VersionContent.hash(new PolicyName("policies", "web"), RootPolicy.of(root).snapshot());
  }

  @Test
  void aRolloutThatWasRestoredWithItsFormerOwnerKeepsItsSpec() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2", "c3")) {
      RestoredRolloutTest.fleet(fixture);
      fixture.apply(
          Kinds.ROLLOUT,
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: Rollout
          metadata:
            namespace: policies
            name: policy-web
            ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: of-before}]
          spec: {approvalsForVersion: "7"}
          """);
      fixture.start(runs);

      fixture.soon(
          () -> assertThat(RestoredRolloutTest.status(fixture)).containsEntry("attempt", 5));
      GenericKubernetesResource rollout =
          fixture
              .client
              .genericKubernetesResources(Kinds.ROLLOUT)
              .inNamespace("policies")
              .withName("policy-web")
              .get();
      assertThat(HubObjects.part(rollout, "spec")).containsEntry("approvalsForVersion", "7");
      assertThat(rollout.getMetadata().getOwnerReferences())
          .extracting(OwnerReference::getUid)
          .containsExactly(fixture.policy("policies", "web").orElseThrow().getMetadata().getUid());
    }
  }

  @Test
  void aRolloutThatStagesItsPolicyDoesSoWithItsFormerOwnerToo() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      RestoredRolloutTest.policy(fixture, "high");
      withoutStrategy(fixture);
      RestoredRolloutTest.replica(fixture, "c1", 1, "low");
      fixture.apply(
          Kinds.ROLLOUT,
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: Rollout
          metadata:
            namespace: policies
            name: policy-web
            ownerReferences: [{apiVersion: policy.open-cluster-management.io/v1, kind: Policy, name: web, uid: of-before}]
          spec: {rolloutStrategy: {type: Progressive}}
          """);
      fixture.start(runs);

      fixture.soon(() -> assertThat(runs.starts()).isEqualTo(1));
      assertThat(severity(fixture, "c1")).isEqualTo("low");
    }
  }

  @Test
  void replicasNameTheLastAttemptBeforeThePlacementHasDecisions() {
    try (ControllerFixture fixture = new ControllerFixture("c1", "c2")) {
      RestoredRolloutTest.policy(fixture, "high");
      RestoredRolloutTest.replica(fixture, "c1", 6, "low");
      fixture
          .client
          .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
          .inNamespace("policies")
          .withName("fleet-1")
          .delete();
      RestoredRolloutTest.restore(fixture);
      fixture.start(runs);

      fixture.soon(
          () -> assertThat(RestoredRolloutTest.status(fixture)).containsEntry("attempt", 6));
    }
  }

  /** A server whose CRD lacks the field stores a restored policy without its strategy. */
  @Test
  void aPolicyThatWasRestoredUnderTheShippedCrdIsHeldAfterItsRepair() {
    try (ControllerFixture fixture = new ControllerFixture("c1")) {
      DroppedStrategyStatusTest.define(fixture, "disabled: {type: boolean}");
      RestoredRolloutTest.policy(fixture, "high");
      withoutStrategy(fixture);
      RestoredRolloutTest.replica(fixture, "c1", 6, "low");
      RestoredRolloutTest.restore(fixture);
      fixture.start(runs);
      fixture.soon(
          () -> assertThat(accepted(fixture)).contains("has no field spec.rolloutStrategy"));

      DroppedStrategyStatusTest.define(fixture, "rolloutStrategy: {type: object}");
      fixture.soon(
          () -> assertThat(accepted(fixture)).contains("spec.rolloutStrategy is missing since"));
      assertThat(severity(fixture, "c1")).isEqualTo("low");
      assertThat(runs.starts()).isZero();
    }
  }

  private static String accepted(ControllerFixture fixture) {
    return String.valueOf(RestoredRolloutTest.status(fixture).get("conditions"));
  }

  private static void withoutStrategy(ControllerFixture fixture) {
    fixture.edit(
        "policies",
        "web",
        root -> {
          Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(root, "spec"));
          spec.remove("rolloutStrategy");
          root.setAdditionalProperty("spec", spec);
        });
  }
}

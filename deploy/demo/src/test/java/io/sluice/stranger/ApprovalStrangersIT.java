package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.JsonTree;
import io.sluice.process.Patience;
import io.sluice.process.RolloutFixture;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Writes Rollouts on a real hub on which the policies of {@code deploy/admission} are not
 * installed: nobody speaks for somebody else, or enforces what they may not.
 *
 * <p>What these policies refuse is in {@code AdmissionStrangersIT}.
 */
@Timeout(Patience.TEST)
class ApprovalStrangersIT {
  private static final String ANN = "sluice:ann";

  /** Ann approves nothing here; she only wrote the object. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void whoMayUpdateARolloutSaysForNobodyElseWhatTheyApproved(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode);
        RolloutFixture owned = scene.waiting("x1")) {
      Stranger approver = scene.stranger(StrangerRole.APPROVER, owned.namespace());
      scene
          .admin()
          .resource(
              Serialization.unmarshal(
                  """
                  apiVersion: cluster.open-cluster-management.io/v1beta1
                  kind: Rollout
                  metadata: {name: policy-web, namespace: %s}
                  spec: {paused: false}
                  """
                      .formatted(owned.namespace()),
                  GenericKubernetesResource.class))
          .fieldManager(ANN)
          .forceConflicts()
          .serverSideApply();
      forge(approver);

      Map<String, Object> done =
          owned.awaitStatus(
              Patience.MOST,
              status ->
                  "Succeeded".equals(status.get("outcome"))
                      && !JsonTree.maps(status, "approvals").isEmpty());
      assertThat(done.get("approvals").toString()).doesNotContain("ann").doesNotContain("2099");
    }
  }

  /** Approves, and makes it look as if Ann had, in the future. */
  private static void forge(Stranger approver) {
    String path = Stranger.path(Kinds.ROLLOUT, approver.namespace()) + "/policy-web";
    Patience.written(
        () -> {
          ObjectNode rollout =
              HubObjects.parse(approver.client().raw(path), ObjectNode.class).orElseThrow();
          ArrayNode groups = ((ObjectNode) rollout.get("spec")).putArray("decisionGroups");
          groups.addObject().put("groupName", "own").put("rolloutApproved", true);
          for (JsonNode entry : rollout.at("/metadata/managedFields")) {
            if (entry.path("manager").asText().equals(ANN)) {
              ((ObjectNode) entry).put("time", "2099-01-01T00:00:00Z");
              ((ObjectNode) entry).putObject("fieldsV1").putObject("f:spec");
            }
          }
          return Objects.requireNonNull(approver.client().raw(path, "PUT", rollout));
        });
  }

  /** Sluice aggregates to {@code edit} what shows Rollouts, and no more. */
  @ParameterizedTest
  @EnumSource(HubMode.class)
  void whoHasKubernetesEditCreatesNoRollout(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode)) {
      scene.deliver();
      String namespace = scene.neighbour().namespace();
      for (StrangerRole role :
          List.of(StrangerRole.TENANT, StrangerRole.AUTHOR, StrangerRole.VIEWER)) {
        Stranger stranger = scene.stranger(role, namespace);
        GenericKubernetesResource all = stranger.object(Kinds.ROLLOUT, "policy-other");
        all.setAdditionalProperty("spec", Map.of("rolloutStrategy", Map.of("type", "All")));
        assertThatThrownBy(() -> stranger.client().resource(all).create())
            .as("%s", role)
            .isInstanceOf(KubernetesClientException.class)
            .hasMessageContaining("forbidden");
        assertThat(
                stranger
                    .client()
                    .genericKubernetesResources(Kinds.ROLLOUT)
                    .inNamespace(namespace)
                    .list()
                    .getItems())
            .as("%s may see what is rolled out", role)
            .isNotEmpty();
      }
      scene.deliver();
    }
  }
}

package io.sluice.control.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.process.ConformanceFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Asks a real API server which Placements the CRDs of {@code deploy/crds/ocm} admit. */
class PlacementAdmissionIT {
  /** What our CRD takes on purpose and OCM's does not (placement 2.1). */
  private static final String OLD_SPELLING = "clusterSelector";

  private static KubernetesClient client;

  @BeforeAll
  static void connect() {
    client = SharedDevServers.get().client();
  }

  @AfterAll
  static void disconnect() {
    if (client != null) {
      client.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> everyValueOfTheSuite() {
    List<DynamicTest> tests = new ArrayList<>();
    JsonNode root = ConformanceFolder.read("placement", "validation.json");
    for (JsonNode each : root.isArray() ? root : root.get("cases")) {
      boolean admitted =
          each.get("admitted").asBoolean() || each.get("value").toString().contains(OLD_SPELLING);
      tests.add(
          DynamicTest.dynamicTest(
              each.get("field").asText() + " = " + each.get("value"),
              () -> assertThat(admitted(each)).isEqualTo(admitted)));
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  /** Writes the value where the field is, with what is required beside it. */
  private static boolean admitted(JsonNode each) {
    String field = each.get("field").asText();
    if (field.startsWith("status.decisions")) {
      return takesDecision(each.get("value"));
    }
    Map<String, Object> spec = new LinkedHashMap<>();
    put(spec, field.substring("spec.".length()).split("\\."), 0, each.get("value"));
    return takes(
        () -> client.resource(object("Placement", Map.of("spec", spec))).dryRun().create());
  }

  private static void put(Map<String, Object> tree, String[] path, int at, Object value) {
    boolean list = path[at].endsWith("[]");
    String name = path[at].replace("[]", "");
    Object content = value;
    if (at < path.length - 1) {
      Map<String, Object> child = new LinkedHashMap<>();
      if (name.equals("decisionGroups")) {
        child.put("groupName", "canary");
        child.put("groupClusterSelector", new LinkedHashMap<>());
      }
      put(child, path, at + 1, value);
      content = child;
    }
    tree.put(name, list ? List.of(content) : content);
  }

  /** A status is looked at when it is written, not when the object is created. */
  private static boolean takesDecision(JsonNode entry) {
    GenericKubernetesResource made =
        client.resource(object("PlacementDecision", Map.of())).create();
    try {
      made.setAdditionalProperty("status", Map.of("decisions", List.of(HubObjects.toTree(entry))));
      return takes(() -> client.resource(made).dryRun().updateStatus());
    } finally {
      client.resource(made).delete();
    }
  }

  private static GenericKubernetesResource object(String kind, Map<String, Object> parts) {
    Map<String, Object> tree = new LinkedHashMap<>(parts);
    tree.put("apiVersion", Kinds.apiVersion(Kinds.PLACEMENT));
    tree.put("kind", kind);
    tree.put("metadata", Map.of("name", "admission", "namespace", "default"));
    return client
        .getKubernetesSerialization()
        .unmarshal(HubObjects.json(tree), GenericKubernetesResource.class);
  }

  private static boolean takes(Runnable write) {
    try {
      write.run();
      return true;
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).isEqualTo(422);
      return false;
    }
  }

  @Test
  void theSizeOfTheFirstProposalStandsAlone() {
    GenericKubernetesResource kept =
        client
            .resource(
                client
                    .getKubernetesSerialization()
                    .unmarshal(
                        """
                        apiVersion: cluster.open-cluster-management.io/v1beta1
                        kind: Placement
                        metadata: {name: both, namespace: default}
                        spec:
                          decisionStrategy:
                            clustersPerDecisionGroup: 150
                            groupStrategy: {decisionGroups: [{groupName: canary, groupClusterSelector: {}}]}
                        """,
                        GenericKubernetesResource.class))
            .dryRun()
            .create();

    assertThat(HubObjects.json(HubObjects.part(kept, "spec")))
        .contains("150")
        .doesNotContain("100%");
  }
}

package io.sluice.control.placement;

import static io.sluice.control.placement.SchedulingFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementMode;
import io.sluice.policy.JsonTree;
import io.sluice.process.ConformanceFolder;
import io.sluice.time.OtherClock;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Writes the cases of the suite {@code placement} that say what is written, on a real API server.
 *
 * <p>They come from the folder that {@code sluice.conformance} names, else from the test resources.
 */
class PlacementCasesIT {
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
  Stream<DynamicTest> everyCaseThatSaysWhatIsWritten() {
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode each : ConformanceFolder.read("placement", "cases.json").get("cases")) {
      if (each.get("expect").has("writes") && each.has("existingDecisions")) {
        tests.add(DynamicTest.dynamicTest(each.get("name").asText(), () -> check(each)));
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  private static void check(JsonNode each) throws Exception {
    SchedulingFixture hub = new SchedulingFixture(client);
    try {
      PlacementCase written = new PlacementCase(hub, each);
      written.prepare();
      Map<String, GenericKubernetesResource> before = written.objects();
      hub.start(PlacementMode.ANNOTATED, client, new OtherClock(written.clock()));
      soon(
          () ->
              assertThat(
                      JsonTree.number(
                          HubObjects.part(hub.placement(written.name()), "status"),
                          "numberOfSelectedClusters"))
                  .isEqualTo(written.selected()));
      soon(() -> written.checkDecisions(hub.decisions(written.name())));
      soon(() -> written.checkWrites(before, written.objects()));
      SchedulingFixture.stays(() -> written.checkWrites(before, written.objects()));
    } finally {
      each.get("clusters").forEach(cluster -> release(hub, cluster));
      hub.close();
    }
  }

  private static void release(SchedulingFixture hub, JsonNode cluster) {
    if (cluster.path("terminating").asBoolean()) {
      hub.editCluster(
          cluster.get("name").asText(), object -> object.getMetadata().setFinalizers(List.of()));
    }
  }

  /** A case with its cluster names made unique on the hub. */
  private record PlacementCase(SchedulingFixture hub, JsonNode each) {
    String name() {
      return each.get("placement").get("name").asText();
    }

    long selected() {
      JsonNode expect = each.get("expect");
      return expect.has("numberOfSelectedClusters")
          ? expect.get("numberOfSelectedClusters").asLong()
          : expect.get("decisionGroups").findValues("clusterCount").stream()
              .mapToLong(JsonNode::asLong)
              .sum();
    }

    Clock clock() {
      return Clock.fixed(
          Instant.parse(each.path("now").asText("2026-01-01T00:00:00Z")), ZoneOffset.UTC);
    }

    void prepare() {
      for (JsonNode cluster : each.get("clusters")) {
        hub.create(Kinds.MANAGED_CLUSTER, cluster(cluster));
        if (cluster.path("terminating").asBoolean()) {
          hub.deleteCluster(cluster.get("name").asText());
        }
      }
      int others = 0;
      for (JsonNode other : each.path("otherDecisions")) {
        String placement = other.get("placement").asText();
        hub.create(
            Kinds.PLACEMENT_DECISION,
            decision(
                placement + "-" + ++others,
                Map.of(DecisionObject.PLACEMENT, placement),
                texts(other.get("clusters")),
                List.of()));
      }
      Map<String, String> annotations = new LinkedHashMap<>();
      each.get("placement")
          .path("annotations")
          .properties()
          .forEach(entry -> annotations.put(entry.getKey(), entry.getValue().asText()));
      annotations.put(SchedulingFixture.DISABLED, "true");
      annotations.put("sluice.io/decision-grouping", each.get("mode").asText());
      hub.placement(
          name(),
          json(annotations).replaceAll("^\\{|\\}$", ""),
          each.get("placement").get("spec").toString());
      String uid = hub.placement(name()).getMetadata().getUid();
      for (JsonNode decision : each.get("existingDecisions")) {
        hub.create(
            Kinds.PLACEMENT_DECISION,
            decision(
                decision.get("name").asText(),
                decision.get("labels"),
                texts(decision.get("clusters")),
                List.of(owner(uid))));
      }
    }

    private String cluster(JsonNode cluster) {
      Map<String, Object> labels = new LinkedHashMap<>();
      cluster
          .path("labels")
          .properties()
          .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
      labels.put(SchedulingFixture.SET, hub.namespace);
      return json(
          Map.of(
              "apiVersion",
              "cluster.open-cluster-management.io/v1",
              "kind",
              "ManagedCluster",
              "metadata",
              Map.of(
                  "name",
                  onHub(cluster.get("name").asText()),
                  "labels",
                  labels,
                  "finalizers",
                  cluster.path("terminating").asBoolean() ? List.of("sluice.io/test") : List.of()),
              "spec",
              Map.of(
                  "hubAcceptsClient",
                  true,
                  "taints",
                  cluster.has("taints") ? cluster.get("taints") : List.of())));
    }

    private Map<String, Object> owner(String uid) {
      return Map.of(
          "apiVersion",
          Kinds.apiVersion(Kinds.PLACEMENT),
          "kind",
          "Placement",
          "name",
          name(),
          "uid",
          uid,
          "controller",
          true);
    }

    private String decision(
        String name, Object labels, List<String> clusters, List<Map<String, Object>> owners) {
      return json(
          Map.of(
              "apiVersion",
              Kinds.apiVersion(Kinds.PLACEMENT_DECISION),
              "kind",
              "PlacementDecision",
              "metadata",
              Map.of("name", name, "labels", labels, "ownerReferences", owners),
              "status",
              Map.of(
                  "decisions",
                  clusters.stream()
                      .map(cluster -> Map.of("clusterName", onHub(cluster), "reason", ""))
                      .toList())));
    }

    private String onHub(String cluster) {
      return hub.namespace + "-" + cluster;
    }

    Map<String, GenericKubernetesResource> objects() {
      Map<String, GenericKubernetesResource> objects = new LinkedHashMap<>();
      client
          .genericKubernetesResources(Kinds.PLACEMENT_DECISION)
          .inNamespace(hub.namespace)
          .list()
          .getItems()
          .forEach(object -> objects.put(object.getMetadata().getName(), object));
      return objects;
    }

    void checkWrites(
        Map<String, GenericKubernetesResource> before,
        Map<String, GenericKubernetesResource> after) {
      JsonNode writes = each.get("expect").get("writes");
      assertThat(minus(after, before)).as("created").isEqualTo(names(writes.get("create")));
      assertThat(minus(before, after)).as("deleted").isEqualTo(names(writes.get("delete")));
      TreeSet<String> relabelled = new TreeSet<>();
      TreeSet<String> rewritten = new TreeSet<>();
      TreeSet<String> touched = new TreeSet<>();
      before.forEach(
          (name, former) -> {
            GenericKubernetesResource now = after.get(name);
            if (now != null) {
              if (!former.getMetadata().getLabels().equals(now.getMetadata().getLabels())) {
                relabelled.add(name);
              }
              if (!HubObjects.part(former, "status").equals(HubObjects.part(now, "status"))) {
                rewritten.add(name);
              }
              if (!former
                  .getMetadata()
                  .getResourceVersion()
                  .equals(now.getMetadata().getResourceVersion())) {
                touched.add(name);
              }
            }
          });
      assertThat(relabelled).as("labels").isEqualTo(names(writes.get("updateLabels")));
      TreeSet<String> changed = names(writes.get("updateStatus"));
      assertThat(rewritten).as("status").isEqualTo(changed);
      changed.addAll(relabelled);
      assertThat(touched).as("written at all").isEqualTo(changed);
    }

    void checkDecisions(SortedMap<String, DecisionObject> decisions) {
      if (!each.get("expect").has("decisions")) {
        return;
      }
      List<String> expected = new ArrayList<>();
      for (JsonNode decision : each.get("expect").get("decisions")) {
        expected.add(
            "%s %s %s"
                .formatted(
                    decision.get("name").asText(),
                    new TreeSet<>(values(decision.get("labels"))),
                    texts(decision.get("clusters")).stream().map(this::onHub).sorted().toList()));
      }
      assertThat(
              decisions.values().stream()
                  .map(
                      decision ->
                          "%s %s %s"
                              .formatted(
                                  decision.name(),
                                  new TreeSet<>(decision.labels().values()),
                                  decision.clusters().stream().sorted().toList())))
          .containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<String> values(JsonNode labels) {
      List<String> values = new ArrayList<>();
      labels.elements().forEachRemaining(value -> values.add(value.asText()));
      return values;
    }

    private static TreeSet<String> minus(Map<String, ?> these, Map<String, ?> those) {
      TreeSet<String> names = new TreeSet<>(these.keySet());
      names.removeAll(those.keySet());
      return names;
    }

    private static TreeSet<String> names(JsonNode list) {
      return new TreeSet<>(list == null ? List.of() : texts(list));
    }

    private static List<String> texts(JsonNode list) {
      List<String> texts = new ArrayList<>();
      list.forEach(element -> texts.add(element.asText()));
      return texts;
    }

    private static String json(Object tree) {
      return HubObjects.json(tree);
    }
  }
}

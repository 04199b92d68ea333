package io.sluice.stranger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.PolicyApi;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws objects as somebody may write them who wants to stop, empty or speak for others.
 *
 * <p>None is deeper than 900 levels, or has a longer key than 40,000 characters: beyond that the
 * simulated clusters cannot list it. {@code PolicyStrangersIT} tries that.
 */
final class RandomObjects {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> LABELS =
      List.of(
          PolicyApi.ROOT_POLICY,
          "policy.open-cluster-management.io/cluster-name",
          "policy.open-cluster-management.io/cluster-namespace",
          "cluster.open-cluster-management.io/placement",
          "cluster.open-cluster-management.io/decision-group-index",
          "cluster.open-cluster-management.io/clusterset",
          "sluice.io/override",
          "app.kubernetes.io/part-of");

  private static final List<String> ANNOTATIONS =
      List.of(
          "policy.open-cluster-management.io/version",
          "policy.open-cluster-management.io/activation-preference",
          "policy.open-cluster-management.io/trigger-update",
          "cluster.open-cluster-management.io/experimental-scheduling-disable",
          "sluice.io/rollout",
          "sluice.io/note",
          "kubectl.kubernetes.io/last-applied-configuration");

  private static final List<String> FINALIZERS =
      List.of("sluice.io/release-override", "example.com/keep", "foregroundDeletion", "orphan");

  private final RandomText random;
  private final JsonNode victim;
  private final List<String> namespaces;

  private RandomObjects(RandomText random, JsonNode victim, List<String> namespaces) {
    this.random = random;
    this.victim = victim;
    this.namespaces = namespaces;
  }

  /**
   * Draws them against the object of somebody else.
   *
   * <p>Beside OCM's propagator no ManagedCluster gets the name of that one's namespace: the
   * propagator deletes every root policy there at its next change, whether the cluster is accepted
   * or not (governance-policy-propagator, {@code RootPolicyReconciler}). Sluice neither does it nor
   * could prevent it (policy-propagation 7).
   */
  static RandomObjects against(JsonNode victim, HubMode mode, RandomText random) {
    List<String> namespaces =
        mode.beside()
            ? List.of("default", "open-cluster-management")
            : List.of(
                victim.at("/metadata/namespace").asText(), "default", "open-cluster-management");
    return new RandomObjects(random, victim, namespaces);
  }

  /** Returns a new object of a kind. */
  ObjectNode object(ResourceDefinitionContext kind, String namespace) {
    ObjectNode object = JSON.createObjectNode();
    object.put("apiVersion", kind.getGroup() + "/" + kind.getVersion());
    object.put("kind", kind.getKind());
    object.putObject("metadata").put("name", name(kind, namespace));
    object.setAll(content(kind));
    change(object);
    return object;
  }

  /** A cluster may have the name of what is not its own. */
  private String name(ResourceDefinitionContext kind, String namespace) {
    return !kind.isNamespaceScoped() && random.in(4)
        ? random.of(namespaces)
        : random.name(namespace);
  }

  private ObjectNode content(ResourceDefinitionContext kind) {
    return parse(
        switch (kind.getKind()) {
          case "Policy" ->
              """
              {"spec": {"disabled": %b, "remediationAction": "inform", "policy-templates":
               [{"objectDefinition": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}}]}}
              """
                  .formatted(random.in(5));
          case "PlacementBinding" ->
              """
              {"placementRef": {"apiGroup": "cluster.open-cluster-management.io", "kind": "Placement", "name": "own-%d"},
               "subjects": [{"apiGroup": "policy.open-cluster-management.io", "kind": "Policy", "name": "%s"}]}
              """
                  .formatted(random.upTo(100), random.in(2) ? "web" : "own-" + random.upTo(100));
          case "Placement" -> "{\"spec\": {\"numberOfClusters\": %d}}".formatted(random.upTo(50));
          case "PolicySet" -> "{\"spec\": {\"policies\": [\"web\", \"own-1\"]}}";
          case "ManagedCluster" -> "{\"spec\": {\"hubAcceptsClient\": false}}";
          case "ManagedClusterSetBinding" -> "{\"spec\": {\"clusterSet\": \"global\"}}";
          case "Rollout" ->
              """
              {"spec": {"paused": %b, "decisionGroups": [{"groupName": "dev", "rolloutApproved": true}]}}
              """
                  .formatted(random.in(3));
          case "Lease" ->
              """
              {"spec": {"holderIdentity": "propagator", "leaseDurationSeconds": %d, "renewTime": "2999-01-01T00:00:00.000000Z"}}
              """
                  .formatted(1 + random.upTo(1_000_000));
          default -> "{\"data\": {\"a\": \"b\"}}";
        });
  }

  /** Changes up to four things of an object. */
  void change(ObjectNode object) {
    for (int left = 1 + random.upTo(4); left > 0; left--) {
      changeOne(object);
    }
  }

  private void changeOne(ObjectNode object) {
    ObjectNode metadata = object.withObject("/metadata");
    switch (random.upTo(10)) {
      case 0 ->
          metadata
              .withObject("/labels")
              .put(random.of(LABELS), random.of(List.of(victimName(), "0", "")));
      case 1 -> metadata.withObject("/annotations").put(random.of(ANNOTATIONS), random.text(20));
      case 2 -> metadata.withObject("/annotations").put("a", random.longText(250_000));
      case 3 -> metadata.putArray("finalizers").add(random.of(FINALIZERS));
      case 4 -> metadata.putArray("ownerReferences").add(owner());
      case 5 -> foreignFields(metadata);
      case 6 -> metadata.put("creationTimestamp", random.instant());
      case 7 -> deepen(object);
      default -> replaceOne(object.path("spec").isObject() ? object.get("spec") : object);
    }
  }

  private String victimName() {
    return victim.at("/metadata/namespace").asText() + "." + victim.at("/metadata/name").asText();
  }

  private ObjectNode owner() {
    return JSON.createObjectNode()
        .put("apiVersion", victim.at("/apiVersion").asText())
        .put("kind", random.of(List.of("Policy", "Rollout", "Placement")))
        .put("name", victim.at("/metadata/name").asText())
        .put("uid", random.in(2) ? victim.at("/metadata/uid").asText() : "none-" + random.upTo(9))
        .put("controller", random.in(2))
        .put("blockOwnerDeletion", random.in(2));
  }

  /** Entries of others that are cut, dated, or made up. */
  private void foreignFields(ObjectNode metadata) {
    ArrayNode entries = metadata.withArray("/managedFields");
    if (entries.isEmpty() || random.in(2)) {
      ObjectNode entry = entries.addObject();
      entry.put("manager", random.of(List.of("sluice:ann", "sluice", "kubectl", random.text(9))));
      entry.put("operation", random.of(List.of("Apply", "Update")));
      entry.put("apiVersion", "v1").put("fieldsType", "FieldsV1");
      entry.put("time", random.instant()).putObject("fieldsV1").putObject("f:spec");
      return;
    }
    ObjectNode entry = (ObjectNode) entries.get(random.upTo(entries.size()));
    entry.put("time", random.instant());
    entry.putObject("fieldsV1").putObject(random.of(List.of("f:spec", "f:metadata", ".", "k:{}")));
  }

  private void deepen(ObjectNode object) {
    int levels = random.upTo(900);
    String text = "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
    JsonNode template = object.at("/spec/policy-templates/0/objectDefinition");
    if (template instanceof ObjectNode definition) {
      definition.set(
          random.in(3) ? "k".repeat(random.upTo(40_000) + 1) : "deep",
          parse("{\"v\":" + text + "}"));
    } else {
      object.withObject("/spec").set("deep", parse("{\"v\":" + text + "}"));
    }
  }

  /** Puts another value in the place of a field that is there, whatever its type. */
  private void replaceOne(JsonNode parent) {
    if (!(parent instanceof ObjectNode fields) || fields.isEmpty()) {
      return;
    }
    List<String> names = new ArrayList<>();
    fields.fieldNames().forEachRemaining(names::add);
    String name = random.of(names);
    if (name.equals("metadata") || name.equals("apiVersion") || name.equals("kind")) {
      return;
    }
    switch (random.upTo(7)) {
      case 0 -> fields.put(name, random.text(30));
      case 1 -> fields.put(name, random.number());
      case 2 -> fields.put(name, random.instant());
      case 3 -> fields.putNull(name);
      case 4 -> fields.remove(name);
      case 5 -> fields.putArray(name).add(random.text(5));
      default ->
          replaceOne(fields.get(name).isArray() ? fields.get(name).path(0) : fields.get(name));
    }
  }

  private static ObjectNode parse(String json) {
    try {
      return (ObjectNode) JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }
}

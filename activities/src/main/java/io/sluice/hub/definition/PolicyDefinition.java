package io.sluice.hub.definition;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Reads whether the hub's Policy CRD keeps strategies or silently drops them (rollout-strategy 1.6,
 * {@code StrategyFieldMissing}).
 */
public final class PolicyDefinition {
  /** The name of the CRD. */
  public static final String NAME = Kinds.resource(Kinds.POLICY);

  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";

  private final HubApi hub;
  private final JsonSender metadata;
  private volatile Judged last = new Judged("", 0, false);

  /**
   * What was found in a definition.
   *
   * @param generation changes with its spec
   */
  private record Judged(String uid, long generation, boolean drops) {}

  public PolicyDefinition(KubernetesClient client) {
    this.hub = new HubApi(client);
    this.metadata = new JsonSender(client);
  }

  /**
   * Reads the hub, as a cache may be older than policies that have lost the field. It reads only
   * the metadata unless the definition has changed: that has tens of kilobytes, and is asked for
   * before each status of a root.
   */
  public boolean dropsStrategy() {
    Judged known = last;
    boolean same =
        known.generation() > 0
            && metadata
                .metadata(Kinds.DEFINITION, NAME)
                .filter(found -> known.uid().equals(found.getUid()))
                .filter(found -> Long.valueOf(known.generation()).equals(found.getGeneration()))
                .isPresent();
    return same ? known.drops() : dropsStrategyNow();
  }

  private boolean dropsStrategyNow() {
    Optional<GenericKubernetesResource> found = hub.get(Kinds.DEFINITION, "", NAME);
    boolean drops = found.filter(PolicyDefinition::dropsStrategy).isPresent();
    last =
        found
            .map(
                definition ->
                    new Judged(
                        Objects.requireNonNullElse(definition.getMetadata().getUid(), ""),
                        HubObjects.generation(definition),
                        drops))
            .orElseGet(() -> new Judged("", 0, drops));
    return drops;
  }

  /** Returns whether a CRD drops the field. */
  public static boolean dropsStrategy(GenericKubernetesResource definition) {
    return drops(definition, PolicyDefinition::keepsStrategy);
  }

  /** Returns whether a CRD drops {@code status.conditions}. */
  public static boolean dropsConditions(GenericKubernetesResource definition) {
    return drops(definition, version -> keeps(version, "status", "conditions"));
  }

  private static boolean drops(
      GenericKubernetesResource definition, Predicate<Map<String, Object>> keeps) {
    List<Map<String, Object>> versions =
        JsonTree.maps(HubObjects.part(definition, "spec"), "versions").stream()
            .filter(version -> Kinds.POLICY.getVersion().equals(version.get("name")))
            .toList();
    return !versions.isEmpty() && versions.stream().noneMatch(keeps);
  }

  private static boolean keepsStrategy(Map<String, Object> version) {
    return keeps(version, "spec", "rolloutStrategy");
  }

  private static boolean keeps(Map<String, Object> version, String part, String field) {
    Map<String, Object> root = JsonTree.map(JsonTree.map(version, "schema"), "openAPIV3Schema");
    Map<String, Object> schema = JsonTree.map(JsonTree.map(root, "properties"), part);
    return Boolean.TRUE.equals(root.get(PRESERVE))
        || Boolean.TRUE.equals(schema.get(PRESERVE))
        || JsonTree.map(schema, "properties").containsKey(field);
  }
}

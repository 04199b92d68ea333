package io.sluice.tools.plan;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.LastApplied;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.CanonicalJson;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes what an object of the hub becomes when a file with it is applied.
 *
 * <p>As {@code kubectl apply} does, a field that the file lacks is removed where the object was
 * applied with it before, and stays where it was not: a controller, or another command, has set it.
 * An object that was never applied so gets the spec of the file; but a Rollout keeps the fields
 * that the file lacks, such as approvals.
 */
final class AppliedManifest {
  /** The UID of an object that the hub does not have yet. */
  static final String NEW_UID = "not-applied";

  private static final String STATUS = "status";

  private final Instant now;
  private final GenericKubernetesResource file;

  private AppliedManifest(GenericKubernetesResource file, Instant now) {
    this.file = file;
    this.now = now.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Returns the object as it is once the file is applied: the same one if that changes nothing.
   *
   * @param present as the hub has it
   */
  static GenericKubernetesResource of(
      Optional<GenericKubernetesResource> present, GenericKubernetesResource file, Instant now) {
    AppliedManifest applied = new AppliedManifest(file, now);
    return present.map(applied::changed).orElseGet(applied::created);
  }

  private GenericKubernetesResource created() {
    ObjectMeta written = file.getMetadata();
    return object(
        new ObjectMetaBuilder(written)
            .withUid(requireNonNullElse(written.getUid(), NEW_UID))
            .withGeneration(requireNonNullElse(written.getGeneration(), 1L))
            .withCreationTimestamp(
                requireNonNullElse(written.getCreationTimestamp(), now.toString()))
            .build(),
        file.getAdditionalProperties());
  }

  private GenericKubernetesResource changed(GenericKubernetesResource present) {
    Optional<Map<String, Object>> last = LastApplied.of(present);
    Map<String, Object> former = content(present.getAdditionalProperties());
    Map<String, Object> wanted = content(file.getAdditionalProperties());
    Map<String, Object> next = next(former, wanted, last.map(AppliedManifest::content));
    boolean edited = !same(former, next);
    Object status = present.getAdditionalProperties().get(STATUS);
    Object given = file.getAdditionalProperties().getOrDefault(STATUS, status);
    ObjectMeta metadata = metadata(present.getMetadata(), last, edited);
    GenericKubernetesResource object = object(metadata, next);
    boolean unchanged =
        !edited
            && same(HubObjects.labels(present), HubObjects.labels(object))
            && same(HubObjects.annotations(present), HubObjects.annotations(object))
            && same(status, given);
    if (given != null) {
      object.setAdditionalProperty(STATUS, given);
    }
    return unchanged ? present : object;
  }

  private static boolean same(Object one, Object other) {
    return CanonicalJson.equivalent(one, other);
  }

  private Map<String, Object> next(
      Map<String, Object> former, Map<String, Object> wanted, Optional<Map<String, Object>> last) {
    boolean shared = Kinds.ROLLOUT.getKind().equals(file.getKind());
    return last.isEmpty() && !shared
        ? new LinkedHashMap<>(wanted)
        : merged(former, wanted, last.orElse(Map.of()));
  }

  private ObjectMeta metadata(
      ObjectMeta present, Optional<Map<String, Object>> last, boolean edited) {
    Map<String, Object> applied = JsonTree.map(last.orElse(Map.of()), "metadata");
    ObjectMeta written = file.getMetadata();
    long generation = requireNonNullElse(present.getGeneration(), 1L);
    return new ObjectMetaBuilder(present)
        .withLabels(texts(present.getLabels(), written.getLabels(), applied, "labels"))
        .withAnnotations(
            texts(present.getAnnotations(), written.getAnnotations(), applied, "annotations"))
        .withGeneration(edited ? generation + 1 : generation)
        .withManagedFields(edited ? edits(present) : present.getManagedFields())
        .build();
  }

  private List<ManagedFieldsEntry> edits(ObjectMeta present) {
    List<ManagedFieldsEntry> entries =
        new ArrayList<>(requireNonNullElse(present.getManagedFields(), List.of()));
    entries.add(
        new ManagedFieldsEntryBuilder()
            .withManager("apply")
            .withOperation("Update")
            .withTime(now.toString())
            .build());
    return entries;
  }

  private static Map<String, String> texts(
      Map<String, String> former,
      Map<String, String> wanted,
      Map<String, Object> applied,
      String key) {
    Map<String, String> next = new LinkedHashMap<>(requireNonNullElse(former, Map.of()));
    next.keySet().removeAll(JsonTree.map(applied, key).keySet());
    next.putAll(requireNonNullElse(wanted, Map.of()));
    return next;
  }

  private static Map<String, Object> merged(
      Map<String, Object> former, Map<String, Object> wanted, Map<String, Object> last) {
    Map<String, Object> next = new LinkedHashMap<>(former);
    last.keySet().stream().filter(key -> !wanted.containsKey(key)).forEach(next::remove);
    wanted.forEach(
        (key, value) -> {
          if (value == null) {
            next.remove(key);
          } else if (value instanceof Map<?, ?> && next.get(key) instanceof Map<?, ?>) {
            next.put(
                key,
                merged(JsonTree.map(next.get(key)), JsonTree.map(value), JsonTree.map(last, key)));
          } else {
            next.put(key, value);
          }
        });
    return next;
  }

  /** Returns what a person writes of an object, without kind and metadata. */
  private static Map<String, Object> content(Map<String, Object> tree) {
    Map<String, Object> content = new LinkedHashMap<>(tree);
    content.keySet().removeAll(List.of(STATUS, "apiVersion", "kind", "metadata"));
    return content;
  }

  private GenericKubernetesResource object(ObjectMeta metadata, Map<String, Object> content) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setApiVersion(file.getApiVersion());
    object.setKind(file.getKind());
    object.setMetadata(metadata);
    object.setAdditionalProperties(new LinkedHashMap<>(content));
    return object;
  }
}

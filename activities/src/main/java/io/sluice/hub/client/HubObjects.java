package io.sluice.hub.client;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Converts between generic objects, trees, typed values and JSON; instants are written as text. */
public final class HubObjects {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

  private HubObjects() {}

  /**
   * Returns the object as a tree, with name, namespace, uid, generation, labels and annotations.
   */
  public static Map<String, Object> tree(GenericKubernetesResource object) {
    ObjectMeta meta = object.getMetadata();
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", meta.getName());
    metadata.put("namespace", meta.getNamespace());
    metadata.put("uid", meta.getUid());
    metadata.put("generation", meta.getGeneration());
    metadata.put("labels", labels(object));
    metadata.put("annotations", annotations(object));
    Map<String, Object> tree = new LinkedHashMap<>(object.getAdditionalProperties());
    tree.put("metadata", metadata);
    return tree;
  }

  /** Returns the object as a tree, with all of its metadata; its parts are not copied. */
  public static Map<String, Object> whole(GenericKubernetesResource object) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("apiVersion", object.getApiVersion());
    tree.put("kind", object.getKind());
    tree.put("metadata", toTree(object.getMetadata()));
    tree.putAll(object.getAdditionalProperties());
    return tree;
  }

  /** Returns a copy of {@code spec}, {@code status} or {@code data}; empty when it is absent. */
  public static Map<String, Object> part(GenericKubernetesResource object, String name) {
    return JsonTree.map(object.getAdditionalProperties().get(name));
  }

  public static Map<String, String> labels(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }

  public static Map<String, String> annotations(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
  }

  public static long generation(GenericKubernetesResource object) {
    return Objects.requireNonNullElse(object.getMetadata().getGeneration(), 0L);
  }

  /** Returns whether it is being deleted, and exists only until its finalizers are removed. */
  public static boolean deleting(GenericKubernetesResource object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }

  /** Returns whether two lists hold the same objects in the same versions, in any order. */
  public static boolean sameVersions(
      List<GenericKubernetesResource> left,
      List<GenericKubernetesResource> right,
      Function<GenericKubernetesResource, Object> version) {
    return versions(left, version).equals(versions(right, version));
  }

  private static Map<String, Object> versions(
      List<GenericKubernetesResource> objects,
      Function<GenericKubernetesResource, Object> version) {
    Map<String, Object> versions = new HashMap<>();
    objects.forEach(object -> versions.put(object.getMetadata().getUid(), version.apply(object)));
    return versions;
  }

  public static String resourceVersion(GenericKubernetesResource object) {
    return object.getMetadata().getResourceVersion();
  }

  /** Creates an object of that kind with these metadata only. */
  public static GenericKubernetesResource object(
      ResourceDefinitionContext kind, ObjectMeta metadata) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setApiVersion(Kinds.apiVersion(kind));
    object.setKind(kind.getKind());
    object.setMetadata(metadata);
    return object;
  }

  public static Map<String, Object> toTree(Object value) {
    return MAPPER.convertValue(value, TREE);
  }

  public static <T> T fromTree(Map<String, Object> tree, Class<T> type) {
    return MAPPER.convertValue(tree, type);
  }

  public static String json(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "Cannot write %s as JSON: %s. This is a fault of Sluice."
              .formatted(value.getClass().getSimpleName(), e.getOriginalMessage()),
          e);
    }
  }

  /**
   * Parses JSON; empty when the text is no value of the type, as in an annotation edited by hand.
   */
  public static <T> Optional<T> parse(String json, Class<T> type) {
    try {
      return Optional.ofNullable(MAPPER.readValue(json, type));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** The size of the value as JSON, in bytes; the text itself is never held. */
  public static long size(Object value) {
    CountedBytes counted = new CountedBytes();
    try {
      MAPPER.writeValue(counted, value);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot measure %s as JSON: %s. This is a fault of Sluice."
              .formatted(value.getClass().getSimpleName(), e.getMessage()),
          e);
    }
    return counted.number();
  }

  /** The size of a JSON text once it is written as Sluice writes it, in bytes. */
  public static long sizeOfText(byte[] json) throws IOException {
    CountedBytes counted = new CountedBytes();
    try (JsonParser parser = MAPPER.createParser(json);
        JsonGenerator generator = MAPPER.createGenerator(counted)) {
      parser.nextToken();
      generator.copyCurrentStructure(parser);
    }
    return counted.number();
  }
}

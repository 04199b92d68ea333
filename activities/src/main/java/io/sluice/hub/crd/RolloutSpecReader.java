package io.sluice.hub.crd;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.beside.OverrideRelease;
import io.sluice.policy.JsonTree;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the spec of a Rollout object, which may have been stored under an older CRD: a value of
 * another type than its field has, and an empty text, read as absent ones.
 *
 * <p>Reads every field of {@link RolloutSpec}: one that is added there needs no change here.
 */
public final class RolloutSpecReader {
  private RolloutSpecReader() {}

  /** Reads it from the object. */
  public static RolloutSpec of(GenericKubernetesResource rollout) {
    return of(JsonTree.map(rollout.getAdditionalProperties().get("spec")));
  }

  /** Reads it from its tree. */
  public static RolloutSpec of(Map<String, Object> tree) {
    RolloutSpec spec = new RolloutSpec();
    try {
      for (Field field : RolloutSpec.class.getFields()) {
        field.set(spec, value(field.getGenericType(), tree.get(field.getName())));
      }
    } catch (ReflectiveOperationException e) {
      throw unsettable(e);
    }
    return spec;
  }

  /** Reads only the retry, which every pass over a target asks for. */
  public static Optional<RolloutSpec.RetryRollout> retry(GenericKubernetesResource rollout) {
    Map<String, Object> tree = JsonTree.map(rollout.getAdditionalProperties().get("spec"));
    try {
      Object retry = value(RolloutSpec.RetryRollout.class, tree.get("retryRollout"));
      return Optional.ofNullable((RolloutSpec.RetryRollout) retry);
    } catch (ReflectiveOperationException e) {
      throw unsettable(e);
    }
  }

  /** Returns when clusters are withdrawn from the override, beside OCM's propagator. */
  public static OverrideRelease release(RolloutSpec spec) {
    return Optional.ofNullable(spec.overrideRelease)
        .flatMap(release -> OverrideRelease.ofLabel(release.name()))
        .orElse(OverrideRelease.WHEN_DONE);
  }

  private static IllegalStateException unsettable(ReflectiveOperationException cause) {
    return new IllegalStateException("RolloutSpec has a field that cannot be set", cause);
  }

  private static Object value(Type type, Object value) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType generic) {
      if (generic.getRawType() == List.class) {
        return generic.getActualTypeArguments()[0] instanceof Class<?> each
            ? entries(each, value)
            : trees(value);
      }
      Class<?> each = (Class<?>) generic.getActualTypeArguments()[1];
      if (each.isRecord()) {
        return byKey(each, JsonTree.map(value));
      }
      return value instanceof Map ? JsonTree.map(value) : null;
    }
    Class<?> wanted = (Class<?>) type;
    if (wanted.isRecord()) {
      return value instanceof Map ? record(wanted, JsonTree.map(value)) : null;
    }
    if (wanted.isEnum()) {
      return Arrays.stream(wanted.getEnumConstants())
          .filter(constant -> constant.toString().equals(value))
          .findFirst()
          .orElse(null);
    }
    return wanted.isInstance(value) && !"".equals(value) ? value : null;
  }

  /** An entry that is no object reads as one without a field, so indexes stay. */
  private static List<Object> entries(Class<?> type, Object value)
      throws ReflectiveOperationException {
    List<Object> entries = new ArrayList<>();
    if (value instanceof Collection<?> list) {
      for (Object entry : list) {
        entries.add(record(type, JsonTree.map(entry)));
      }
    }
    return List.copyOf(entries);
  }

  /** Entries as written. */
  private static List<Map<String, Object>> trees(Object value) {
    return value instanceof Collection<?> list
        ? list.stream().map(JsonTree::map).toList()
        : List.of();
  }

  private static Map<String, Object> byKey(Class<?> type, Map<String, Object> tree)
      throws ReflectiveOperationException {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (String key : tree.keySet()) {
      entries.put(key, record(type, JsonTree.map(tree, key)));
    }
    return Collections.unmodifiableMap(entries);
  }

  private static Object record(Class<?> type, Map<String, Object> tree)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType(), tree.get(name(components[i])));
    }
    return type.getConstructor(types).newInstance(values);
  }

  /** A field may have a name that is none in Java. */
  private static String name(RecordComponent component) {
    JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
    return other == null ? component.getName() : other.value();
  }
}

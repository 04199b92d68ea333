package io.sluice.activation;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reduces a template to what its user owns (lazy-activation 1.3): any other change is not the
 * user's.
 */
public final class UserView {
  /** Keys that controllers of the API server write. */
  public static final Set<String> DEFAULT_MACHINE_KEYS =
      Set.of("deployment.kubernetes.io/revision", "deployment.kubernetes.io/revision-history");

  private static final String KARMADA = ".karmada.io";
  private static final String SLUICE = "sluice.io/";
  private static final String SKIP_PROPAGATION = "namespace.karmada.io/skip-auto-propagation";
  private static final Set<String> SERVER_FIELDS =
      Set.of(
          "managedFields",
          "resourceVersion",
          "generation",
          "uid",
          "creationTimestamp",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  private final Set<String> machineKeys;

  /**
   * Reduces templates.
   *
   * @param machineKeys further labels and annotations that controllers own
   */
  public UserView(Set<String> machineKeys) {
    this.machineKeys = Set.copyOf(machineKeys);
  }

  /** Returns the whole object without what the user does not own. */
  public Map<String, Object> of(Map<String, Object> object) {
    Map<String, Object> view = withoutNulls(object);
    view.remove("status");
    view.put("metadata", metadata(object));
    return view;
  }

  /** Returns the metadata part of that view. */
  public Map<String, Object> metadata(Map<String, Object> object) {
    Map<String, Object> metadata = withoutNulls(JsonTree.map(object, "metadata"));
    SERVER_FIELDS.forEach(metadata::remove);
    keep(metadata, "labels", true);
    keep(metadata, "annotations", false);
    return metadata;
  }

  private void keep(Map<String, Object> metadata, String field, boolean labels) {
    Map<String, Object> kept = new TreeMap<>(ByteOrder.NAMES);
    JsonTree.map(metadata, field)
        .forEach(
            (key, value) -> {
              if (labels && key.equals(SKIP_PROPAGATION) || !machine(key)) {
                kept.put(key, value);
              }
            });
    if (kept.isEmpty()) {
      metadata.remove(field);
    } else {
      metadata.put(field, kept);
    }
  }

  private boolean machine(String key) {
    return key.contains(KARMADA) || key.startsWith(SLUICE) || machineKeys.contains(key);
  }

  private static Map<String, Object> withoutNulls(Map<String, Object> tree) {
    Map<String, Object> kept = new TreeMap<>(ByteOrder.NAMES);
    tree.forEach(
        (key, value) -> {
          if (value != null) {
            kept.put(key, cleaned(value));
          }
        });
    return kept;
  }

  private static Object cleaned(Object value) {
    if (value instanceof Map<?, ?>) {
      return withoutNulls(JsonTree.map(value));
    }
    return value instanceof Collection<?> list ? list.stream().map(UserView::item).toList() : value;
  }

  /** A null in a list has a place, which an empty text keeps. */
  private static Object item(Object value) {
    return value == null ? "" : cleaned(value);
  }
}

package io.sluice.template;

import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Picks the fields whose edits may wait, with Karmada's defaults, from the spec of a policy or of a
 * binding (lazy-activation 2.2).
 */
public final class LazyFields {
  public static final String PLACEMENT = "placement";
  public static final String PROPAGATE_DEPS = "propagateDeps";
  public static final String CONFLICT_RESOLUTION = "conflictResolution";
  public static final String PRESERVE = "preserveResourcesOnDeletion";
  public static final String SUSPENSION = "suspension";
  public static final String ABORT = "Abort";
  public static final String OVERWRITE = "Overwrite";

  private static final String SCHEDULER = "schedulerName";
  private static final String FAILOVER = "failover";
  private static final String SCHEDULE_PRIORITY = "schedulePriority";
  private static final String STRATEGY = "rolloutStrategy";

  /** What the spec of a binding has no place for. */
  private static final List<String> EXTRA = List.of(SCHEDULE_PRIORITY, STRATEGY);

  private LazyFields() {}

  /** Picks them from a policy. */
  static Map<String, Object> ofPolicy(Map<String, Object> spec, Optional<Object> strategy) {
    Map<String, Object> fields = common(spec);
    fields.put(PLACEMENT, JsonTree.map(spec, PLACEMENT));
    copy(spec, SCHEDULE_PRIORITY, fields);
    strategy.ifPresent(tree -> fields.put(STRATEGY, tree));
    return fields;
  }

  /**
   * Picks them from a binding; empty when it holds no active snapshot.
   *
   * @param extra what its spec has no place for
   */
  public static Optional<Map<String, Object>> ofBinding(
      Map<String, Object> spec, Map<String, Object> extra) {
    if (!(spec.get(PLACEMENT) instanceof Map<?, ?>)) {
      return Optional.empty();
    }
    Map<String, Object> fields = common(spec);
    fields.put(PLACEMENT, JsonTree.map(spec, PLACEMENT));
    EXTRA.forEach(name -> copy(extra, name, fields));
    return Optional.of(fields);
  }

  /** Returns the rollout strategy, as it was written; empty: all clusters at once. */
  public static Optional<Object> strategy(Map<String, Object> fields) {
    return Optional.ofNullable(fields.get(STRATEGY));
  }

  /** Returns those that the spec of a binding holds. */
  public static Map<String, Object> inSpec(Map<String, Object> fields) {
    Map<String, Object> kept = new LinkedHashMap<>(fields);
    EXTRA.forEach(kept::remove);
    return kept;
  }

  /** Returns the others. */
  public static Map<String, Object> besideSpec(Map<String, Object> fields) {
    Map<String, Object> kept = new LinkedHashMap<>(fields);
    kept.keySet().retainAll(EXTRA);
    return kept;
  }

  /** Returns the names of all that a binding's spec may hold. */
  public static List<String> names() {
    return List.of(
        PLACEMENT, PROPAGATE_DEPS, CONFLICT_RESOLUTION, SCHEDULER, PRESERVE, SUSPENSION, FAILOVER);
  }

  private static Map<String, Object> common(Map<String, Object> spec) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(PROPAGATE_DEPS, Boolean.TRUE.equals(spec.get(PROPAGATE_DEPS)));
    fields.put(CONFLICT_RESOLUTION, JsonTree.text(spec, CONFLICT_RESOLUTION).orElse(ABORT));
    fields.put(SCHEDULER, JsonTree.text(spec, SCHEDULER).orElse("default-scheduler"));
    if (Boolean.TRUE.equals(spec.get(PRESERVE))) {
      fields.put(PRESERVE, true);
    }
    copy(spec, SUSPENSION, fields);
    copy(spec, FAILOVER, fields);
    return fields;
  }

  private static void copy(Map<String, Object> from, String name, Map<String, Object> to) {
    if (from.get(name) != null) {
      to.put(name, from.get(name));
    }
  }
}

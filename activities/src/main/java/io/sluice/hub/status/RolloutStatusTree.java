package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import io.sluice.status.RolloutCondition;
import java.lang.reflect.Field;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Edits the status of a Rollout as a generic tree, so that fields unknown to Sluice survive
 * (rollout-strategy 5).
 */
public final class RolloutStatusTree {
  /** The field of what is active, which outlasts every attempt. */
  public static final String ACTIVATION = "activation";

  /** The field of what receivers have not been told yet, which outlasts every attempt. */
  public static final String NOTIFICATIONS = "notifications";

  static final String CONDITIONS = "conditions";
  private static final int LONGEST_TEXT = 512;
  private static final List<String> FIELDS =
      Arrays.stream(RolloutStatus.class.getFields()).map(Field::getName).toList();

  private final Map<String, Object> tree;

  private RolloutStatusTree(Map<String, Object> tree) {
    this.tree = tree;
  }

  public static RolloutStatusTree of(Map<String, Object> former) {
    return new RolloutStatusTree(new LinkedHashMap<>(former));
  }

  public Map<String, Object> tree() {
    return Collections.unmodifiableMap(tree);
  }

  /** Returns the status as it is in the tree. */
  public RolloutStatus read() {
    return HubObjects.fromTree(tree, RolloutStatus.class);
  }

  /** Sets these fields to their values in the given status; a field without a value is removed. */
  public RolloutStatusTree set(RolloutStatus status, List<String> fields) {
    Map<String, Object> values = HubObjects.toTree(status);
    for (String field : fields) {
      if (values.get(field) == null) {
        tree.remove(field);
      } else {
        tree.put(field, values.get(field));
      }
    }
    return this;
  }

  /** Sets every field that {@link RolloutStatus} has, apart from these. */
  RolloutStatusTree setAllBut(List<String> kept, RolloutStatus status) {
    return set(status, FIELDS.stream().filter(field -> !kept.contains(field)).toList());
  }

  /** Sets what is active; empty if no edit waits. */
  public RolloutStatusTree activation(Map<String, Object> activation) {
    if (activation.isEmpty()) {
      tree.remove(ACTIVATION);
    } else {
      tree.put(ACTIVATION, activation);
    }
    return this;
  }

  /** Sets a condition; its time changes only when its status does. */
  public RolloutStatusTree condition(
      String type, boolean holds, String reason, String message, long generation, Instant now) {
    String status = holds ? "True" : "False";
    Map<String, Object> next = new TreeMap<>();
    next.put("type", type);
    next.put("status", status);
    next.put("reason", reason);
    next.put("message", message);
    next.put("observedGeneration", generation);
    next.put("lastTransitionTime", seconds(now));
    List<Object> conditions = new ArrayList<>();
    boolean found = false;
    for (Map<String, Object> former : JsonTree.maps(tree, CONDITIONS)) {
      if (!type.equals(former.get("type"))) {
        conditions.add(former);
        continue;
      }
      if (status.equals(former.get("status")) && former.get("lastTransitionTime") != null) {
        next.put("lastTransitionTime", former.get("lastTransitionTime"));
      }
      conditions.add(next);
      found = true;
    }
    if (!found) {
      conditions.add(next);
    }
    tree.put(CONDITIONS, conditions);
    return this;
  }

  /** Sets a condition; an absent one is removed. */
  public RolloutStatusTree set(
      String type, Optional<RolloutCondition> judged, long generation, Instant now) {
    return judged
        .map(
            condition ->
                condition(
                    type,
                    condition.holds(),
                    condition.reason(),
                    condition.message(),
                    generation,
                    now))
        .orElseGet(() -> withoutCondition(type));
  }

  public Optional<Condition> condition(String type) {
    return JsonTree.maps(tree, CONDITIONS).stream()
        .filter(condition -> type.equals(condition.get("type")))
        .map(condition -> HubObjects.fromTree(condition, Condition.class))
        .findFirst();
  }

  RolloutStatusTree withoutCondition(String type) {
    List<Map<String, Object>> kept =
        JsonTree.maps(tree, CONDITIONS).stream().filter(c -> !type.equals(c.get("type"))).toList();
    if (kept.isEmpty()) {
      tree.remove(CONDITIONS);
    } else {
      tree.put(CONDITIONS, kept);
    }
    return this;
  }

  /** Formats an instant as statuses carry it: in UTC, with whole seconds. */
  static String seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** Cuts a text to the most characters that a status may carry in one field. */
  public static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }

  public static Map<String, Object> status(GenericKubernetesResource object) {
    return HubObjects.part(object, "status");
  }

  /** Whether a run of an attempt writes the status. */
  public static boolean open(GenericKubernetesResource object) {
    return Boolean.TRUE.equals(status(object).get("runOpen"));
  }

  /** Whether no run writes the status, and it shows how the last attempt ended. */
  public static boolean ended(GenericKubernetesResource object) {
    return !open(object) && status(object).get("outcome") != null;
  }

  /** Whether the cluster is listed as one that needs attention; the status is not parsed whole. */
  public static boolean lists(GenericKubernetesResource object, String cluster) {
    return JsonTree.maps(status(object), "exceptions").stream()
        .anyMatch(issue -> cluster.equals(issue.get("cluster")));
  }

  /**
   * Returns the groups of which no cluster was started, as far as they are listed; the status is
   * not parsed whole.
   */
  public static Set<GroupKey> untouched(GenericKubernetesResource object) {
    return JsonTree.maps(status(object), "decisionGroups").stream()
        .filter(group -> untouched(JsonTree.map(group, "counts")))
        .map(
            group ->
                new GroupKey(
                    JsonTree.text(group, "placement").orElse(""),
                    JsonTree.text(group, "groupName").orElse(""),
                    (int) JsonTree.number(group, "groupIndex")))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static boolean untouched(Map<String, Object> counts) {
    return JsonTree.number(counts, "toApply") == JsonTree.number(counts, "clusters");
  }
}

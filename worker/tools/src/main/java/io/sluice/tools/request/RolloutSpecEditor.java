package io.sluice.tools.request;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutApprovalRecord;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the JSON merge patch that turns the spec of a Rollout into another one.
 *
 * <p>It has the fields alone that differ, so fields unknown to Sluice survive, as do those inside
 * of a field. A merge patch replaces lists as a whole: their entries get what is unknown again.
 */
final class RolloutSpecEditor {
  /** What entries of lists go by that requests write, as the CRD says. */
  private static final Map<String, String> KEYS =
      Map.of(
          "skippedClusters",
          RolloutSpec.SkippedCluster.KEY,
          "decisionGroups",
          RolloutSpec.GroupApproval.KEY,
          "approvals",
          RolloutApprovalRecord.KEY);

  private RolloutSpecEditor() {}

  /**
   * Returns the patch, in which null removes a field.
   *
   * @param stored the spec as it is on the hub
   * @param wanted what it is to be; lists that are empty are removed
   */
  static Map<String, Object> patch(Map<String, Object> stored, RolloutSpec wanted) {
    return patch(
        stored, HubObjects.toTree(RolloutSpecReader.of(stored)), HubObjects.toTree(wanted));
  }

  /**
   * Returns the patch of one object.
   *
   * @param former what Sluice knows of it
   */
  private static Map<String, Object> patch(
      Map<String, Object> stored, Map<String, Object> former, Map<String, Object> wanted) {
    Map<String, Object> patch = new LinkedHashMap<>();
    Stream.concat(wanted.keySet().stream(), former.keySet().stream())
        .distinct()
        .filter(field -> !Objects.equals(former.get(field), wanted.get(field)))
        .forEach(field -> patch.put(field, value(field, stored, former, wanted)));
    return patch;
  }

  private static Object value(
      String field,
      Map<String, Object> stored,
      Map<String, Object> former,
      Map<String, Object> wanted) {
    Object next = wanted.get(field);
    if (next instanceof Map) {
      return patch(
          JsonTree.map(stored, field), JsonTree.map(former, field), JsonTree.map(wanted, field));
    }
    return next instanceof Collection ? entries(field, stored, former, wanted) : next;
  }

  private static List<Map<String, Object>> entries(
      String field,
      Map<String, Object> stored,
      Map<String, Object> former,
      Map<String, Object> wanted) {
    List<Map<String, Object>> storedLeft = new ArrayList<>(JsonTree.maps(stored, field));
    List<Map<String, Object>> formerLeft = new ArrayList<>(JsonTree.maps(former, field));
    List<Map<String, Object>> entries = new ArrayList<>();
    String key = KEYS.getOrDefault(field, "");
    for (Map<String, Object> entry : JsonTree.maps(wanted, field)) {
      entries.add(merged(taken(key, entry, storedLeft), taken(key, entry, formerLeft), entry));
    }
    return entries;
  }

  /** Takes the entry of the same key out of the list; without a field if there is none. */
  private static Map<String, Object> taken(
      String key, Map<String, Object> entry, List<Map<String, Object>> left) {
    Optional<Map<String, Object>> found =
        left.stream().filter(other -> Objects.equals(other.get(key), entry.get(key))).findFirst();
    found.ifPresent(left::remove);
    return found.orElse(Map.of());
  }

  /** Returns an entry as a whole: what is wanted of it, and what Sluice does not know. */
  private static Map<String, Object> merged(
      Map<String, Object> stored, Map<String, Object> former, Map<String, Object> wanted) {
    Map<String, Object> next = new LinkedHashMap<>(stored);
    former.keySet().stream().filter(field -> !wanted.containsKey(field)).forEach(next::remove);
    wanted.forEach(
        (field, value) -> {
          if (!Objects.equals(former.get(field), value)) {
            next.put(
                field,
                value instanceof Collection ? entries(field, stored, former, wanted) : value);
          }
        });
    return next;
  }
}

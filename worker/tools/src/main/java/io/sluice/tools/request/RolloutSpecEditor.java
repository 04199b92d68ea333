package io.sluice.tools.request;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes the JSON merge patch that turns the spec of a Rollout into another one.
 *
 * <p>It has the fields alone that differ, so fields unknown to Sluice survive, as do those inside
 * of a field. A merge patch replaces lists as a whole: their entries get what is unknown again.
 */
final class RolloutSpecEditor {
  /** What entries of the one list go by that requests write, as the CRD says. */
  private static final String KEY = RolloutSpec.SkippedCluster.KEY;

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
    return next instanceof Collection
        ? entries(JsonTree.maps(stored, field), JsonTree.maps(wanted, field))
        : next;
  }

  private static List<Map<String, Object>> entries(
      List<Map<String, Object>> stored, List<Map<String, Object>> wanted) {
    List<Map<String, Object>> left = new ArrayList<>(stored);
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Map<String, Object> entry : wanted) {
      Map<String, Object> next = new LinkedHashMap<>();
      left.stream()
          .filter(former -> Objects.equals(former.get(KEY), entry.get(KEY)))
          .findFirst()
          .ifPresent(
              former -> {
                left.remove(former);
                next.putAll(former);
              });
      next.putAll(entry);
      entries.add(next);
    }
    return entries;
  }
}

package io.sluice.tools.request;

import io.sluice.hub.client.LastApplied;
import io.sluice.policy.JsonTree;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Checks whether a request lasts: an apply of a manifest writes the fields that the manifest has as
 * they stand there, and leaves those that it never had.
 */
final class OverwriteCheck {
  private OverwriteCheck() {}

  /** Says which fields the next apply of the object's manifest takes back; empty if none. */
  static Optional<String> of(RequestContext context, Map<String, Object> patch) {
    TreeSet<String> fields = new TreeSet<>();
    LastApplied.of(context.object())
        .ifPresent(manifest -> compare("spec", JsonTree.map(manifest, "spec"), patch, fields));
    return fields.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Rollout %s is applied from a manifest that has %s: the next apply of it, or sync of Argo CD, takes this back. Change the manifest, too."
                .formatted(context.rolloutName(), String.join(" and ", fields)));
  }

  private static void compare(
      String path,
      Map<String, Object> manifest,
      Map<String, Object> patch,
      TreeSet<String> fields) {
    Map<String, Object> both = new LinkedHashMap<>(patch);
    both.keySet().retainAll(manifest.keySet());
    both.forEach(
        (field, value) -> {
          Object applied = manifest.get(field);
          if (applied instanceof Map && value instanceof Map) {
            compare(path + "." + field, JsonTree.map(applied), JsonTree.map(value), fields);
          } else if (!Objects.equals(applied, value)) {
            fields.add(path + "." + field);
          }
        });
  }
}

package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.policy.JsonTree;
import io.sluice.template.LazyFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the intent whose rollout succeeded last, as {@code Rollout.status.lastSuccessful} stores it
 * (lazy-activation 1, 3). Its content is kept by Works alone.
 *
 * @param revision of content and targeting
 * @param manifest identifies the content in Works
 * @param snapshot the lazy fields
 */
public record SettledIntent(String revision, String manifest, Map<String, Object> snapshot) {
  private static final String REVISION = "revision";
  private static final String MANIFEST = "manifest";
  private static final String SPEC = "spec";

  public SettledIntent {
    requireNonNull(revision, "revision is null");
    requireNonNull(manifest, "manifest is null");
    requireNonNull(snapshot, "snapshot is null");
  }

  /** Returns what a binding has active; empty where its content cannot be recognised in Works. */
  public static Optional<SettledIntent> of(BindingState binding) {
    Optional<ActiveIntent> active = binding.record().flatMap(ActivationRecord::active);
    return active
        .flatMap(ActiveIntent::manifest)
        .flatMap(
            manifest ->
                binding
                    .snapshot()
                    .map(fields -> new SettledIntent(active.get().revision(), manifest, fields)));
  }

  /** Returns whether its placement selects a cluster, which then had its content to this day. */
  public boolean selects(String cluster, Map<String, String> labels) {
    return ClusterAffinity.of(JsonTree.map(snapshot, LazyFields.PLACEMENT))
        .selects(cluster, labels);
  }

  /** Returns the tree that the status holds. */
  public Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put(REVISION, revision);
    tree.put(MANIFEST, manifest);
    tree.put(SPEC, LazyFields.inSpec(snapshot));
    tree.put("targeting", LazyFields.besideSpec(snapshot));
    return tree;
  }

  /** Parses the tree; empty when it holds no intent. */
  public static Optional<SettledIntent> parse(Map<String, Object> tree) {
    return JsonTree.text(tree, REVISION)
        .flatMap(
            revision ->
                JsonTree.text(tree, MANIFEST)
                    .flatMap(
                        manifest ->
                            LazyFields.ofBinding(
                                    JsonTree.map(tree, SPEC), JsonTree.map(tree, "targeting"))
                                .map(fields -> new SettledIntent(revision, manifest, fields))));
  }
}

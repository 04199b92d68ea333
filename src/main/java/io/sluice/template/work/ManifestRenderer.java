package io.sluice.template.work;

import io.sluice.activation.UserView;
import io.sluice.fleet.ByteOrder;
import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Renders the manifest that a cluster gets of a template (lazy-activation 2.9).
 *
 * <p>A change of claim leaves it as it is, so that no Work is written for one.
 */
public final class ManifestRenderer {
  private static final int DIGITS = 16;
  private static final List<String> NOT_FOR_MEMBERS =
      List.of(
          "managedFields",
          "resourceVersion",
          "generation",
          "uid",
          "creationTimestamp",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "ownerReferences",
          "finalizers");
  private static final Set<String> CLAIM =
      Set.of(
          KarmadaKeys.POLICY_ID,
          KarmadaKeys.POLICY_NAMESPACE,
          KarmadaKeys.POLICY_NAME,
          KarmadaKeys.CLUSTER_POLICY_ID,
          KarmadaKeys.CLUSTER_POLICY_NAME);

  /** What says where a manifest comes from, and is never a reason to write it. */
  private static final Set<String> ORIGIN =
      Set.of(
          KarmadaKeys.WORK_NAME,
          KarmadaKeys.WORK_NAMESPACE,
          KarmadaKeys.TEMPLATE_UID,
          KarmadaKeys.TEMPLATE_GENERATION,
          KarmadaKeys.MANAGED_LABELS,
          KarmadaKeys.MANAGED_ANNOTATIONS);

  private ManifestRenderer() {}

  /** Renders what all clusters get alike. */
  public static Map<String, Object> render(Map<String, Object> template) {
    Map<String, Object> manifest = new LinkedHashMap<>(template);
    manifest.remove("status");
    Map<String, Object> metadata = JsonTree.map(template, "metadata");
    NOT_FOR_MEMBERS.forEach(metadata::remove);
    Map<String, Object> labels = ofUser(metadata, "labels");
    labels.put(KarmadaKeys.MANAGED, "true");
    metadata.put("labels", labels);
    metadata.put("annotations", ofUser(metadata, "annotations"));
    manifest.put("metadata", metadata);
    return AllocatedFields.removed(manifest);
  }

  private static Map<String, Object> ofUser(Map<String, Object> metadata, String field) {
    Map<String, Object> kept = new TreeMap<>(ByteOrder.NAMES);
    JsonTree.map(metadata, field)
        .forEach(
            (key, value) -> {
              if (value != null && !CLAIM.contains(key) && !key.startsWith("sluice.io/")) {
                kept.put(key, value);
              }
            });
    return kept;
  }

  /**
   * Returns the manifest with what Karmada's executor looks for, but for the namespace of its Work,
   * which {@link WorkSpec#in} adds.
   */
  static Map<String, Object> addressed(
      Map<String, Object> manifest,
      Map<String, Object> template,
      String workName,
      String conflictResolution) {
    Map<String, Object> source = JsonTree.map(template, "metadata");
    Map<String, Object> addressed = new LinkedHashMap<>(manifest);
    Map<String, Object> metadata = JsonTree.map(manifest, "metadata");
    Map<String, Object> annotations = JsonTree.map(metadata, "annotations");
    annotations.put(KarmadaKeys.WORK_NAME, workName);
    annotations.remove(KarmadaKeys.WORK_NAMESPACE);
    annotations.put(KarmadaKeys.TEMPLATE_UID, JsonTree.text(source, "uid").orElse(""));
    annotations.put(
        KarmadaKeys.TEMPLATE_GENERATION, Long.toString(JsonTree.number(source, "generation")));
    annotations.put(KarmadaKeys.CONFLICT_RESOLUTION, conflictResolution);
    annotations.put(KarmadaKeys.MANAGED_LABELS, keys(JsonTree.map(metadata, "labels"), Set.of()));
    annotations.put(
        KarmadaKeys.MANAGED_ANNOTATIONS,
        keys(
            annotations,
            Set.of(
                KarmadaKeys.WORK_NAMESPACE,
                KarmadaKeys.MANAGED_LABELS,
                KarmadaKeys.MANAGED_ANNOTATIONS)));
    metadata.put("annotations", annotations);
    addressed.put("metadata", metadata);
    return addressed;
  }

  private static String keys(Map<String, Object> entries, Set<String> more) {
    TreeSet<String> keys = new TreeSet<>(ByteOrder.NAMES);
    keys.addAll(entries.keySet());
    keys.addAll(more);
    return String.join(",", keys);
  }

  /** Returns a manifest without what only says where it comes from. */
  static Map<String, Object> withoutOrigin(Map<String, Object> manifest) {
    Map<String, Object> stripped = new LinkedHashMap<>(manifest);
    Map<String, Object> metadata = JsonTree.map(manifest, "metadata");
    Map<String, Object> annotations = JsonTree.map(metadata, "annotations");
    annotations.keySet().removeAll(ORIGIN);
    annotations.remove(KarmadaKeys.CONFLICT_RESOLUTION);
    metadata.put("annotations", annotations);
    stripped.put("metadata", metadata);
    return stripped;
  }

  /** Identifies what the user owns of a manifest. */
  public static String identity(UserView view, Map<String, Object> manifest) {
    return Hashes.ofVerbatim(view.of(withoutOrigin(manifest)), DIGITS);
  }
}

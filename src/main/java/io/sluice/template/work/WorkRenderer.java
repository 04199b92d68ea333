package io.sluice.template.work;

import io.sluice.policy.Hashes;
import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Renders the Work of a cluster from a manifest, and names its version (lazy-activation 2.9). */
public final class WorkRenderer {
  private static final String PRESERVE = "preserveResourcesOnDeletion";
  private static final String SUSPEND = "suspendDispatching";
  private static final int DIGITS = 12;

  private final BindingState binding;
  private final String permanentId;
  private final Map<String, Object> template;

  /** What was rendered so far: any number of clusters get the same. */
  private final List<Rendered> rendered = new CopyOnWriteArrayList<>();

  /** A version, and what it was made of. */
  private record Rendered(
      Map<String, Object> manifest, WorkOptions options, boolean suspended, WorkVersion version) {
    boolean of(Map<String, Object> given, WorkOptions others, boolean waits) {
      return manifest == given && suspended == waits && options.equals(others);
    }
  }

  /**
   * Renders Works of one binding.
   *
   * @param template the live object, which says where the manifest comes from
   */
  public WorkRenderer(BindingState binding, String permanentId, Map<String, Object> template) {
    this.binding = binding;
    this.permanentId = permanentId;
    this.template = template;
  }

  /**
   * Renders.
   *
   * @param manifest what all clusters get alike
   * @param options of the active snapshot and of the workloads that need it
   */
  public DesiredWork render(String cluster, Map<String, Object> manifest, WorkOptions options) {
    return new DesiredWork(cluster, version(manifest, options, options.suspended(cluster)));
  }

  private WorkVersion version(
      Map<String, Object> manifest, WorkOptions options, boolean suspended) {
    for (Rendered known : rendered) {
      if (known.of(manifest, options, suspended)) {
        return known.version();
      }
    }
    WorkVersion version = renderVersion(manifest, options, suspended);
    rendered.add(new Rendered(manifest, options, suspended, version));
    return version;
  }

  private WorkVersion renderVersion(
      Map<String, Object> manifest, WorkOptions options, boolean suspended) {
    String name = WorkName.of(binding.resource());
    String conflict = options.conflictResolution().toLowerCase(Locale.ROOT);
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put(
        "workload",
        Map.of(
            "manifests", List.of(ManifestRenderer.addressed(manifest, template, name, conflict))));
    if (suspended) {
      spec.put(SUSPEND, true);
    }
    if (options.preserve()) {
      spec.put(PRESERVE, true);
    }
    String revision = revision(spec, conflict);
    Map<String, String> annotations = new LinkedHashMap<>();
    if (binding.namespace().isEmpty()) {
      annotations.put(KarmadaKeys.CLUSTER_BINDING_NAME, binding.name());
    } else {
      annotations.put(KarmadaKeys.BINDING_NAMESPACE, binding.namespace());
      annotations.put(KarmadaKeys.BINDING_NAME, binding.name());
    }
    annotations.put(KarmadaKeys.CONFLICT_RESOLUTION, conflict);
    annotations.put(KarmadaKeys.REVISION, revision);
    return new WorkVersion(
        name,
        Map.of(BindingState.idLabel(binding.namespace()), permanentId),
        annotations,
        new WorkSpec(spec),
        revision);
  }

  /** Returns the version of what a Work holds, whatever it says of itself. */
  public static String revision(Map<String, Object> spec, Map<String, String> annotations) {
    return revision(spec, annotations.getOrDefault(KarmadaKeys.CONFLICT_RESOLUTION, ""));
  }

  private static String revision(Map<String, Object> spec, String conflict) {
    return Hashes.ofVerbatim(
        List.of(
            ManifestRenderer.withoutOrigin(manifest(spec)),
            JsonTree.text(
                    JsonTree.map(JsonTree.map(manifest(spec), "metadata"), "annotations"),
                    KarmadaKeys.CONFLICT_RESOLUTION)
                .orElse(""),
            conflict,
            Boolean.TRUE.equals(spec.get(PRESERVE)),
            Boolean.TRUE.equals(spec.get(SUSPEND))),
        DIGITS);
  }

  /** Returns the manifest in a Work. */
  public static Map<String, Object> manifest(Map<String, Object> spec) {
    List<Map<String, Object>> manifests =
        JsonTree.maps(JsonTree.map(spec, "workload"), "manifests");
    return manifests.isEmpty() ? Map.of() : manifests.get(0);
  }
}

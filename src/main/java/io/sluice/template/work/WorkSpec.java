package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import io.sluice.template.KarmadaKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the spec of the Works of one version: the same on all clusters but for the namespace that
 * the manifest names (lazy-activation 2.9).
 *
 * @param shared without that namespace; nobody changes it
 */
public record WorkSpec(Map<String, Object> shared) {
  private static final String WORKLOAD = "workload";
  private static final String MANIFESTS = "manifests";
  private static final String METADATA = "metadata";
  private static final String ANNOTATIONS = "annotations";

  public WorkSpec {
    requireNonNull(shared, "shared is null");
  }

  /** Returns the whole spec of the Work in that namespace. */
  public Map<String, Object> in(String namespace) {
    Map<String, Object> spec = new LinkedHashMap<>(shared);
    Map<String, Object> workload = JsonTree.map(shared, WORKLOAD);
    List<Object> manifests = new ArrayList<>(JsonTree.list(workload, MANIFESTS));
    Map<String, Object> manifest = JsonTree.map(manifests.get(0));
    Map<String, Object> metadata = JsonTree.map(manifest, METADATA);
    Map<String, Object> annotations = JsonTree.map(metadata, ANNOTATIONS);
    annotations.put(KarmadaKeys.WORK_NAMESPACE, namespace);
    metadata.put(ANNOTATIONS, annotations);
    manifest.put(METADATA, metadata);
    manifests.set(0, manifest);
    workload.put(MANIFESTS, manifests);
    spec.put(WORKLOAD, workload);
    return spec;
  }
}

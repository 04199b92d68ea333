package io.sluice.template.work;

import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes what the hub's API server has allocated for itself: a member would refuse the addresses
 * of a Service of another cluster, and the selector of a Job of another uid.
 */
final class AllocatedFields {
  private static final List<String> JOB_LABELS =
      List.of(
          "controller-uid",
          "job-name",
          "batch.kubernetes.io/controller-uid",
          "batch.kubernetes.io/job-name");

  private AllocatedFields() {}

  /** Returns the manifest without them. */
  static Map<String, Object> removed(Map<String, Object> manifest) {
    ResourceId id = ResourceId.of(manifest);
    Map<String, Object> spec = JsonTree.map(manifest, "spec");
    if (id.group().isEmpty() && id.kind().equals("Service")) {
      if ("None".equals(spec.get("clusterIP"))) {
        return manifest;
      }
      spec.remove("clusterIP");
      spec.remove("clusterIPs");
    } else if (id.group().equals("batch") && id.kind().equals("Job")) {
      if (Boolean.TRUE.equals(spec.get("manualSelector"))) {
        return manifest;
      }
      spec.remove("selector");
      spec.put("template", withoutJobLabels(JsonTree.map(spec, "template")));
    } else {
      return manifest;
    }
    Map<String, Object> kept = new LinkedHashMap<>(manifest);
    kept.put("spec", spec);
    return kept;
  }

  private static Map<String, Object> withoutJobLabels(Map<String, Object> template) {
    Map<String, Object> metadata = JsonTree.map(template, "metadata");
    Map<String, Object> labels = JsonTree.map(metadata, "labels");
    if (labels.keySet().removeAll(JOB_LABELS)) {
      metadata.put("labels", labels);
      template.put("metadata", metadata);
    }
    return template;
  }
}

package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;

import io.sluice.template.KarmadaKeys;
import io.sluice.template.work.WorkRenderer;
import io.sluice.template.work.WorkSpec;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds what the Works of a template have in common in a cache: the spec but for the namespace that
 * its manifest names. Its version is computed once for all of them.
 */
public final class WorkContent {
  private final WorkSpec spec;
  private final boolean addressed;
  private final String conflictResolution;

  /** Empty until it is asked for. */
  private volatile String revision = "";

  /**
   * Holds a spec.
   *
   * @param addressed whether the manifest names the namespace of its Work, which is left out here
   * @param conflictResolution what the Work itself says of it, which is a part of its version
   */
  public WorkContent(WorkSpec spec, boolean addressed, String conflictResolution) {
    this.spec = requireNonNull(spec, "spec is null");
    this.addressed = addressed;
    this.conflictResolution = requireNonNull(conflictResolution, "conflictResolution is null");
  }

  /** Returns the version of what the cluster of each of these Works has. */
  public String revision() {
    if (revision.isEmpty()) {
      revision =
          WorkRenderer.revision(
              spec.shared(), Map.of(KarmadaKeys.CONFLICT_RESOLUTION, conflictResolution));
    }
    return revision;
  }

  /** Returns the whole spec of the Work in that namespace. */
  Map<String, Object> spec(String namespace) {
    return addressed ? spec.in(namespace) : new LinkedHashMap<>(spec.shared());
  }
}

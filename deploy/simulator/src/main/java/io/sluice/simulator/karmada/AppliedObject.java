package io.sluice.simulator.karmada;

import java.time.Instant;
import java.util.Map;

/**
 * Holds an object on a member.
 *
 * @param work generation of the Work of which it was applied last
 * @param generation counts the changes of its spec on the member
 * @param changed when its content changed last
 */
record AppliedObject(Map<String, Object> manifest, long work, long generation, Instant changed) {

  static AppliedObject created(ExecutedWork work, Instant now) {
    return new AppliedObject(work.manifest(), work.generation(), 1, now);
  }

  /** Returns what it is once a later version of the Work was applied. */
  AppliedObject updated(ExecutedWork later, Instant now) {
    if (manifest.equals(later.manifest())) {
      return new AppliedObject(manifest, later.generation(), generation, changed);
    }
    boolean same =
        Map.of("spec", manifest.getOrDefault("spec", ""))
            .equals(Map.of("spec", later.manifest().getOrDefault("spec", "")));
    return new AppliedObject(
        later.manifest(), later.generation(), same ? generation : generation + 1, now);
  }
}

package io.sluice.hub.status;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.rollout.Intent;
import java.time.Instant;
import java.util.Optional;

/**
 * Parses the spec of a Rollout object: approvals, pause, abort and skipped clusters
 * (rollout-strategy 5).
 */
public final class IntentParser {
  private IntentParser() {}

  /** Parses the spec of the object, and finds who had written its fields by now. */
  public static Intent of(GenericKubernetesResource rollout, Instant now) {
    return of(rollout, RolloutSpecReader.of(rollout), now);
  }

  /** Does the same for a spec that was read before. */
  public static Intent of(GenericKubernetesResource rollout, RolloutSpec spec, Instant now) {
    return of(spec, FieldManagers.of(rollout, now), HubObjects.generation(rollout));
  }

  /**
   * Parses a spec.
   *
   * @param managers who wrote its fields
   * @param generation of the object
   */
  static Intent of(RolloutSpec spec, FieldManagers managers, long generation) {
    Optional<FieldWrite> ungrouped = write(Optional.empty(), spec, managers);
    return new Intent(
        spec.namedGroups().stream().map(name -> approval(name, spec, managers)).toList(),
        spec.approves(Optional.empty()),
        ungrouped.map(FieldWrite::manager),
        ungrouped.flatMap(FieldWrite::at),
        Optional.ofNullable(spec.approvalsForVersion),
        Boolean.TRUE.equals(spec.paused),
        generation,
        Optional.ofNullable(spec.abortRollout)
            .map(RolloutSpec.AbortRollout::rolloutUID)
            .map(uid -> abort(uid, managers)),
        spec.skippedClusters.stream().map(entry -> skipped(entry, managers)).toList(),
        managers.ofPause().filter(manager -> Boolean.TRUE.equals(spec.paused)));
  }

  private static Intent.RequestedAbort abort(String uid, FieldManagers managers) {
    return new Intent.RequestedAbort(uid, managers.ofAbort().map(FieldWrite::manager));
  }

  private static Intent.SkippedCluster skipped(
      RolloutSpec.SkippedCluster entry, FieldManagers managers) {
    String cluster = requireNonNullElse(entry.clusterName(), "");
    return new Intent.SkippedCluster(
        cluster, entry.rolloutUID(), managers.ofSkipped(cluster).map(FieldWrite::manager));
  }

  private static Intent.GroupApproval approval(
      String name, RolloutSpec spec, FieldManagers managers) {
    Optional<FieldWrite> write = write(Optional.of(name), spec, managers);
    return new Intent.GroupApproval(
        name,
        spec.approves(Optional.of(name)),
        write.map(FieldWrite::manager),
        write.flatMap(FieldWrite::at));
  }

  /** Returns who wrote the field that counts. */
  private static Optional<FieldWrite> write(
      Optional<String> group, RolloutSpec spec, FieldManagers managers) {
    String key = group.orElse(Intent.UNGROUPED);
    if (spec.approvals.containsKey(key)) {
      return managers.ofApproval(key);
    }
    return group.map(managers::ofGroup).orElseGet(managers::ofUngrouped);
  }
}

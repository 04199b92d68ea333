package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.sluice.check.CheckOverride;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.WriteDater;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.policy.JsonTree;
import io.sluice.schedule.ScheduleTimes.Ignored;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the client that wrote a field of an object last, in its managed fields.
 *
 * <p>Whoever may update an object may write its managed fields, too. What no API server records is
 * nobody's write: one that is yet to come, and a field that is not listed itself
 * (policy-propagation 16b).
 */
public final class FieldManagers {
  private static final Comparator<ManagedFieldsEntry> BY_TIME =
      Comparator.comparing(ManagedFieldsEntry::getTime, Comparator.nullsFirst(String::compareTo));

  private final List<ManagedFieldsEntry> entries;
  private final Instant now;

  private FieldManagers(List<ManagedFieldsEntry> entries, Instant now) {
    this.entries = entries;
    this.now = now;
  }

  public static FieldManagers of(GenericKubernetesResource object, Instant now) {
    return new FieldManagers(
        Objects.requireNonNullElse(object.getMetadata().getManagedFields(), List.of()), now);
  }

  /** For an object that was not read from an API server. */
  public static FieldManagers unknown() {
    return new FieldManagers(List.of(), Instant.EPOCH);
  }

  /** Returns who wrote {@code spec.approvals[key].rolloutApproved}. */
  Optional<FieldWrite> ofApproval(String key) {
    return of(List.of("f:spec", "f:approvals", "f:" + key, "f:rolloutApproved"));
  }

  /** Returns who wrote {@code spec.decisionGroups[groupName].rolloutApproved}. */
  Optional<FieldWrite> ofGroup(String groupName) {
    String entry = "k:" + HubObjects.json(Map.of(RolloutSpec.GroupApproval.KEY, groupName));
    return of(List.of("f:spec", "f:decisionGroups", entry, "f:rolloutApproved"));
  }

  /** Returns who wrote {@code spec.ungrouped.rolloutApproved}. */
  Optional<FieldWrite> ofUngrouped() {
    return of(List.of("f:spec", "f:ungrouped", "f:rolloutApproved"));
  }

  /** Returns the manager of {@code spec.paused}. */
  public Optional<String> ofPause() {
    return of(List.of("f:spec", "f:paused")).map(FieldWrite::manager);
  }

  /** Returns who wrote {@code spec.abortRollout.rolloutUID}. */
  Optional<FieldWrite> ofAbort() {
    return of(List.of("f:spec", "f:abortRollout", "f:rolloutUID"));
  }

  /** Returns the same with who wrote {@code spec.schedule.ignore.rolloutUID}, and when. */
  public Ignored signed(Ignored asked) {
    Optional<FieldWrite> write = of(List.of("f:spec", "f:schedule", "f:ignore", "f:rolloutUID"));
    return new Ignored(
        asked.rolloutUid(),
        write.map(FieldWrite::manager),
        write.flatMap(FieldWrite::at),
        asked.reason());
  }

  /** Returns the same with who wrote {@code spec.checks[name].overrides[group, rolloutUID]}. */
  public CheckOverride signed(String check, CheckOverride asked) {
    String entry =
        "k:"
            + HubObjects.json(
                new TreeMap<>(Map.of("group", asked.group(), "rolloutUID", asked.rolloutUid())));
    return asked.by(
        of(List.of(
                "f:spec",
                "f:checks",
                "k:" + HubObjects.json(Map.of("name", check)),
                "f:overrides",
                entry,
                "f:rolloutUID"))
            .map(FieldWrite::manager));
  }

  /** Returns who wrote {@code spec.skippedClusters[clusterName].rolloutUID}. */
  Optional<FieldWrite> ofSkipped(String clusterName) {
    String entry = "k:" + HubObjects.json(Map.of(RolloutSpec.SkippedCluster.KEY, clusterName));
    return of(List.of("f:spec", "f:skippedClusters", entry, "f:rolloutUID"));
  }

  /** Returns when the label was set; empty where the server did not note it. */
  public Optional<Instant> ofLabel(String label) {
    return of(List.of("f:metadata", "f:labels", "f:" + label)).flatMap(FieldWrite::at);
  }

  /**
   * Managers that applied the same value share a field; the latest counts. If that one is dated in
   * the future, it is not known who was the last.
   */
  private Optional<FieldWrite> of(List<String> path) {
    return entries.stream()
        .filter(entry -> entry.getManager() != null && owns(entry.getFieldsV1(), path))
        .max(BY_TIME)
        .map(
            entry ->
                new FieldWrite(
                    entry.getManager(), Optional.ofNullable(entry.getTime()).map(Instant::parse)))
        .filter(write -> write.at().filter(at -> !WriteDater.past(at, now)).isEmpty());
  }

  /** What is listed without anything below it is owned itself, and nothing below it. */
  private static boolean owns(FieldsV1 fields, List<String> path) {
    Map<String, Object> node = fields == null ? Map.of() : fields.getAdditionalProperties();
    for (String step : path) {
      if (!node.containsKey(step)) {
        return false;
      }
      node = JsonTree.map(node, step);
    }
    return true;
  }
}

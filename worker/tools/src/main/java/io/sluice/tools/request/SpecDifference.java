package io.sluice.tools.request;

import static java.util.stream.Collectors.joining;

import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Formats what differs between two specs of a Rollout. */
final class SpecDifference {
  private SpecDifference() {}

  /** Returns a line for each field that differs: {@code approvals, prod: rolloutApproved true}. */
  static List<String> lines(RolloutSpec before, RolloutSpec after) {
    List<String> lines = new ArrayList<>();
    approvals(lines, before.approvals, after.approvals);
    Optional<String> version = Optional.ofNullable(after.approvalsForVersion);
    Optional<String> former = Optional.ofNullable(before.approvalsForVersion);
    version
        .filter(name -> !former.equals(version))
        .ifPresent(
            name ->
                lines.add(
                    "approvalsForVersion: %s%s"
                        .formatted(name, former.map(other -> ", before " + other).orElse(""))));
    field(lines, "paused", before.paused, after.paused);
    field(lines, "abortRollout", before.abortRollout, after.abortRollout);
    field(lines, "retryRollout", before.retryRollout, after.retryRollout);
    skipped(lines, "%s", before.skippedClusters, after.skippedClusters);
    skipped(lines, "%s removed", after.skippedClusters, before.skippedClusters);
    return lines;
  }

  private static void field(List<String> lines, String name, Object before, Object after) {
    if (!Objects.equals(before, after)) {
      lines.add("%s: %s".formatted(name, written(after)));
    }
  }

  /** Formats records as {@code rolloutUID u1, failedOnly true}. */
  private static String written(Object value) {
    return value instanceof Record
        ? HubObjects.toTree(value).entrySet().stream()
            .map(field -> field.getKey() + " " + field.getValue())
            .collect(joining(", "))
        : String.valueOf(value);
  }

  private static void skipped(
      List<String> lines,
      String text,
      List<RolloutSpec.SkippedCluster> before,
      List<RolloutSpec.SkippedCluster> after) {
    after.stream()
        .filter(entry -> !before.contains(entry))
        .forEach(entry -> lines.add("skippedClusters: " + text.formatted(entry.clusterName())));
  }

  private static void approvals(
      List<String> lines,
      Map<String, RolloutSpec.Approval> before,
      Map<String, RolloutSpec.Approval> after) {
    Set<String> keys = new LinkedHashSet<>(after.keySet());
    keys.addAll(before.keySet());
    keys.stream()
        .filter(key -> !Objects.equals(before.get(key), after.get(key)))
        .forEach(
            key ->
                field(
                    lines,
                    "approvals, " + key,
                    before.get(key),
                    after.containsKey(key) ? after.get(key) : "removed"));
  }
}

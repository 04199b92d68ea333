package io.sluice.tools.request;

import static java.util.stream.Collectors.joining;

import io.sluice.approval.ApprovalRecord;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.tools.approval.ApprovalRecords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Formats what differs between two specs of a Rollout. */
final class SpecDifference {
  private SpecDifference() {}

  /** Returns a line for each field that differs: {@code approvals, prod: rolloutApproved true}. */
  static List<String> lines(RolloutSpec before, RolloutSpec after) {
    List<String> lines = new ArrayList<>();
    approvals(lines, before.approvals, after.approvals);
    records(lines, before, after);
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

  private static void records(List<String> lines, RolloutSpec before, RolloutSpec after) {
    Stream.concat(
            after.listedGroups().stream().distinct().map(Optional::of),
            Stream.of(Optional.<String>empty()))
        .forEach(
            group -> {
              String field =
                  group
                      .map("decisionGroups, %s, approvals: "::formatted)
                      .orElse("ungrouped, approvals: ");
              List<ApprovalRecord> former = ApprovalRecords.of(before, group);
              ApprovalRecords.of(after, group).stream()
                  .filter(record -> !former.contains(record))
                  .forEach(record -> lines.add(field + written(record)));
            });
  }

  private static String written(ApprovalRecord record) {
    List<String> parts = new ArrayList<>();
    parts.add("by " + record.by());
    record.from().map("from "::concat).ifPresent(parts::add);
    record.version().map("for version "::concat).ifPresent(parts::add);
    record.content().map("for content "::concat).ifPresent(parts::add);
    record.rolloutUid().map("for rolloutUID "::concat).ifPresent(parts::add);
    return String.join(", ", parts);
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

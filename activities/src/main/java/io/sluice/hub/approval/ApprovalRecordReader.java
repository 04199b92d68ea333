package io.sluice.hub.approval;

import io.sluice.approval.ApprovalRecord;
import io.sluice.hub.crd.RolloutApprovalRecord;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.strategy.SettingNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads what people have recorded in the spec of a Rollout (between-waves Q1). */
public final class ApprovalRecordReader {
  private ApprovalRecordReader() {}

  /**
   * Holds a list of records.
   *
   * @param path where it stands, in messages
   * @param group empty: the ungrouped clusters
   */
  private record Place(String path, Optional<String> group, List<RolloutApprovalRecord> records) {}

  /** Returns those that have a person and a time, in the order of the spec. */
  public static List<ApprovalRecord> records(RolloutSpec spec) {
    return places(spec)
        .flatMap(
            place ->
                place.records().stream().flatMap(record -> read(place.group(), record).stream()))
        .toList();
  }

  /** Returns a sentence or two for each record that has no time. */
  static List<String> undated(RolloutSpec spec) {
    return places(spec).flatMap(ApprovalRecordReader::undated).toList();
  }

  private static Stream<String> undated(Place place) {
    return IntStream.range(0, place.records().size())
        .filter(i -> at(place.records().get(i)).isEmpty())
        .mapToObj(
            i ->
                "Rollout %s[%d].at is %s, which is no time, so that the approval counts for no rule. Approve again."
                    .formatted(place.path(), i, SettingNode.json(place.records().get(i).at())));
  }

  private static Stream<Place> places(RolloutSpec spec) {
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < spec.decisionGroups.size(); i++) {
      RolloutSpec.GroupApproval group = spec.decisionGroups.get(i);
      if (group.groupName() != null) {
        places.add(
            new Place(
                "spec.decisionGroups[%d].approvals".formatted(i),
                Optional.of(group.groupName()),
                group.approvals()));
      }
    }
    if (spec.ungrouped != null) {
      places.add(
          new Place("spec.ungrouped.approvals", Optional.empty(), spec.ungrouped.approvals()));
    }
    return places.stream();
  }

  private static Optional<ApprovalRecord> read(
      Optional<String> group, RolloutApprovalRecord record) {
    Optional<RolloutApprovalRecord.Target> target = Optional.ofNullable(record.target());
    return at(record)
        .filter(at -> record.by() != null)
        .map(
            at ->
                new ApprovalRecord(
                    group,
                    record.by(),
                    at,
                    target.map(RolloutApprovalRecord.Target::rolloutUID),
                    target.map(RolloutApprovalRecord.Target::version),
                    target.map(RolloutApprovalRecord.Target::content),
                    Optional.ofNullable(record.from()),
                    Optional.ofNullable(record.comment())));
  }

  private static Optional<Instant> at(RolloutApprovalRecord record) {
    return Optional.ofNullable(record.at()).flatMap(JsonTree::instant);
  }
}

package io.sluice.tools.approval;

import io.sluice.approval.ApprovalRecord;
import io.sluice.hub.approval.ApprovalRecordReader;
import io.sluice.hub.crd.RolloutApprovalRecord;
import io.sluice.hub.crd.RolloutApprovalRecord.Target;
import io.sluice.hub.crd.RolloutSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads and changes what people have recorded of groups in the spec of a Rollout. */
public final class ApprovalRecords {
  private ApprovalRecords() {}

  /**
   * Returns what is recorded of a group, without what says not who and when.
   *
   * @param group empty: the ungrouped clusters
   */
  public static List<ApprovalRecord> of(RolloutSpec spec, Optional<String> group) {
    return ApprovalRecordReader.records(spec).stream()
        .filter(record -> record.groupName().equals(group))
        .toList();
  }

  /** Returns who has recorded an approval of the group, readable or not. */
  public static List<String> people(RolloutSpec spec, Optional<String> group) {
    return stored(spec, group).stream()
        .map(RolloutApprovalRecord::by)
        .filter(Objects::nonNull)
        .toList();
  }

  private static List<RolloutApprovalRecord> stored(RolloutSpec spec, Optional<String> group) {
    return group.isEmpty()
        ? Stream.ofNullable(spec.ungrouped).flatMap(entry -> entry.approvals().stream()).toList()
        : spec.decisionGroups.stream()
            .filter(entry -> group.get().equals(entry.groupName()))
            .flatMap(entry -> entry.approvals().stream())
            .toList();
  }

  /** Adds a record to those of its group, in place of another one of the same person. */
  public static void put(RolloutSpec spec, ApprovalRecord record) {
    List<RolloutApprovalRecord> records = new ArrayList<>(stored(spec, record.groupName()));
    List<String> people = records.stream().map(RolloutApprovalRecord::by).toList();
    int place = people.indexOf(record.by());
    if (place < 0) {
      records.add(written(record));
    } else {
      records.set(place, written(record));
    }
    replace(spec, record.groupName(), records);
  }

  private static RolloutApprovalRecord written(ApprovalRecord record) {
    return new RolloutApprovalRecord(
        record.by(),
        record.at().toString(),
        new Target(
            record.rolloutUid().orElse(null),
            record.version().orElse(null),
            record.content().orElse(null)),
        record.from().orElse(null),
        record.comment().orElse(null));
  }

  /** Takes the record of a person away from those of a group. */
  public static void remove(RolloutSpec spec, Optional<String> group, String by) {
    replace(
        spec,
        group,
        stored(spec, group).stream().filter(record -> !by.equals(record.by())).toList());
  }

  private static void replace(
      RolloutSpec spec, Optional<String> group, List<RolloutApprovalRecord> records) {
    if (group.isEmpty()) {
      Boolean listed = spec.ungrouped == null ? null : spec.ungrouped.rolloutApproved();
      spec.ungrouped = new RolloutSpec.Ungrouped(listed, records);
      return;
    }
    List<RolloutSpec.GroupApproval> entries = new ArrayList<>(spec.decisionGroups);
    for (int i = 0; i < entries.size(); i++) {
      if (group.get().equals(entries.get(i).groupName())) {
        entries.set(
            i,
            new RolloutSpec.GroupApproval(group.get(), entries.get(i).rolloutApproved(), records));
        spec.decisionGroups = entries;
        return;
      }
    }
    entries.add(new RolloutSpec.GroupApproval(group.get(), null, records));
    spec.decisionGroups = entries;
  }
}

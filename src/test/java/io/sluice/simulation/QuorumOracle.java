package io.sluice.simulation;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Counts approvals by the words of between-waves 4, knowing nothing of the judge. */
record QuorumOracle(
    RuledApprovals asked,
    String rolloutUid,
    Optional<String> annotation,
    String content,
    Predicate<GroupKey> mandatory,
    Instant now) {
  /** Returns whether the group is approved; empty if no rule covers it. */
  Optional<Boolean> approved(GroupKey group) {
    boolean covered = false;
    boolean met = !asked.revoked().contains(name(group));
    for (ApprovalRule rule : asked.rules()) {
      boolean covers =
          rule.groups().isPresent()
              ? rule.groups().get().contains(name(group))
              : !mandatory.test(group);
      if (covers) {
        covered = true;
        met &= met(rule, group);
      }
    }
    return covered ? Optional.of(met) : Optional.empty();
  }

  private boolean met(ApprovalRule rule, GroupKey group) {
    if (rule.notBefore().isPresent() && now.isBefore(rule.notBefore().get())) {
      return false;
    }
    Set<String> people = new HashSet<>();
    for (ApprovalRecord record : asked.records()) {
      if (record.groupName().orElse("").equals(group.name()) && counts(rule, record)) {
        people.add(record.by());
      }
    }
    return people.size() >= rule.required();
  }

  private boolean counts(ApprovalRule rule, ApprovalRecord record) {
    if (record.at().getEpochSecond() - now.getEpochSecond() > 60) {
      return false;
    }
    if (rule.expiresAfter().isPresent()
        && !now.isBefore(record.at().plus(rule.expiresAfter().get()))) {
      return false;
    }
    if (rule.separateAuthor()
        && (asked.author().isEmpty() || asked.author().get().equals(record.by()))) {
      return false;
    }
    if (!rule.from().isEmpty() && !rule.from().contains(record.from().orElse(""))) {
      return false;
    }
    return record.rolloutUid().equals(Optional.of(rolloutUid)) || bound(rule.boundTo(), record);
  }

  private boolean bound(ApprovalBinding binding, ApprovalRecord record) {
    return binding == ApprovalBinding.ANY
        || binding == ApprovalBinding.VERSION
            && annotation.isPresent()
            && record.version().equals(annotation)
        || binding == ApprovalBinding.CONTENT && record.content().equals(Optional.of(content));
  }

  private static String name(GroupKey group) {
    return group.name().isEmpty() ? "ungrouped" : group.name();
  }
}

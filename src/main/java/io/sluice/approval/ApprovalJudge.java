package io.sluice.approval;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.schedule.RuleScope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Judges by the rules of a Rollout which groups people have approved (between-waves 4).
 *
 * <p>A function of rules, records and the instant: it reads no clock. A group that a rule covers is
 * approved when each of its rules is met, and nobody has revoked it; for others it says nothing.
 */
public final class ApprovalJudge {
  private static final Duration LATEST = Duration.ofDays(1);
  private static final Comparator<ApprovalRecord> ORDER =
      Comparator.comparing(ApprovalRecord::at)
          .thenComparing(ApprovalRecord::by, ByteOrder.NAMES)
          .thenComparing(ApprovalRecord::toString);

  private final RuledApprovals ruled;
  private final RecordJudge judge;
  private final Predicate<GroupKey> mandatory;
  private final Instant now;
  private final Map<GroupKey, Optional<ApprovalVerdict>> verdicts = new HashMap<>();

  /**
   * Prepares to judge.
   *
   * @param version what approvals are asked for
   * @param mandatory selects the groups that the strategy makes mandatory
   */
  public ApprovalJudge(
      RuledApprovals ruled, ApprovedVersion version, Predicate<GroupKey> mandatory, Instant now) {
    this.ruled = requireNonNull(ruled, "ruled is null");
    this.mandatory = requireNonNull(mandatory, "mandatory is null");
    this.now = requireNonNull(now, "now is null");
    this.judge = new RecordJudge(version, ruled.author(), now);
  }

  /** Returns the instant of which it judges. */
  public Instant now() {
    return now;
  }

  /**
   * Returns how the group stands; empty if no rule covers it. For a covered one nothing but
   * recorded approvals counts.
   */
  public Optional<ApprovalVerdict> verdict(GroupKey group) {
    return verdicts.computeIfAbsent(group, this::judged);
  }

  private Optional<ApprovalVerdict> judged(GroupKey group) {
    List<ApprovalRule> rules =
        ruled.rules().stream().filter(rule -> rule.covers(group, mandatory.test(group))).toList();
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    List<ApprovalRecord> records =
        ruled.records().stream()
            .filter(record -> record.groupName().equals(group.approvedName()))
            .sorted(ORDER)
            .toList();
    return Optional.of(
        new ApprovalVerdict(
            ruled.revoked().contains(RuleScope.nameOf(group)),
            rules.stream().map(rule -> quorum(rule, records)).toList()));
  }

  private Quorum quorum(ApprovalRule rule, List<ApprovalRecord> records) {
    Map<String, ApprovalRecord> counted = new TreeMap<>(ByteOrder.NAMES);
    Map<String, RecordFault> faults = new TreeMap<>(ByteOrder.NAMES);
    // What is dated later than that was not written by a clock.
    Instant soon = now.plus(LATEST);
    Optional<Instant> ahead = Optional.empty();
    for (ApprovalRecord record : records) {
      Optional<RecordFault> fault = judge.fault(rule, record);
      if (fault.isEmpty()) {
        counted.put(record.by(), record);
      } else {
        faults.put(record.by(), fault.get());
      }
      if (ahead.isEmpty() && fault.filter(found -> found == RecordFault.AHEAD).isPresent()) {
        ahead = Optional.of(record.at().minus(RecordJudge.CLOCK_TOLERANCE)).filter(soon::isAfter);
      }
    }
    faults.keySet().removeAll(counted.keySet());
    TreeMap<RecordFault, List<String>> others = new TreeMap<>();
    faults.forEach((by, fault) -> others.computeIfAbsent(fault, key -> new ArrayList<>()).add(by));
    return new Quorum(
        rule,
        counted.values().stream().sorted(ORDER).toList(),
        others,
        rule.notBefore().filter(now::isBefore).isPresent(),
        rule.separateAuthor() && ruled.author().isEmpty(),
        ahead);
  }
}

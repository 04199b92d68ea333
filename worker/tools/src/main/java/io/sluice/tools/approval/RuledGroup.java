package io.sluice.tools.approval;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.ApprovalRuleReader;
import io.sluice.hub.client.VerifiedUser;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.policy.Problem;
import io.sluice.rollout.Intent;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.RuleScope;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds the rules that cover a group, and the approvals that people have recorded for it
 * (between-waves 4).
 *
 * @param group empty: the ungrouped clusters
 * @param rules those that cover it
 * @param problem what is wrong with the rules, of which none is known then
 */
public record RuledGroup(
    Optional<String> group,
    List<RecordRule> rules,
    List<ApprovalRecord> records,
    Optional<Problem> problem) {
  public RuledGroup {
    rules = List.copyOf(rules);
    records = List.copyOf(records);
  }

  /**
   * Finds them; empty where no rule covers the group.
   *
   * @param mandatory whether the strategy approves the group
   * @param attempt the UID of the attempt that rolls the version out; empty if none goes on
   */
  public static Optional<RuledGroup> of(
      Optional<String> group,
      boolean mandatory,
      RolloutSpec spec,
      PresentVersion present,
      Optional<String> attempt,
      Instant now) {
    SettingsReading<List<ApprovalRule>> reading = ApprovalRuleReader.read(spec.approvalRules);
    List<RecordRule> rules =
        reading.value().stream()
            .flatMap(List::stream)
            .filter(rule -> rule.covers(group.orElse(RuleScope.UNGROUPED), mandatory))
            .map(rule -> new RecordRule(rule, present, attempt, now))
            .toList();
    return rules.isEmpty() && reading.value().isPresent()
        ? Optional.empty()
        : Optional.of(
            new RuledGroup(
                group,
                rules,
                ApprovalRecords.of(spec, group),
                reading.problems().stream().findFirst()));
  }

  /** Returns whether a person holds it, whatever is recorded. */
  public static boolean revoked(RolloutSpec spec, Optional<String> group) {
    return Optional.ofNullable(spec.approvals.get(group.orElse(Intent.UNGROUPED)))
        .filter(entry -> Boolean.FALSE.equals(entry.rolloutApproved()))
        .isPresent();
  }

  /** Returns whether what is approved is bound to one version or content. */
  public boolean bound() {
    return rules.stream().anyMatch(rule -> rule.rule().boundTo() != ApprovalBinding.ANY);
  }

  /** Returns what somebody has recorded. */
  public Optional<ApprovalRecord> recordOf(String user) {
    return records.stream().filter(record -> record.by().equals(user)).findFirst();
  }

  /**
   * Returns the record of a person who approves what is on the hub now.
   *
   * @throws IllegalStateException if no rule is known
   */
  public ApprovalRecord given(VerifiedUser user, Optional<String> comment) {
    Stream<Optional<String>> none = Stream.of(Optional.empty());
    Stream<Optional<String>> memberOf =
        rules.stream()
            .flatMap(rule -> rule.rule().from().stream())
            .filter(user.groups()::contains)
            .map(Optional::of);
    return Stream.concat(memberOf, none)
        .map(from -> given(user.name(), from, comment))
        .max(Comparator.comparingLong(this::rulesFor))
        .orElseThrow();
  }

  private ApprovalRecord given(String by, Optional<String> from, Optional<String> comment) {
    RecordRule any =
        rules.stream()
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("no rule covers the group"));
    return new ApprovalRecord(
        group,
        by,
        any.now().truncatedTo(ChronoUnit.SECONDS),
        any.attempt(),
        any.present().name(),
        any.present().content(),
        from,
        comment);
  }

  /** Returns for how many of the rules it counts. */
  public long rulesFor(ApprovalRecord record) {
    return rules.stream().filter(rule -> rule.objection(record).isEmpty()).count();
  }

  /** Returns whether an approval comes to its end by itself. */
  public boolean expires() {
    return rules.stream().anyMatch(rule -> rule.rule().expiresAfter().isPresent());
  }

  /** Returns the same where that is recorded. */
  public RuledGroup with(ApprovalRecord record) {
    return new RuledGroup(
        group,
        rules,
        Stream.concat(without(record.by()).records.stream(), Stream.of(record)).toList(),
        problem);
  }

  /** Returns the same where somebody has recorded nothing. */
  public RuledGroup without(String user) {
    return new RuledGroup(
        group,
        rules,
        records.stream().filter(record -> !record.by().equals(user)).toList(),
        problem);
  }

  /** Returns whether clusters may start now, as far as the rules go. */
  public boolean met() {
    return rules.stream().allMatch(rule -> rule.met(records));
  }

  /** Says of each rule who has approved, and how many are missing. */
  public List<String> states() {
    return rules.stream().map(rule -> rule.state(records)).distinct().toList();
  }

  /** Returns when the first of the approvals that were given now ends to count. */
  public Optional<Instant> expiry(ApprovalRecord record) {
    return rules.stream()
        .filter(rule -> rule.objection(record).isEmpty())
        .flatMap(rule -> rule.expiry(record).stream())
        .min(Comparator.naturalOrder());
  }
}

package io.sluice.tools.approval;

import static java.util.Objects.requireNonNull;

import io.sluice.approval.ApprovalBinding;
import io.sluice.approval.ApprovalRecord;
import io.sluice.approval.ApprovalRule;
import io.sluice.approval.RecordFault;
import io.sluice.approval.RecordJudge;
import io.sluice.rollout.Wording;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether recorded approvals count for a rule, for the version that is on the hub
 * (between-waves Q3).
 *
 * @param attempt the UID of the attempt that rolls the version out; empty if none goes on
 */
public record RecordRule(
    ApprovalRule rule, PresentVersion present, Optional<String> attempt, Instant now) {
  public RecordRule {
    requireNonNull(rule, "rule is null");
    requireNonNull(present, "present is null");
    requireNonNull(attempt, "attempt is null");
    requireNonNull(now, "now is null");
  }

  /** Returns the people whose approvals count, as soon as the rule lets any of them count. */
  List<String> counted(List<ApprovalRecord> records) {
    return records.stream()
        .filter(record -> judge().fault(rule, record).isEmpty())
        .map(ApprovalRecord::by)
        .distinct()
        .toList();
  }

  private RecordJudge judge() {
    return new RecordJudge(present.approved(attempt), present.author(), now);
  }

  /** Returns when an approval ends to count; empty if it does not. */
  Optional<Instant> expiry(ApprovalRecord record) {
    return rule.expiresAfter().map(record.at()::plus);
  }

  /** Says why an approval does not count, whenever it was given; empty if it does. */
  public Optional<String> objection(ApprovalRecord record) {
    return judge().fault(rule, record.dated(now)).map(fault -> objection(fault, record.by()));
  }

  private String objection(RecordFault fault, String by) {
    return switch (fault) {
      case AUTHOR_UNKNOWN ->
          "a rule does not count the author of the version, and the hub names no person who wrote"
              + " it, so that nobody's approval counts. Have the policy written under the field"
              + " manager sluice:<user>.";
      case AUTHOR ->
          "a rule does not count the author of the version, who is %s. Ask somebody else."
              .formatted(by);
      case NO_MEMBER ->
          "a rule counts members of %s alone, and the hub knows %s as none. Ask one of them."
              .formatted(members(), by);
      case OTHER_VERSION -> unbound();
      case AHEAD, EXPIRED -> "it does not count now. Approve again.";
    };
  }

  private String unbound() {
    boolean version = rule.boundTo() == ApprovalBinding.VERSION;
    if ((version ? present.name() : present.content()).isPresent()) {
      return "a rule binds approvals, and that was given for something else.";
    }
    return version
        ? "a rule binds approvals to the version, and it has none. Give the policy the annotation"
            + " policy.open-cluster-management.io/version."
        : "a rule binds approvals to the content, and there is none yet. Try again once it is"
            + " rolled out.";
  }

  /** Formats the groups of users: {@code security or sre}. */
  private String members() {
    return String.join(" or ", rule.from());
  }

  /** Says who has approved, and how many are missing; the quorum is met where none is. */
  String state(List<ApprovalRecord> records) {
    List<String> people = counted(records);
    long missing = missing(records);
    return "%d of %d %s%s%s.%s%s"
        .formatted(
            people.size(),
            rule.required(),
            rule.required() == 1 ? "approval" : "approvals",
            rule.from().isEmpty() ? "" : " by members of " + members(),
            people.isEmpty() ? "" : ": " + Wording.names(people),
            missing == 0
                ? ""
                : " %d more %s missing.".formatted(missing, missing == 1 ? "is" : "are"),
            rule.notBefore()
                .filter(now::isBefore)
                .map(start -> " None counts before %s.".formatted(start))
                .orElse(""));
  }

  /** Returns how many more people have to approve. */
  long missing(List<ApprovalRecord> records) {
    return Math.max(0, rule.required() - counted(records).size());
  }

  /** Returns whether clusters may start now, as far as this rule goes. */
  boolean met(List<ApprovalRecord> records) {
    return missing(records) == 0 && rule.notBefore().filter(now::isBefore).isEmpty();
  }
}

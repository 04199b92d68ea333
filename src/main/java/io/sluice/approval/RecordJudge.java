package io.sluice.approval;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Judges whether a recorded approval counts for a rule (between-waves Q3), for the judgement and
 * for whoever is about to record one.
 *
 * @param version what approvals are asked for
 * @param author who changed the spec of the policy last; absent: nobody knows
 */
public record RecordJudge(ApprovedVersion version, Optional<String> author, Instant now) {
  /** How far clocks may be apart: a record that is dated later does not count yet. */
  public static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

  public RecordJudge {
    requireNonNull(version, "version is null");
    author = requireNonNullElse(author, Optional.empty());
    requireNonNull(now, "now is null");
  }

  /** Returns what keeps the record from counting; empty if it counts once any does. */
  public Optional<RecordFault> fault(ApprovalRule rule, ApprovalRecord record) {
    if (record.at().isAfter(now.plus(CLOCK_TOLERANCE))) {
      return Optional.of(RecordFault.AHEAD);
    }
    if (rule.expiresAfter().filter(length -> !record.at().plus(length).isAfter(now)).isPresent()) {
      return Optional.of(RecordFault.EXPIRED);
    }
    if (!version.binds(record, rule.boundTo())) {
      return Optional.of(RecordFault.OTHER_VERSION);
    }
    if (!rule.from().isEmpty() && record.from().filter(rule.from()::contains).isEmpty()) {
      return Optional.of(RecordFault.NO_MEMBER);
    }
    if (!rule.separateAuthor()) {
      return Optional.empty();
    }
    if (author.isEmpty()) {
      return Optional.of(RecordFault.AUTHOR_UNKNOWN);
    }
    return author.filter(record.by()::equals).map(same -> RecordFault.AUTHOR);
  }
}

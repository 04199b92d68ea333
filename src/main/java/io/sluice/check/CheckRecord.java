package io.sluice.check;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what is known of one question of an attempt.
 *
 * @param since when it was asked first
 * @param askedAt when it was asked last
 * @param result of the last answer
 * @param failures failed answers since the last that passed: one that says neither changes nothing
 * @param passedAt when the last question was asked that was answered with passed; absent: none was
 * @param message of the last answer
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CheckRecord(
    CheckKey key,
    Instant since,
    Instant askedAt,
    CheckResult result,
    int failures,
    Optional<Instant> passedAt,
    String message) {
  public CheckRecord {
    requireNonNull(key, "key is null");
    requireNonNull(since, "since is null");
    requireNonNull(askedAt, "askedAt is null");
    requireNonNull(result, "result is null");
    passedAt = requireNonNullElse(passedAt, Optional.empty());
    message = requireNonNullElse(message, "");
  }

  /** Returns the record of a first answer. */
  static CheckRecord of(CheckAnswer answer) {
    return new CheckRecord(
            answer.key(), answer.at(), answer.at(), CheckResult.WAIT, 0, Optional.empty(), "")
        .after(answer);
  }

  /** Returns the record after another answer; one that was asked earlier changes nothing. */
  CheckRecord after(CheckAnswer answer) {
    if (answer.at().isBefore(askedAt)) {
      return this;
    }
    return switch (answer.reply().result()) {
      case PASSED -> answered(answer, 0, Optional.of(answer.at()));
      case FAILED -> answered(answer, failures + 1, passedAt);
      case WAIT -> answered(answer, failures, passedAt);
    };
  }

  private CheckRecord answered(CheckAnswer answer, int failures, Optional<Instant> passedAt) {
    return new CheckRecord(
        key,
        since,
        answer.at(),
        answer.reply().result(),
        failures,
        passedAt,
        answer.reply().message());
  }

  /** Returns when it is asked again. */
  public Instant nextAt(CheckRule rule) {
    return askedAt.plus(rule.interval());
  }

  /**
   * Returns whether it has passed within the last two intervals (between-waves K1). A later answer
   * that says neither changes nothing, one that failed does.
   */
  public boolean passed(CheckRule rule, Instant now) {
    return lapsesAt(rule).filter(now::isBefore).isPresent();
  }

  /**
   * Returns when it has no longer passed within the last two intervals, one millisecond after them;
   * empty if it has not passed.
   */
  private Optional<Instant> lapsesAt(CheckRule rule) {
    return passedAt
        .filter(at -> result != CheckResult.FAILED)
        .map(at -> at.plus(rule.interval().multipliedBy(2)).plusMillis(1));
  }

  /** Returns whether it has failed by now (between-waves K3). */
  public boolean failed(CheckRule rule, Instant now) {
    return result != CheckResult.PASSED
        && (failures >= rule.failureLimit()
            || givesUpAt(rule).filter(at -> !now.isBefore(at)).isPresent());
  }

  /** Returns when it has failed by time alone; empty if it never has. */
  private Optional<Instant> givesUpAt(CheckRule rule) {
    return rule.giveUpAfter()
        .filter(limit -> result != CheckResult.PASSED)
        .map(passedAt.orElse(since)::plus);
  }

  /**
   * Returns when it is asked again, and when it has failed, or has no longer passed, by time alone.
   */
  public Stream<Instant> changesAt(CheckRule rule) {
    return Stream.of(Optional.of(nextAt(rule)), givesUpAt(rule), lapsesAt(rule))
        .flatMap(Optional::stream);
  }
}

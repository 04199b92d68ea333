package io.sluice.rehearsal.recorded;

import io.sluice.rollout.Ack;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Holds a write for one cluster: the answer of the hub, and what the cluster reported until the
 * next one.
 */
final class AnsweredWrite {
  /**
   * An instant that differs by at most this counts as the recorded one, so that small delays do not
   * add up.
   */
  static final Duration SAME = Duration.ofSeconds(2);

  private final Instant askedAt;
  private final Instant answeredAt;
  private final Optional<Ack> ack;
  private final Optional<Report> inAnswer;
  private final List<TimedReport> reports = new ArrayList<>();

  /**
   * Creates one.
   *
   * @param ack empty if the cluster was not tried
   * @param inAnswer the report that came with the answer
   */
  AnsweredWrite(Instant askedAt, Instant answeredAt, Optional<Ack> ack, Optional<Report> inAnswer) {
    this.askedAt = askedAt;
    this.answeredAt = answeredAt;
    this.ack = ack;
    this.inAnswer = inAnswer;
  }

  void add(TimedReport report) {
    reports.add(report);
  }

  Instant askedAt() {
    return askedAt;
  }

  List<TimedReport> reports() {
    return reports;
  }

  /**
   * Returns how much later than recorded the answer and the reports come if the write is requested
   * at that instant.
   */
  Duration shift(Instant asked) {
    Duration shift = Duration.between(askedAt, asked);
    return shift.abs().compareTo(SAME) <= 0 ? Duration.ZERO : shift;
  }

  /** Returns when the answer comes. */
  Instant answeredAt(Instant asked) {
    return answeredAt.plus(shift(asked));
  }

  Optional<Ack> ack(Instant asked) {
    return ack.map(
        found ->
            new Ack(
                found.cluster(),
                found.at().plus(shift(asked)),
                found.attempt(),
                found.refusal(),
                found.to()));
  }

  Optional<Report> inAnswer(Instant asked) {
    return inAnswer.map(report -> shifted(report, shift(asked)));
  }

  static Report shifted(Report report, Duration shift) {
    return shift.isZero() ? report : report.asOf(Instant.ofEpochMilli(report.at()).plus(shift));
  }
}

package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Holds how long a simulated spoke takes for each of its steps (policy-propagation 13).
 *
 * @param sync from a change on the hub to the copy on the cluster
 * @param evaluation from a change of a template to its judgement
 * @param evaluationBackoff no judgement of a change sooner than this after the last one
 * @param evaluationInterval how often the cluster is looked at; absent: it is watched, and what
 *     happens there is seen at once
 * @param report from an event to the status
 */
public record SpokeDelays(
    Span sync,
    Span evaluation,
    Duration evaluationBackoff,
    Optional<Duration> evaluationInterval,
    Span report) {

  /** What was observed on the shipped programs (policy-propagation 11.2 and 13). */
  public static final SpokeDelays OBSERVED =
      new SpokeDelays(
          Span.ofMillis(50, 500),
          Span.ofMillis(40, 100),
          Duration.ofSeconds(5),
          Optional.empty(),
          Span.ofMillis(10, 40));

  public SpokeDelays {
    requireNonNull(sync, "sync is null");
    requireNonNull(evaluation, "evaluation is null");
    requireNonNull(evaluationBackoff, "evaluationBackoff is null");
    requireNonNull(evaluationInterval, "evaluationInterval is null");
    requireNonNull(report, "report is null");
    if (evaluationInterval.filter(every -> every.compareTo(Duration.ofMillis(1)) < 0).isPresent()) {
      throw new IllegalArgumentException(
          "Cannot evaluate every %s: the interval is too short. Set at least 1 ms."
              .formatted(evaluationInterval.get()));
    }
  }

  public SpokeDelays withSync(Duration min, Duration max) {
    return new SpokeDelays(
        new Span(min, max), evaluation, evaluationBackoff, evaluationInterval, report);
  }

  public SpokeDelays withEvaluation(Duration min, Duration max) {
    return new SpokeDelays(sync, new Span(min, max), evaluationBackoff, evaluationInterval, report);
  }

  public SpokeDelays withEvaluationBackoff(Duration backoff) {
    return new SpokeDelays(sync, evaluation, backoff, evaluationInterval, report);
  }

  public SpokeDelays withEvaluationInterval(Duration interval) {
    return new SpokeDelays(sync, evaluation, evaluationBackoff, Optional.of(interval), report);
  }

  public SpokeDelays withReport(Duration min, Duration max) {
    return new SpokeDelays(
        sync, evaluation, evaluationBackoff, evaluationInterval, new Span(min, max));
  }

  /** Holds the shortest and the longest of a delay; both may be reached. */
  public record Span(Duration min, Duration max) {
    static final Span NONE = new Span(Duration.ZERO, Duration.ZERO);

    public Span {
      if (min.isNegative() || max.compareTo(min) < 0) {
        throw new IllegalArgumentException(
            "Cannot delay by %s to %s: the first must be at least zero and at most the second."
                    .formatted(min, max)
                + " Swap or correct them.");
      }
    }

    static Span ofMillis(long min, long max) {
      return new Span(Duration.ofMillis(min), Duration.ofMillis(max));
    }

    Duration draw(RandomGenerator random) {
      // Microseconds: clocks tick in them, and two draws should seldom meet.
      long extra = max.minus(min).toNanos() / 1000;
      return extra == 0 ? min : min.plusNanos(random.nextLong(extra + 1) * 1000);
    }
  }
}

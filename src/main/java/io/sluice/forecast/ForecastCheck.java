package io.sluice.forecast;

import static java.util.Objects.requireNonNull;

import io.sluice.check.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * States what a check is answered in a forecast: one result, or another one from some time on.
 *
 * @param first what it is answered at first
 * @param turn when that changes; absent: never
 * @param then what it is answered from then on
 */
public record ForecastCheck(CheckResult first, Optional<Turn> turn, CheckResult then) {
  /** It passes whenever it is asked. */
  public static final ForecastCheck PASSED = always(CheckResult.PASSED);

  /**
   * Says when an answer changes.
   *
   * @param sinceStart whether the time counts from the start of the attempt; else from the first
   *     question
   */
  public record Turn(Duration time, boolean sinceStart) {
    public Turn {
      requireNonNull(time, "time is null");
    }

    private Instant at(Instant started, Instant asked) {
      return (sinceStart ? started : asked).plus(time);
    }
  }

  public ForecastCheck {
    requireNonNull(first, "first is null");
    requireNonNull(turn, "turn is null");
    requireNonNull(then, "then is null");
  }

  /** Returns one that always gives this result. */
  public static ForecastCheck always(CheckResult result) {
    return new ForecastCheck(result, Optional.empty(), result);
  }

  /** Returns one that waits until then, and passes afterwards. */
  public static ForecastCheck passedFrom(Turn turn) {
    return new ForecastCheck(CheckResult.WAIT, Optional.of(turn), CheckResult.PASSED);
  }

  /** Returns one that passes until then, and fails afterwards. */
  public static ForecastCheck failedFrom(Turn turn) {
    return new ForecastCheck(CheckResult.PASSED, Optional.of(turn), CheckResult.FAILED);
  }

  /**
   * Returns the answer at an instant.
   *
   * @param started when the attempt began
   * @param asked when this was asked first
   */
  public CheckResult at(Instant started, Instant asked, Instant now) {
    return settled(started, asked, now) ? then : first;
  }

  /** Returns whether the answer stays as it is from that instant on. */
  public boolean settled(Instant started, Instant asked, Instant now) {
    return turn.filter(change -> now.isBefore(change.at(started, asked))).isEmpty();
  }
}

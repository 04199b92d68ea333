package io.sluice.rehearsal;

import io.sluice.check.CheckResult;
import io.sluice.forecast.ForecastCheck;
import io.sluice.forecast.ForecastCheck.Turn;
import io.sluice.rollout.strategy.ScalarReader;
import java.util.Optional;

/**
 * Reads what a check is answered: {@code passed}, {@code failed} or {@code never}; {@code 2h}: it
 * passes so long after it is asked first, {@code @26h}: so long after the start; {@code
 * failed@26h}: it fails from then on.
 */
final class ForecastCheckReader {
  private ForecastCheckReader() {}

  /** Returns the answer; empty if the text is none. */
  static Optional<ForecastCheck> of(String text) {
    return switch (text) {
      case "passed" -> Optional.of(ForecastCheck.PASSED);
      case "failed" -> Optional.of(ForecastCheck.always(CheckResult.FAILED));
      case "never" -> Optional.of(ForecastCheck.always(CheckResult.WAIT));
      default ->
          text.startsWith("failed@")
              ? sinceStart(text.substring("failed".length())).map(ForecastCheck::failedFrom)
              : sinceStart(text).or(() -> sinceAsked(text)).map(ForecastCheck::passedFrom);
    };
  }

  private static Optional<Turn> sinceStart(String text) {
    return text.startsWith("@")
        ? ScalarReader.duration(text.substring(1)).map(time -> new Turn(time, true))
        : Optional.empty();
  }

  private static Optional<Turn> sinceAsked(String text) {
    return ScalarReader.duration(text).map(time -> new Turn(time, false));
  }
}

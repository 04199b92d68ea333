package io.sluice.tools.history;

import io.sluice.tools.status.StatusView;
import java.util.Optional;

/** Says how an attempt ended that is not the newest, as the Rollout object keeps it. */
public final class FormerAttempts {
  private FormerAttempts() {}

  /** Formats its record: {@code It rolled out generation 1 from ... to ...: Succeeded.} */
  public static String sentence(StatusView view, long number) {
    return AttemptRecord.of(view).stream()
        .filter(attempt -> attempt.attempt() == number)
        .map(attempt -> sentence(attempt, view))
        .findFirst()
        .orElse("The Rollout object does not keep it any more.");
  }

  private static String sentence(AttemptRecord attempt, StatusView view) {
    String what =
        attempt
            .generation()
            .map(
                generation -> "It rolled out %s %d".formatted(view.subject().counter(), generation))
            .orElse("It ran");
    Optional<String> times =
        attempt
            .startedAt()
            .flatMap(start -> attempt.endedAt().map(end -> " from %s to %s".formatted(start, end)));
    String why = attempt.reason().map(reason -> ": " + reason).orElse(".");
    return "%s%s: %s%s".formatted(what, times.orElse(""), attempt.result(), why);
  }
}

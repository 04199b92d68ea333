package io.sluice.tools.course;

import io.sluice.connection.TemporalProfile;
import io.sluice.policy.RolloutTarget;
import java.util.Optional;

/** Reads an attempt from Temporal, if that is named and can be reached, and says so if not. */
public final class CourseReader {
  private static final String UNNAMED =
      "Temporal is not named, so only the hub was asked. Add --temporal HOST:PORT for the course.";

  private static final String ASKED = " Only the hub was asked.";

  private CourseReader() {}

  /**
   * Reads it.
   *
   * @param number of the attempt; empty: the newest
   */
  public static Course read(TemporalSource source, RolloutTarget target, Optional<Long> number) {
    return source
        .profile()
        .map(found -> read(found, target, number))
        .orElseGet(
            () -> Course.missing(source.problem().map(text -> text + ASKED).orElse(UNNAMED)));
  }

  private static Course read(TemporalProfile profile, RolloutTarget target, Optional<Long> number) {
    try (HistoryStore store = HistoryStore.open(profile)) {
      Optional<RecordedAttempt> attempt =
          number.map(each -> store.attempt(target, each)).orElseGet(() -> store.newest(target));
      return attempt
          .map(found -> new Course(attempt, cut(found)))
          .orElseGet(() -> Course.missing(unknown(profile, number)));
    } catch (IllegalStateException unreachable) {
      return Course.missing(unreachable.getMessage() + ASKED);
    }
  }

  private static String unknown(TemporalProfile profile, Optional<Long> number) {
    return "Temporal knows no run of %s in namespace %s, or not any more. Only the hub was asked."
        .formatted(number.map(each -> "attempt " + each).orElse("it"), profile.namespace());
  }

  private static Optional<String> cut(RecordedAttempt attempt) {
    return attempt.complete()
        ? Optional.empty()
        : Optional.of(
            "Temporal keeps the attempt from %s on: what was before is not shown."
                .formatted(attempt.since()));
  }
}

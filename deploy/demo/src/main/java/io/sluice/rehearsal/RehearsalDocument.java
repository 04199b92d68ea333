package io.sluice.rehearsal;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.forecast.Forecast;
import io.sluice.policy.PolicyName;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import io.sluice.tools.plan.ForecastDocument;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The document {@code RolloutRehearsal}.
 *
 * @param like the recorded attempt whose answers it gave
 */
record RehearsalDocument(
    @JsonUnwrapped Subject subject, long attempt, ForecastDocument course, Optional<Like> like)
    implements Document {
  record Like(
      Instant startedAt,
      boolean complete,
      String strategy,
      List<String> assumedClusters,
      ForecastDocument recordedCourse,
      int sameEvents,
      double largestDifferenceSeconds,
      List<String> eventsOnlyRecorded,
      List<String> eventsOnlyRehearsed) {}

  @Override
  public String kind() {
    return "RolloutRehearsal";
  }

  static RehearsalDocument of(PolicyName policy, long attempt, Forecast course) {
    return new RehearsalDocument(
        Subject.of(policy), attempt, ForecastDocument.of(course), Optional.empty());
  }
}

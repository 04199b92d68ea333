package io.sluice.tools.plan;

import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.WaitTime;
import io.sluice.rollout.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** The course of an attempt, as a part of documents; times are in seconds. */
public record ForecastDocument(
    Instant from,
    long seconds,
    long approvalSeconds,
    List<Wave> waves,
    int wavesOmitted,
    List<Approval> approvals,
    List<Failure> failures,
    Optional<Halt> halt,
    End end) {
  record Wave(
      Instant at,
      long afterSeconds,
      String group,
      int number,
      List<String> clusters,
      String because,
      List<Wait> waitedFor) {}

  record Wait(WaitTime.Cause cause, String what, long seconds) {
    static List<Wait> of(List<WaitTime> waits) {
      return waits.stream()
          .map(wait -> new Wait(wait.cause(), wait.what(), wait.time().toSeconds()))
          .toList();
    }
  }

  record Approval(Instant at, long afterSeconds, String group) {}

  record Failure(Instant at, long afterSeconds, String cluster, String group, String status) {}

  record Halt(Instant at, long afterSeconds, String because) {}

  record End(
      Instant at,
      long afterSeconds,
      CourseEnd.Kind kind,
      Optional<String> outcome,
      String phase,
      String waitingFor,
      Optional<String> field,
      List<Wait> waitedFor) {}

  public static ForecastDocument of(Forecast course) {
    ToLongFunction<Instant> after = at -> Duration.between(course.from(), at).toSeconds();
    return new ForecastDocument(
        course.from(),
        course.time().toSeconds(),
        course.approvalTime().toSeconds(),
        course.waves().stream()
            .map(
                wave ->
                    new Wave(
                        wave.at(),
                        after.applyAsLong(wave.at()),
                        wave.group(),
                        wave.number(),
                        wave.clusters(),
                        wave.because(),
                        Wait.of(wave.after())))
            .toList(),
        course.wavesOmitted(),
        course.approvals().stream()
            .map(given -> new Approval(given.at(), after.applyAsLong(given.at()), given.group()))
            .toList(),
        course.failures().stream()
            .map(
                failed ->
                    new Failure(
                        failed.at(),
                        after.applyAsLong(failed.at()),
                        failed.cluster(),
                        failed.group(),
                        failed.status()))
            .toList(),
        course
            .halt()
            .map(halt -> new Halt(halt.at(), after.applyAsLong(halt.at()), halt.because())),
        end(course.end(), after));
  }

  private static End end(CourseEnd end, ToLongFunction<Instant> after) {
    return new End(
        end.at(),
        after.applyAsLong(end.at()),
        end.kind(),
        end.outcome().map(Outcome::label),
        end.phase().label(),
        end.waitingFor(),
        end.field(),
        Wait.of(end.after()));
  }
}

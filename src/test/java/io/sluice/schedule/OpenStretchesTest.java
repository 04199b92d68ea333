package io.sluice.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenStretchesTest {
  private static final Instant T0 = Instant.parse("2026-12-01T00:00:00Z");
  private static final Instant END = after(100);

  private final ScheduleTimes times =
      new ScheduleTimes(
          T0,
          END,
          List.of(),
          List.of(
              new Course(
                  List.of("east"),
                  List.of(change(0, false), change(10, true), change(20, false), change(30, true))),
              new Course(List.of(), List.of(change(0, false), change(10, true)))),
          Optional.empty(),
          "2026a");

  private static Instant after(long hours) {
    return T0.plus(Duration.ofHours(hours));
  }

  private static Change change(long hours, boolean open) {
    return new Change(after(hours), open, -1, 0);
  }

  @Test
  void eachStretchHasAnotherNumberThanTheOneBefore() {
    assertThat(OpenStretches.of(times, List.of("east", "west", "south"), T0))
        .containsExactly(
            new OpenStretch(T0, after(10), 0, 3),
            new OpenStretch(after(10), after(20), 3, 3),
            new OpenStretch(after(20), after(30), 2, 3),
            new OpenStretch(after(30), END, 3, 3));
  }

  @Test
  void theFirstBeginsNow() {
    assertThat(OpenStretches.of(times, List.of("east"), after(15)))
        .containsExactly(
            new OpenStretch(after(15), after(20), 1, 1),
            new OpenStretch(after(20), after(30), 0, 1),
            new OpenStretch(after(30), END, 1, 1));
  }

  @Test
  void nothingIsKnownAfterTheEndAndOfNobody() {
    assertThat(OpenStretches.of(times, List.of("east"), END)).isEmpty();
    assertThat(OpenStretches.of(times, List.of(), T0)).isEmpty();
  }

  /** A course that begins later says nothing of the time before: closed. */
  @Test
  void whatIsNotKnownIsClosed() {
    ScheduleTimes late =
        new ScheduleTimes(
            T0,
            END,
            List.of(),
            List.of(new Course(List.of(), List.of(change(5, true)))),
            Optional.empty(),
            "2026a");

    assertThat(OpenStretches.of(late, List.of("any"), T0))
        .containsExactly(new OpenStretch(T0, after(5), 0, 1), new OpenStretch(after(5), END, 1, 1));
  }
}

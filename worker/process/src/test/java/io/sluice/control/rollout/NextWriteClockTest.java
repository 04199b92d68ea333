package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextWriteClockTest {
  private static final Instant START = Instant.parse("2026-02-03T10:00:00Z");

  private final NextWriteClock clock = new NextWriteClock();

  private Optional<Instant> judged(
      String cluster, boolean fresh, boolean succeeded, boolean weak, int at) {
    return clock.judged(cluster, fresh, succeeded, weak, START.plusSeconds(at));
  }

  private void written(String cluster, int at) {
    assertThat(judged(cluster, true, false, false, at)).isEmpty();
  }

  private void succeeded(String cluster, int at) {
    assertThat(judged(cluster, false, true, false, at)).isEmpty();
  }

  @Test
  void theFirstWriteAfterTheLastReportIsNoticed() {
    written("c1", 0);
    written("c2", 0);
    succeeded("c1", 5);
    succeeded("c2", 7);
    assertThat(judged("c3", true, false, false, 8)).contains(START.plusSeconds(7));
    assertThat(judged("c4", true, false, false, 8)).isEmpty();
    assertThat(judged("c3", false, false, false, 9)).isEmpty();
  }

  @Test
  void aWriteWhileOthersAreInFlightIsNotNoticed() {
    written("c1", 0);
    written("c2", 0);
    succeeded("c1", 5);
    written("c3", 6);
  }

  @Test
  void whatSucceededBeforeItWasSeenIsNoReport() {
    assertThat(judged("c1", true, true, false, 0)).isEmpty();
    written("c2", 1);
    succeeded("c2", 2);
    assertThat(judged("c3", true, false, false, 3)).contains(START.plusSeconds(2));
  }

  @Test
  void weakEvidenceSoaksLongerAndIsLeftOut() {
    written("c1", 0);
    assertThat(judged("c1", false, true, true, 1)).isEmpty();
    written("c2", 2);
  }
}

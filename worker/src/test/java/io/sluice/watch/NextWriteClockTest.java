package io.sluice.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class NextWriteClockTest {
  private static final Instant START = Instant.parse("2026-02-03T10:00:00Z");

  private final NextWriteClock clock = new NextWriteClock();

  private void written(String cluster, int at) {
    assertThat(clock.judged(cluster, false, false, START.plusSeconds(at))).isEmpty();
  }

  private void succeeded(String cluster, int at) {
    assertThat(clock.judged(cluster, true, false, START.plusSeconds(at))).isEmpty();
  }

  @Test
  void theFirstWriteAfterTheLastReportIsNoticed() {
    written("c1", 0);
    written("c2", 0);
    succeeded("c1", 5);
    succeeded("c2", 7);
    assertThat(clock.judged("c3", false, false, START.plusSeconds(8)))
        .contains(START.plusSeconds(7));
    assertThat(clock.judged("c4", false, false, START.plusSeconds(8))).isEmpty();
    assertThat(clock.judged("c3", false, false, START.plusSeconds(9))).isEmpty();
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
    succeeded("c1", 0);
    written("c2", 1);
    succeeded("c2", 2);
    assertThat(clock.judged("c3", false, false, START.plusSeconds(3)))
        .contains(START.plusSeconds(2));
  }

  @Test
  void weakEvidenceSoaksLongerAndIsLeftOut() {
    written("c1", 0);
    assertThat(clock.judged("c1", true, true, START.plusSeconds(1))).isEmpty();
    written("c2", 2);
  }
}

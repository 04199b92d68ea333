package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerdictBatcherTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final VerdictBatcher batcher = new VerdictBatcher(3);

  private static Report report(String cluster, Verdict verdict) {
    return new Report(cluster, 3, "content", verdict, false, false, START.toEpochMilli());
  }

  private void offer(String cluster, Verdict verdict) {
    batcher.offer(report(cluster, verdict), true);
  }

  private List<String> take(Duration after) {
    return batcher.take(START.plus(after)).stream().map(Report::cluster).toList();
  }

  @Test
  void silenceIsNotSentUntilAnotherVerdictWas() {
    offer("c1", Verdict.SILENT);
    assertThat(batcher.dueAt()).isEmpty();

    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ZERO)).containsExactly("c1");
    batcher.sent();
    offer("c1", Verdict.SILENT);
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c1");
  }

  @Test
  void silenceForReportsDatedBeforeTheDispatchIsSentOnce() {
    long at = START.toEpochMilli();
    Report predated = new Report("c1", 3, "content", Verdict.SILENT, false, false, at, false, true);
    batcher.offer(predated, true);
    assertThat(take(Duration.ZERO)).containsExactly("c1");
    batcher.sent();
    batcher.offer(predated, true);
    assertThat(batcher.dueAt()).isEmpty();
    offer("c1", Verdict.SILENT);
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c1");
  }

  private static Report pending(String cluster, Verdict verdict) {
    return Report.pending(cluster, "content", verdict, START);
  }

  @Test
  void whatIsOnlyShownWaitsForWhatDecides() {
    for (int i = 0; i < 500; i++) {
      batcher.offer(pending("c%03d".formatted(i), Verdict.NEGATIVE), false);
    }
    offer("z", Verdict.POSITIVE);
    List<String> first = take(Duration.ZERO);
    assertThat(first).hasSize(500).contains("z", "c000", "c498").doesNotContain("c499");
    batcher.sent();
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c499");
  }

  @Test
  void aNegativeVerdictBeforeTheTurnDoesNotHurry() {
    batcher.offer(pending("c1", Verdict.NEGATIVE), false);
    take(Duration.ZERO);
    batcher.sent();
    batcher.offer(pending("c2", Verdict.NEGATIVE), false);
    take(Duration.ofMillis(1));
    batcher.sent();
    batcher.offer(pending("c3", Verdict.NEGATIVE), false);
    assertThat(take(Duration.ofMillis(900))).isEmpty();
    assertThat(take(Duration.ofMillis(1001))).containsExactly("c3");
  }

  @Test
  void aDispatchEndsWhatWasShownWithoutAReport() {
    batcher.offer(pending("c1", Verdict.POSITIVE), false);
    take(Duration.ZERO);
    batcher.sent();
    batcher.offer(pending("c1", Verdict.POSITIVE), false);
    assertThat(batcher.dueAt()).isEmpty();
    offer("c1", Verdict.SILENT);
    assertThat(batcher.dueAt()).isEmpty();
    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c1");
  }

  @Test
  void aReplicaThatCarriesAnotherVersionBeforeItsTurnTakesBackWhatWasShown() {
    batcher.offer(pending("c1", Verdict.POSITIVE), false);
    take(Duration.ZERO);
    batcher.sent();
    batcher.offer(new Report("c1", 2, "other", Verdict.SILENT, false, false, 0), false);
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c1");
  }

  @Test
  void whatWasShownIsRepeatedOnRequest() {
    batcher.offer(pending("c1", Verdict.POSITIVE), false);
    batcher.offer(pending("c2", Verdict.NEGATIVE), false);
    batcher.offer(pending("c3", Verdict.SILENT), false);
    offer("c4", Verdict.POSITIVE);
    take(Duration.ZERO);
    batcher.sent();
    assertThat(batcher.shown()).isEqualTo(2);
    batcher.repeatPending(Set.of("c1", "c4"));
    batcher.offer(pending("c1", Verdict.POSITIVE), false);
    batcher.offer(pending("c2", Verdict.NEGATIVE), false);
    offer("c4", Verdict.POSITIVE);
    assertThat(take(Duration.ofSeconds(1))).containsExactly("c1");
  }

  @Test
  void theFirstVerdictIsSentAtOnceAndTheWindowGrowsWhileMoreChange() {
    offer("missing", Verdict.SILENT);
    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ZERO)).containsExactly("c1");
    batcher.sent();

    offer("c2", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(1))).containsExactly("c2");
    batcher.sent();
    offer("c3", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(900))).isEmpty();
    assertThat(take(Duration.ofMillis(1001))).containsExactly("c3");
    batcher.sent();
    offer("c4", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(2900))).isEmpty();
    assertThat(take(Duration.ofMillis(3001))).containsExactly("c4");
  }

  @Test
  void aNegativeVerdictAndTheLastMissingOneDoNotWait() {
    offer("c1", Verdict.SILENT);
    offer("c2", Verdict.SILENT);
    offer("c3", Verdict.POSITIVE);
    take(Duration.ZERO);
    batcher.sent();
    offer("c4", Verdict.POSITIVE);
    take(Duration.ofMillis(1));
    batcher.sent();

    offer("c1", Verdict.NEGATIVE);
    assertThat(take(Duration.ofMillis(2))).isEmpty();
    assertThat(take(Duration.ofMillis(201))).containsExactly("c1");
    batcher.sent();
    offer("c2", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(202))).containsExactly("c2");
  }

  @Test
  void theLastClusterThatBecomesPositiveAfterANegativeVerdictDoesNotWaitOnce() {
    List.of("c1", "c2").forEach(cluster -> offer(cluster, Verdict.NEGATIVE));
    assertThat(take(Duration.ZERO)).containsExactly("c1", "c2");
    batcher.sent();
    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(1))).containsExactly("c1");
    batcher.sent();

    offer("c2", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(2))).containsExactly("c2");
    batcher.sent();

    offer("c2", Verdict.NEGATIVE);
    assertThat(take(Duration.ofMillis(210))).containsExactly("c2");
    batcher.sent();
    offer("c2", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(1000))).isEmpty();
    assertThat(take(Duration.ofMillis(8300))).containsExactly("c2");
  }

  @Test
  void aClusterThatIsNotStartedYetDelaysNoBatch() {
    batcher.offer(report("waiting", Verdict.SILENT), false);
    offer("c1", Verdict.SILENT);
    offer("c2", Verdict.POSITIVE);
    take(Duration.ZERO);
    batcher.sent();
    offer("c3", Verdict.POSITIVE);
    take(Duration.ofMillis(1));
    batcher.sent();
    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(2))).containsExactly("c1");
    batcher.sent();

    offer("waiting", Verdict.SILENT);
    offer("c1", Verdict.NEGATIVE);
    take(Duration.ofSeconds(1));
    batcher.sent();
    offer("waiting", Verdict.POSITIVE);
    assertThat(take(Duration.ofMillis(1001))).containsExactly("waiting");
  }

  @Test
  void oneBatchIsUnderWayAtATimeAndAFailedOneIsKept() {
    offer("c1", Verdict.POSITIVE);
    assertThat(take(Duration.ZERO)).containsExactly("c1");
    offer("c2", Verdict.POSITIVE);
    assertThat(batcher.dueAt()).isEmpty();

    batcher.failed();
    assertThat(take(Duration.ofMinutes(1))).containsExactly("c1", "c2");
  }

  @Test
  void aVerdictThatFlippedBackBeforeItWasSentIsNotSent() {
    offer("c1", Verdict.POSITIVE);
    take(Duration.ZERO);
    batcher.sent();
    offer("c1", Verdict.NEGATIVE);
    offer("c1", Verdict.POSITIVE);
    assertThat(batcher.dueAt()).isEmpty();
  }

  @Test
  void aBatchHoldsFiveHundred() {
    for (int i = 0; i < 700; i++) {
      offer("c%03d".formatted(i), Verdict.POSITIVE);
    }
    assertThat(take(Duration.ZERO)).hasSize(500);
    batcher.sent();
    assertThat(take(Duration.ZERO)).hasSize(200);
  }
}

package io.sluice.simulator.spoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpokeHistoryTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");

  private final SpokeHistory history = new SpokeHistory();

  private void add(Instant at, String message) {
    history.add(SpokeHistory.Entry.of("p.q", at, message));
  }

  @Test
  void oneMessageLessThanFiveMicrosecondsApartIsMerged() {
    add(NOON, "Compliant; a");
    add(NOON.plusNanos(4999), "Compliant; a");
    assertThat(history.tree()).hasSize(1);

    add(NOON.plusNanos(5000), "Compliant; a");
    add(NOON.plusNanos(1), "Compliant; b");
    assertThat(history.tree()).hasSize(3);
  }

  @Test
  void anEntryDatedAheadStaysTheNewest() {
    add(NOON.plusSeconds(3600), "NonCompliant; ahead");
    add(NOON, "Compliant; now");
    assertThat(history.state()).contains(SpokeState.NON_COMPLIANT);
  }

  @Test
  void theStateIsTheStartOfTheMessageInAnyCase() {
    assertThat(SpokeState.ofMessage("compliant; x")).isEqualTo(SpokeState.COMPLIANT);
    assertThat(SpokeState.ofMessage("PENDING; x")).isEqualTo(SpokeState.PENDING);
    assertThat(SpokeState.ofMessage("NonCompliant; x")).isEqualTo(SpokeState.NON_COMPLIANT);
    assertThat(SpokeState.ofMessage("something else")).isEqualTo(SpokeState.NON_COMPLIANT);
  }

  @Test
  void timesAreInWholeSecondsAndNamesInNanoseconds() {
    add(NOON, "x".repeat(5000));
    assertThat(history.tree().get(0))
        .containsEntry("lastTimestamp", "2026-03-01T12:00:00Z")
        .containsEntry("message", "x".repeat(4096));
    String name = (String) history.tree().get(0).get("eventName");
    assertThat(ManualSpoke.dated(name)).isEqualTo(NOON);
  }
}

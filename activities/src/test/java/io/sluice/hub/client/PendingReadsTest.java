package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PendingReadsTest {
  private final Queue<ReadRequest<?>> queue = new PriorityQueue<>();
  private final List<String> sent = new ArrayList<>();

  private PendingReads awaited() {
    return new PendingReads(queue::add, Optional.empty());
  }

  private PendingReads limited(Duration patience) {
    return new PendingReads(queue::add, Optional.of(patience));
  }

  private Future<String> begin(PendingReads reads, String name) {
    return reads.begin(
        () -> {
          sent.add(name);
          return name;
        });
  }

  private void send() {
    while (!queue.isEmpty()) {
      queue.remove().run();
    }
  }

  @Test
  void whatIsAwaitedForALimitedTimeGoesFirst() {
    PendingReads observation = awaited();
    PendingReads batch = limited(Duration.ofDays(1));
    begin(observation, "placements");
    begin(observation, "decisions");
    begin(batch, "revisions");
    Future<String> last = begin(batch, "bindings");
    send();
    assertThat(sent).containsExactly("revisions", "bindings", "placements", "decisions");
    assertThat(batch.answer(last, "read bindings")).isEqualTo("bindings");
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsNotSent() {
    try (PendingReads batch = limited(Duration.ZERO)) {
      Future<String> first = begin(batch, "placements");
      begin(batch, "decisions");
      assertThatThrownBy(() -> batch.answer(first, "read policy retail/tls"))
          .isInstanceOf(HubException.class)
          .hasMessageContaining("Cannot read policy retail/tls");
    }
    send();
    assertThat(sent).isEmpty();
  }

  @Test
  void aFailureIsThatOfTheRead() {
    try (PendingReads reads = awaited()) {
      Future<String> failing =
          reads.begin(
              () -> {
                throw new IllegalArgumentException("refused");
              });
      send();
      assertThatThrownBy(() -> reads.answer(failing, "read"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("refused");
    }
  }
}

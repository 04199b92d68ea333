package io.sluice.hub.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.event.EventAggregator.Answer;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventAggregatorTest {
  private final EventAggregator events = new EventAggregator();

  private static Occurrence of(String object, String message) {
    return new Occurrence(
        new EventSubject("v1", "Policy", "retail", object, object),
        false,
        "PolicyPropagation",
        message,
        Instant.EPOCH,
        Optional.empty());
  }

  @Test
  void aSeriesEndsWhenNothingMoreHappened() {
    assertThat(events.add(of("a", "1"))).isEqualTo(Answer.DUE);
    assertThat(events.take(of("a", "").series())).isPresent();
    assertThat(events.add(of("a", "2"))).isEqualTo(Answer.COLLECTED);
    assertThat(events.take(of("a", "").series())).isPresent();
    assertThat(events.take(of("a", "").series())).isEmpty();
    assertThat(events.add(of("a", "3"))).isEqualTo(Answer.DUE);
  }

  @Test
  void aFloodIsCountedAndTooManyObjectsAreDropped() {
    IntStream.range(0, 1000).forEach(i -> events.add(of("a", "message " + i)));
    assertThat(events.take(of("a", "").series()).orElseThrow().note()).endsWith("And 968 more.");
    IntStream.range(0, EventAggregator.MOST_SERIES).forEach(i -> events.add(of("o" + i, "x")));
    assertThat(events.add(of("one too many", "x"))).isEqualTo(Answer.DROPPED);
  }
}

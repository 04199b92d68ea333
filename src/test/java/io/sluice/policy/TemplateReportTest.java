package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.policy.TemplateReport.Entry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateReportTest {
  private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private static Entry entry(String name, Instant at) {
    return new Entry(name, at);
  }

  static Stream<List<Entry>> histories() {
    return Stream.of(
        List.of(),
        List.of(entry("", TIME)),
        List.of(entry("policy.17d2", TIME), entry("policy.17d1", TIME.minusSeconds(1))),
        List.of(entry("policy.17d1", TIME), entry("policy.17d1", TIME)),
        List.of(entry("longer than the next", TIME), entry("long", TIME), entry("other", TIME)),
        List.of(entry("\u00fcml\u00e4ut.1", TIME), entry("\u00fcml\u00e4ut.2", TIME)),
        List.of(entry("\u4e2d.1", TIME), entry("policy.\ud800", TIME)),
        List.of(entry("n".repeat(70_000), TIME), entry("n".repeat(69_999) + "m", TIME)),
        List.of(entry("n".repeat(60_000), TIME), entry("n".repeat(65_535), TIME)),
        List.of(
            entry("a", Instant.MIN),
            entry("a", Instant.EPOCH),
            entry("a", Instant.MAX),
            entry("a", TIME.plusNanos(123_456_789))));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void whatIsKeptOfAHistoryIsThatHistory(List<Entry> given) {
    List<Entry> kept = report(given).history();

    assertThat(kept).isEqualTo(given).hasSameHashCodeAs(given).hasSize(given.size());
    for (int index = 0; index < given.size(); index++) {
      assertThat(kept.get(index)).isEqualTo(given.get(index));
    }
    assertThat(report(kept)).isEqualTo(report(given));
    assertThatThrownBy(() -> kept.get(given.size())).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> kept.add(entry("more", TIME)))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static TemplateReport report(List<Entry> history) {
    return new TemplateReport("template", Optional.empty(), history);
  }
}

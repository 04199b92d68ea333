package io.sluice.tools.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.schedule.OpenStretch;
import io.sluice.tools.page.markup.Element;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpeningStripTest {
  private static final Instant T0 = Instant.parse("2026-12-01T12:00:00Z");

  private static OpenStretch stretch(long from, long to, int open) {
    return new OpenStretch(T0.plus(Duration.ofHours(from)), T0.plus(Duration.ofHours(to)), open, 5);
  }

  private static String html(OpenStretch... stretches) {
    return OpeningStrip.of(List.of(stretches), "openings-0").map(Element::html).orElseThrow();
  }

  @Test
  void twoWeeksAreDrawnWithTheDaysAndSaidAsText() {
    String html =
        html(stretch(0, 84, 0), stretch(84, 168, 5), stretch(168, 252, 2), stretch(252, 336, 0));

    assertThat(html)
        .contains(
            "<rect class=\"open\" x=\"336\" width=\"336\" height=\"12\"></rect>",
            "<rect class=\"partly\" x=\"672\" width=\"336\" height=\"12\"></rect>",
            "<summary>Open 2 times in the next 14 days</summary>",
            "5 Dec 2026, 00:00:00 UTC</time> to ",
            "8 Dec 2026, 12:00:00 UTC</time></li>",
            "12 Dec 2026, 00:00:00 UTC</time>, for 2 of 5 clusters</li>");
    assertThat(html.split("class=\"day\"", -1)).as("midnights").hasSize(14 + 1);
    assertThat(html).contains("<rect class=\"day\" x=\"48\" width=\"1\" height=\"12\">");
  }

  @Test
  void aTimeInWhichNothingOpensIsSaidToBeClosed() {
    assertThat(html(stretch(0, 24, 0)))
        .contains("<summary>Closed for the next day</summary>", "Nothing opens in this time.")
        .doesNotContain("class=\"open\"");
  }

  @Test
  void aListForPeopleIsCut() {
    OpenStretch[] hourly =
        IntStream.range(0, 60)
            .mapToObj(hour -> stretch(hour, hour + 1, hour % 2 == 0 ? 5 : 0))
            .toArray(OpenStretch[]::new);

    assertThat(html(hourly)).contains("Open 30 times in the next 3 days", "<li>10 more</li>");
  }

  @Test
  void whatNothingRestrictsHasNoStrip() {
    assertThat(OpeningStrip.of(List.of(), "openings-0")).isEmpty();
  }
}

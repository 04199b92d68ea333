package io.sluice.tools.page.view;

import io.sluice.rollout.Wording;
import io.sluice.schedule.OpenStretch;
import io.sluice.tools.page.markup.Element;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Draws when the clusters of a group that wait may start, over the next two weeks, and says the
 * same as text (between-waves 2).
 */
final class OpeningStrip {
  private static final int WIDTH = 1344;
  private static final int MOST_NAMED = 20;

  private final List<OpenStretch> stretches;
  private final Instant from;
  private final Duration shown;

  private OpeningStrip(List<OpenStretch> stretches) {
    this.stretches = stretches;
    this.from = stretches.get(0).from();
    this.shown = Duration.between(from, stretches.get(stretches.size() - 1).to());
  }

  /** Returns the strip; empty where nothing restricts when they may start. */
  static Optional<Element> of(List<OpenStretch> stretches, String id) {
    return stretches.isEmpty()
        ? Optional.empty()
        : Optional.of(new OpeningStrip(stretches).element(id));
  }

  private Element element(String id) {
    List<OpenStretch> open = stretches.stream().filter(stretch -> !stretch.closed()).toList();
    Element list = Element.of("ul");
    open.stream()
        .limit(MOST_NAMED)
        .forEach(
            stretch ->
                list.add(
                    Element.of("li")
                        .add(Times.of(stretch.from()))
                        .text(" to ")
                        .add(Times.of(stretch.to()))
                        .text(stretch.openToAll() ? "" : ", for " + share(stretch))));
    if (open.size() > MOST_NAMED) {
      list.add(Element.of("li").text("%d more".formatted(open.size() - MOST_NAMED)));
    }
    return Element.of("div", "class", "openings")
        .add(
            drawing(),
            Element.of("details", "class", "names", "id", id)
                .add(
                    Element.of("summary").text(summary(open)),
                    open.isEmpty() ? Element.of("p").text("Nothing opens in this time.") : list));
  }

  private Element drawing() {
    Element strip =
        Element.of(
            "svg",
            "class",
            "strip",
            "viewBox",
            "0 0 " + WIDTH + " 12",
            "preserveAspectRatio",
            "none",
            "aria-hidden",
            "true");
    strip.add(Element.of("rect", "class", "track", "width", String.valueOf(WIDTH), "height", "12"));
    stretches.stream()
        .filter(stretch -> !stretch.closed())
        .forEach(
            stretch -> {
              long start = at(stretch.from());
              strip.add(
                  Element.of(
                      "rect",
                      "class",
                      stretch.openToAll() ? "open" : "partly",
                      "x",
                      String.valueOf(start),
                      "width",
                      String.valueOf(Math.max(3, at(stretch.to()) - start)),
                      "height",
                      "12"));
            });
    Instant day = from.atOffset(ZoneOffset.UTC).truncatedTo(ChronoUnit.DAYS).toInstant();
    for (int i = 1; day.plus(Duration.ofDays(i)).isBefore(from.plus(shown)); i++) {
      strip.add(
          Element.of(
              "rect",
              "class",
              "day",
              "x",
              String.valueOf(at(day.plus(Duration.ofDays(i)))),
              "width",
              "1",
              "height",
              "12"));
    }
    return strip;
  }

  private long at(Instant instant) {
    return WIDTH * Duration.between(from, instant).toSeconds() / Math.max(1, shown.toSeconds());
  }

  private String summary(List<OpenStretch> open) {
    int days = (int) Math.max(1, Math.round(shown.toHours() / 24.0));
    String when = days == 1 ? "the next day" : "the next %d days".formatted(days);
    return open.isEmpty()
        ? "Closed for " + when
        : "Open %s in %s"
            .formatted(open.size() == 1 ? "once" : "%d times".formatted(open.size()), when);
  }

  private static String share(OpenStretch stretch) {
    return "%d of %s".formatted(stretch.open(), Wording.clusters(stretch.clusters()));
  }
}

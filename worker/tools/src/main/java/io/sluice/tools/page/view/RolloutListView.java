package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutFilter;
import io.sluice.tools.page.model.RolloutListEntry;
import io.sluice.tools.page.model.Urgency;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Formats a list of rollouts: those that wait for a person, halted ones, moving ones, the rest. */
public final class RolloutListView {
  private RolloutListView() {}

  /** Rows of one page: what fits a few screens. */
  private static final int ROWS = 20;

  /**
   * Returns the heading, the filter, a section for each urgency, and the way to other pages; those
   * without a rollout are hidden.
   *
   * @param granted whether this person may change that one
   */
  public static List<Element> sections(
      List<RolloutListEntry> rollouts, RolloutFilter filter, Predicate<RolloutListEntry> granted) {
    List<RolloutListEntry> sorted = rollouts.stream().sorted(RolloutListEntry.BY_URGENCY).toList();
    List<RolloutListEntry> chosen = filter.of(sorted, granted);
    int last = Math.max(1, (chosen.size() + ROWS - 1) / ROWS);
    int page = Math.min(filter.page(), last);
    List<RolloutListEntry> shown =
        chosen.subList((page - 1) * ROWS, Math.min(page * ROWS, chosen.size()));
    List<Element> sections = new ArrayList<>();
    sections.add(head(sorted));
    sections.add(FilterView.form(sorted, filter));
    for (Urgency urgency : Urgency.values()) {
      sections.add(section(urgency, of(urgency, shown), of(urgency, chosen).size()));
    }
    sections.add(FilterView.pages(filter.at(page), last, ROWS, chosen.size()));
    return sections;
  }

  private static List<RolloutListEntry> of(Urgency urgency, List<RolloutListEntry> rollouts) {
    return rollouts.stream().filter(one -> one.urgency() == urgency).toList();
  }

  private static Element head(List<RolloutListEntry> rollouts) {
    long waiting = rollouts.stream().filter(one -> one.urgency() == Urgency.WAITS).count();
    long halted = rollouts.stream().filter(one -> one.urgency() == Urgency.HALTED).count();
    String text =
        rollouts.isEmpty()
            ? "There are no rollouts here, as far as you may read."
            : waiting + halted == 0 ? "Nothing waits for a person." : sentence(waiting, halted);
    return Element.of("section", "id", "head", "class", "head", "aria-labelledby", "title")
        .add(
            Element.of("h1", "id", "title").text("Rollouts"),
            Element.of("p", "class", "waiting", "id", "waiting").text(text));
  }

  private static String sentence(long waiting, long halted) {
    String waits = waiting == 0 ? "Nothing" : waiting == 1 ? "1 rollout" : waiting + " rollouts";
    return waits
        + (waiting > 1 ? " wait" : " waits")
        + " for a person"
        + (halted == 0 ? "." : ", %d halted.".formatted(halted));
  }

  /** The number is that of all pages. */
  private static Element section(Urgency urgency, List<RolloutListEntry> rollouts, int number) {
    String id = "list-" + urgency.name().toLowerCase(Locale.ROOT);
    Element list = Element.of("ul", "class", "rollouts");
    rollouts.forEach(rollout -> list.add(row(rollout)));
    return Element.of("section", "id", id, "aria-labelledby", id + "-title")
        .flag("hidden", rollouts.isEmpty())
        .add(
            Element.of("h2", "id", id + "-title")
                .text(urgency.title())
                .add(Element.of("span", "class", "number").text(String.valueOf(number))),
            list);
  }

  private static Element row(RolloutListEntry rollout) {
    Element first =
        Element.of("div", "class", "who")
            .add(
                LongWords.in(
                    Element.of("a", "href", path(rollout))
                        .add(
                            Element.of("span", "class", "namespace")
                                .text(rollout.name().namespace() + "/")),
                    rollout.name().subject()),
                PhaseBadge.of(rollout));
    Element second =
        Element.of("div", "class", "why").add(Element.of("p").text(rollout.waitingFor()));
    if (!rollout.since().isEmpty()) {
      second.add(
          Element.of("p", "class", "quiet")
              .text(
                  switch (rollout.urgency()) {
                    case DONE -> "Ended ";
                    case HALTED, WAITS, MOVING -> "Since ";
                  })
              .add(Times.of(rollout.since()).attribute("data-ago", "")));
    }
    Element third = Element.of("div", "class", "far");
    if (rollout.counts().clusters() > 0) {
      third.add(
          Element.of("span", "class", "count")
              .text("%d of %d".formatted(rollout.counts().done(), rollout.counts().clusters())),
          CountsBar.of(rollout.counts()));
    }
    return Element.of(
            "li",
            "class",
            "card rollout",
            "id",
            "rollout-" + rollout.name().toString().replace('/', '.'))
        .add(first, second, third);
  }

  private static String path(RolloutListEntry rollout) {
    return "./rollouts/%s/%s"
        .formatted(encoded(rollout.name().namespace()), encoded(rollout.name().name()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

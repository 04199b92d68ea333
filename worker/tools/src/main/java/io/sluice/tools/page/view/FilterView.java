package io.sluice.tools.page.view;

import static java.util.stream.Collectors.joining;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutFilter;
import io.sluice.tools.page.model.RolloutListEntry;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Formats what a person chooses rollouts by, and the way to the next of them. */
final class FilterView {
  private FilterView() {}

  static Element form(List<RolloutListEntry> rollouts, RolloutFilter filter) {
    Element form =
        Element.of("form", "id", "filter-form", "role", "search", "class", "filter")
            .add(
                Element.of("label", "class", "search")
                    .add(
                        Element.of("span", "class", "hidden").text("Search rollouts"),
                        Element.of(
                            "input",
                            "type",
                            "search",
                            "name",
                            "q",
                            "value",
                            filter.text(),
                            "placeholder",
                            "Search rollouts",
                            "autocomplete",
                            "off")),
                choice(
                    "namespace",
                    "All namespaces",
                    filter.namespace(),
                    rollouts,
                    one -> one.name().namespace(),
                    name -> name),
                choice(
                    "phase",
                    "All phases",
                    filter.phase(),
                    rollouts,
                    RolloutListEntry::phase,
                    PhaseBadge::text),
                Element.of("label", "class", "mine")
                    .add(
                        Element.of("input", "type", "checkbox", "name", "mine", "value", "1")
                            .flag("checked", filter.mine()))
                    .text("Waits for me"));
    return Element.of("section", "id", "filter", "aria-label", "Filter")
        .flag("hidden", rollouts.isEmpty())
        .add(form);
  }

  private static Element choice(
      String name,
      String all,
      String chosen,
      List<RolloutListEntry> rollouts,
      Function<RolloutListEntry, String> value,
      Function<String, String> text) {
    TreeSet<String> values = new TreeSet<>(rollouts.stream().map(value).toList());
    if (!chosen.isEmpty()) {
      values.add(chosen);
    }
    Element select = Element.of("select", "name", name, "aria-label", all);
    select.add(Element.of("option", "value", "").text(all));
    values.forEach(
        each ->
            select.add(
                Element.of("option", "value", each)
                    .flag("selected", each.equals(chosen))
                    .text(text.apply(each))));
    return select;
  }

  /**
   * Returns which part of the rollouts is shown.
   *
   * @param filter with the page that is shown
   * @param last the number of pages
   */
  static Element pages(RolloutFilter filter, int last, int rows, int rollouts) {
    Element nav =
        Element.of("section", "id", "pages", "class", "pages", "aria-label", "Pages")
            .flag("hidden", last == 1 && (rollouts > 0 || filter.none()));
    if (rollouts == 0) {
      return nav.add(
          Element.of("p").text("No rollout fits. "), link(RolloutFilter.NONE, "Show all"));
    }
    int from = (filter.page() - 1) * rows + 1;
    nav.add(
        Element.of("p")
            .text(
                "%,d to %,d of %,d"
                    .formatted(from, Math.min(rollouts, from + rows - 1), rollouts)));
    if (filter.page() > 1) {
      nav.add(link(filter.at(filter.page() - 1), "‹ Previous"));
    }
    if (filter.page() < last) {
      nav.add(link(filter.at(filter.page() + 1), "Next ›"));
    }
    return nav;
  }

  private static Element link(RolloutFilter filter, String text) {
    return Element.of("a", "class", "button", "href", "./" + query(filter), "data-page", "")
        .text(text);
  }

  /** Writes a filter as the query of an address; empty for none. */
  private static String query(RolloutFilter filter) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("q", filter.text());
    parts.put("namespace", filter.namespace());
    parts.put("phase", filter.phase());
    parts.put("mine", filter.mine() ? "1" : "");
    parts.put("page", filter.page() > 1 ? String.valueOf(filter.page()) : "");
    String query =
        parts.entrySet().stream()
            .filter(part -> !part.getValue().isEmpty())
            .map(
                part ->
                    part.getKey()
                        + "="
                        + URLEncoder.encode(part.getValue(), StandardCharsets.UTF_8))
            .collect(joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }
}

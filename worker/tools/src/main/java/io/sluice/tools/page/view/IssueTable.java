package io.sluice.tools.page.view;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.request.RolloutRequester;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Formats the clusters that need attention, and when time alone changes them. */
final class IssueTable {
  private final RolloutPage page;
  private final Map<String, NextInstants> next;
  private final boolean known;
  private final RolloutRequester.Offer offer;

  IssueTable(RolloutPage page, RolloutRequester.Offer offer) {
    this.page = page;
    this.offer = offer;
    this.next = page.instants();
    this.known = page.issues().stream().anyMatch(issue -> next.containsKey(issue.cluster()));
  }

  Element element() {
    List<String> headings =
        new ArrayList<>(List.of("Cluster", "Group", "Status", "Reason", "Since", "Message"));
    if (known) {
      headings.add("Next");
    }
    if (asks()) {
      headings.add("Request");
    }
    return Tables.of(
        "Clusters that need attention", headings, page.issues().stream().map(this::row).toList());
  }

  private List<Element> row(RolloutStatus.Issue issue) {
    Element status = Element.of("span", "class", "with-mark");
    CellStatus.ofLabel(Objects.requireNonNullElse(issue.status(), ""))
        .ifPresent(found -> status.add(CountsBar.mark(found)));
    status.text(
        Objects.requireNonNullElse(issue.status(), "") + (issue.ignored() ? ", ignored" : ""));
    List<Element> cells =
        new ArrayList<>(
            List.of(
                Tables.text(issue.cluster()),
                Tables.text(page.label(issue)),
                status,
                Tables.text(issue.reason()),
                Times.of(issue.since()),
                Tables.text(issue.message())));
    if (known) {
      cells.add(InstantTexts.element(next.getOrDefault(issue.cluster(), NextInstants.NONE)));
    }
    if (asks()) {
      cells.add(ask(issue.cluster()));
    }
    return cells;
  }

  private boolean asks() {
    return !offer.skip().isEmpty() || !offer.count().isEmpty();
  }

  private Element ask(String cluster) {
    return offer.skip().contains(cluster)
        ? ActButton.of(RolloutRequester.Act.SKIP, cluster)
        : offer.count().contains(cluster)
            ? ActButton.of(RolloutRequester.Act.COUNT, cluster)
            : Tables.text("");
  }
}

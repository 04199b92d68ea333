package io.sluice.tools.page.view;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.sluice.hold.HoldKind;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Counts;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.GroupStep;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.status.ApprovalOrigin;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Formats one decision group: how far it is, a cell for each cluster, and how to approve it. */
final class GroupCard {
  private final RolloutPage page;
  private final GroupCells group;
  private final int number;
  private final GroupStep step;
  private final boolean actions;

  /**
   * Prepares a card.
   *
   * @param number its place in the rollout, from 0
   * @param step where it stands in the order
   * @param actions whether a person can approve on this page
   */
  GroupCard(RolloutPage page, int number, GroupStep step, boolean actions) {
    this.page = page;
    this.group = page.groups().get(number);
    this.number = number;
    this.step = step;
    this.actions = actions;
  }

  Element element() {
    RolloutStatus.Group state = group.group();
    Counts counts = state.counts();
    String heading = "group-" + number + "-name";
    Element card =
        Element.of(
            "section",
            "class",
            "card group"
                + (CellGrid.wide(group.cells().size()) ? " wide" : "")
                + (step == GroupStep.NOW ? " now" : ""),
            "id",
            "group-" + number,
            "aria-labelledby",
            heading);
    card.add(
        Element.of("div", "class", "group-head")
            .add(
                Element.of("h3", "id", heading).text(page.label(state)),
                Element.of("span", "class", "count")
                    .text(counts.done() + " of " + counts.clusters())),
        CountsBar.of(counts),
        Element.of("p", "class", "state").text(state(state)));
    recorded(state).ifPresent(people -> card.add(Element.of("p", "class", "state").text(people)));
    state
        .closed()
        .ifPresent(hold -> card.add(Element.of("p", "class", "state").text(hold.message())));
    if (state.inform() != null && state.inform().clusters() > 0) {
      card.add(CountsBar.legend(state.inform()));
    }
    card.add(OpeningStrip.of(group.openings(), "openings-" + number));
    if (!group.cells().isEmpty()) {
      card.add(cells(), names());
    }
    card.add(InstantTexts.first(group));
    card.add(approve(state));
    return card;
  }

  private String state(RolloutStatus.Group state) {
    Counts counts = state.counts();
    if (counts.clusters() == 0) {
      return "No clusters";
    }
    if (!counts.begun()) {
      return state.unapproved(page.strategy()) ? unapproved(state) : "To apply";
    }
    String tolerated =
        state.failuresTolerated() > 0 ? " (%d tolerated)".formatted(state.failuresTolerated()) : "";
    String text = CountsBar.text(counts);
    return counts.done() == counts.clusters()
        ? "Done"
        : Character.toUpperCase(text.charAt(0))
            + text.substring(1)
            + (counts.failed() + counts.timeOut() > 0 ? tolerated : "");
  }

  /** Why it is not approved: what its rules ask for, where the status says it. */
  private static String unapproved(RolloutStatus.Group state) {
    return state.holds().stream()
        .filter(hold -> HoldKind.APPROVAL.label().equals(hold.kind()) && hold.message() != null)
        .map(RolloutStatus.Hold::message)
        .findFirst()
        .orElse("Not approved");
  }

  /** Names who has approved it for a rule. */
  private Optional<String> recorded(RolloutStatus.Group state) {
    String people =
        page.approvals().stream()
            .filter(ApprovalOrigin::recorded)
            .filter(
                approval ->
                    state.groupName().equals(Objects.requireNonNullElse(approval.groupName(), "")))
            .map(approval -> "%s, %s".formatted(Approver.of(approval), Approver.when(approval)))
            .collect(joining("; "));
    return people.isEmpty() ? Optional.empty() : Optional.of("Approved by " + people);
  }

  /** One stop of the tab key for all cells: the arrow keys go from cluster to cluster. */
  private Element cells() {
    int clusters = group.cells().size();
    return Element.of(
            "div",
            "class",
            "cells",
            "data-group",
            String.valueOf(number),
            "tabindex",
            "0",
            "role",
            "slider",
            "aria-label",
            "Clusters of group %s, arrow keys".formatted(page.label(group.group())),
            "aria-valuemin",
            "1",
            "aria-valuemax",
            String.valueOf(clusters),
            "aria-valuenow",
            "1",
            "aria-valuetext",
            "%d clusters: %s".formatted(clusters, CountsBar.text(group.group().counts())))
        .add(CellGrid.of(group.cells()));
  }

  /** The same without cells: to search, to print and to copy. */
  private Element names() {
    Map<CellStatus, List<ClusterCell>> byStatus =
        group.cells().stream()
            .collect(
                groupingBy(
                    ClusterCell::status,
                    () -> new EnumMap<>(CellStatus.class),
                    java.util.stream.Collectors.toList()));
    Element list = Element.of("dl");
    byStatus.forEach(
        (status, cells) ->
            list.add(
                Element.of("dt")
                    .add(CountsBar.mark(status))
                    .text("%s (%d)".formatted(status.text(), cells.size())),
                Element.of("dd")
                    .text(cells.stream().map(ClusterCell::cluster).collect(joining(", ")))));
    return Element.of("details", "class", "names", "id", "names-" + number)
        .add(Element.of("summary").text("Clusters by name"), list);
  }

  private Optional<Element> approve(RolloutStatus.Group state) {
    boolean open = page.status().outcome == null;
    if (!actions
        || !open
        || !state.unapproved(page.strategy())
        || state.counts().finished()
        || page.name().target().isEmpty()) {
      return Optional.empty();
    }
    String label = page.label(state);
    return Optional.of(
        Element.of(
                "button",
                "type",
                "button",
                "class",
                "primary",
                "id",
                "approve-" + number,
                "data-act",
                "approve",
                "data-group",
                state.groupName())
            .text("Approve " + label + "…"));
  }
}

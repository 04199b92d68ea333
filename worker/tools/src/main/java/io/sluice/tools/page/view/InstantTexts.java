package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.NextInstants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats when soaks and deadlines end: of one cluster, and of the first of a group. */
final class InstantTexts {
  private static final String SOAK = "Soak ends";
  private static final String DEADLINE = "Deadline";

  private InstantTexts() {}

  /** Returns {@code Soak ends 5 Jan 2026, 10:05:00 UTC}; empty where nothing is known. */
  static Optional<String> text(NextInstants next) {
    List<String> parts = new ArrayList<>();
    next.soakUntil().ifPresent(at -> parts.add(SOAK + " " + Times.text(at)));
    next.deadline().ifPresent(at -> parts.add(DEADLINE + " " + Times.text(at)));
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  /** Returns the same with instants that a script completes by how long that is. */
  static Element element(NextInstants next) {
    Element list = Element.of("span");
    next.soakUntil().ifPresent(at -> list.text(SOAK + " ").add(ago(at)));
    next.deadline().ifPresent(at -> list.text(DEADLINE + " ").add(ago(at)));
    return list;
  }

  /** Returns the first soak and the first deadline of a group; empty where none is known. */
  static Optional<Element> first(GroupCells group) {
    Element list = Element.of("dl", "class", "next");
    group
        .firstSoak()
        .ifPresent(
            cell -> entry(list, "First soak ends", cell, cell.next().soakUntil().orElseThrow()));
    group
        .firstDeadline()
        .ifPresent(
            cell -> entry(list, "First deadline", cell, cell.next().deadline().orElseThrow()));
    return group.firstSoak().or(group::firstDeadline).map(any -> list);
  }

  private static void entry(Element list, String name, ClusterCell cell, Instant at) {
    list.add(
        Element.of("div")
            .add(
                Element.of("dt").text(name),
                Element.of("dd").add(ago(at)).text(" · " + cell.cluster())));
  }

  private static Element ago(Instant at) {
    return Times.of(at).attribute("data-ago", "");
  }
}

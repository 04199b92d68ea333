package io.sluice.tools.page.view;

import io.sluice.rollout.Phase;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.GroupStep;
import io.sluice.tools.page.model.RolloutPage;
import java.util.List;
import java.util.Map;

/** Draws the groups as steps from left to right: which are done, which is now, which come later. */
final class GroupSteps {
  /** A full disc with a tick, a ring with a point, a ring. */
  private static final Map<GroupStep, String> SHAPES =
      Map.of(
          GroupStep.DONE,
          "M7 0a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM6.1 10.3 11 5.2 9.8 4 6.1 7.9 4.3 6 3.1 7.2z",
          GroupStep.NOW,
          "M7 0a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 1.7a5.3 5.3 0 1 0 0 10.6 5.3 5.3 0 0 0 0-10.6zM7 4a3 3"
              + " 0 1 1 0 6 3 3 0 0 1 0-6z");

  private static final String RING =
      "M7 0a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z";

  private static final Map<String, String> HALTS =
      Map.of(
          Phase.HALTED.label(), "halted",
          Phase.PAUSED.label(), "paused");

  private GroupSteps() {}

  /** Returns where each group of a page stands. */
  static List<GroupStep> of(RolloutPage page) {
    return GroupStep.of(
        page.groups().stream().map(each -> each.group().counts()).toList(),
        page.status().outcome != null);
  }

  /** Returns the steps, each a link to its group. */
  static Element element(RolloutPage page) {
    List<GroupStep> steps = of(page);
    Element list = Element.of("ol", "class", "steps", "aria-label", "Groups in their order");
    for (int i = 0; i < steps.size(); i++) {
      list.add(step(page, page.groups().get(i), i, steps.get(i)));
    }
    return list;
  }

  private static Element step(RolloutPage page, GroupCells group, int number, GroupStep step) {
    Element item = Element.of("li", "class", "step " + step.css());
    if (step == GroupStep.NOW) {
      item.attribute("aria-current", "step");
    }
    long clusters = group.group().counts().clusters();
    return item.add(
        Element.of("a", "href", "#group-" + number)
            .add(
                CountsBar.of(group.group().counts()),
                Element.of("span", "class", "step-name")
                    .add(mark(step), LongWords.in(Element.of("span"), page.label(group.group()))),
                Element.of("span", "class", "step-state")
                    .text(
                        "%s · %d of %d"
                            .formatted(
                                text(page, group, step),
                                group.group().counts().done(),
                                clusters))));
  }

  private static String text(RolloutPage page, GroupCells group, GroupStep step) {
    if (step != GroupStep.NOW) {
      return step.text();
    }
    if (group.group().unapproved(page.strategy()) && !group.group().counts().begun()) {
      return "Now: to approve";
    }
    String halt = HALTS.get(page.status().phase == null ? "" : page.status().phase);
    return halt == null ? step.text() : step.text() + ": " + halt;
  }

  private static Element mark(GroupStep step) {
    return Element.of(
            "svg",
            "class",
            "step-mark",
            "viewBox",
            "0 0 14 14",
            "width",
            "14",
            "height",
            "14",
            "aria-hidden",
            "true")
        .add(Element.of("path", "fill-rule", "evenodd", "d", SHAPES.getOrDefault(step, RING)));
  }
}

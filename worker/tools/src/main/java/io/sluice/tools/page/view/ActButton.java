package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.request.RolloutRequester;
import java.util.Locale;

/** Formats the buttons that open a question. */
final class ActButton {
  private ActButton() {}

  /**
   * Returns one.
   *
   * @param cluster empty for what concerns the rollout as a whole
   */
  static Element of(RolloutRequester.Act act, String cluster) {
    String name = act.name().toLowerCase(Locale.ROOT);
    Element button = Element.of("button", "type", "button", "data-act", name);
    if (!cluster.isEmpty()) {
      return button
          .attribute("class", "small")
          .attribute("data-cluster", cluster)
          .attribute("aria-label", act.text() + " " + cluster)
          .text(act.text() + "…");
    }
    return button.attribute("id", "act-" + name).text(act.text() + "…");
  }
}

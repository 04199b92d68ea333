package io.sluice.tools.page.view;

import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutListEntry;
import java.util.Map;

/** Formats the phase, or at the end the outcome, of a rollout. */
final class PhaseBadge {
  private static final Map<String, String> TEXTS =
      Map.of("WaitingForApproval", "Waiting for approval");
  private static final Map<String, String> TONES =
      Map.of(
          "WaitingForApproval", "wait",
          "Paused", "wait",
          "Halted", "bad",
          "Failed", "bad",
          "Aborted", "bad",
          "Succeeded", "good",
          "Progressing", "move",
          "Soaking", "move");

  private PhaseBadge() {}

  static Element of(RolloutListEntry rollout) {
    String label = rollout.phase();
    return Element.of("span", "class", "badge " + TONES.getOrDefault(label, "calm"))
        .text(text(label));
  }

  static String text(String label) {
    return TEXTS.getOrDefault(label, label);
  }
}

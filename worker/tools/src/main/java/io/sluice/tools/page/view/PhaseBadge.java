package io.sluice.tools.page.view;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Phase;
import io.sluice.tools.page.markup.Element;
import java.util.Map;
import java.util.Objects;

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

  static Element of(RolloutStatus status) {
    String label = label(status);
    return Element.of("span", "class", "badge " + TONES.getOrDefault(label, "calm"))
        .text(TEXTS.getOrDefault(label, label));
  }

  static String label(RolloutStatus status) {
    String phase = Objects.requireNonNullElse(status.phase, "Not begun");
    return phase.equals(Phase.DONE.label())
        ? Objects.requireNonNullElse(status.outcome, phase)
        : phase;
  }
}

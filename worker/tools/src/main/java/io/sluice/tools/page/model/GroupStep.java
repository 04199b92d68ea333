package io.sluice.tools.page.model;

import io.sluice.rollout.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lists where a group stands in the order of its rollout. */
public enum GroupStep {
  DONE("Done"),
  NOW("Now"),
  LATER("Later"),
  /** The attempt ended while it was under way. */
  STOPPED("Stopped"),
  /** The attempt ended before its turn. */
  NOT_REACHED("Not reached");

  private final String text;

  GroupStep(String text) {
    this.text = text;
  }

  /** Returns it for people. */
  public String text() {
    return text;
  }

  /** Returns the class name of style sheets. */
  public String css() {
    return "step-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the step of each group: the first that has not finished is the one of now, and so is
   * every other that has begun.
   *
   * @param ended whether the outcome of the attempt is decided
   */
  public static List<GroupStep> of(List<Counts> groups, boolean ended) {
    List<GroupStep> steps = new ArrayList<>(groups.size());
    boolean reached = false;
    for (Counts counts : groups) {
      if (counts.finished()) {
        steps.add(DONE);
        continue;
      }
      boolean now = counts.begun() || !reached;
      reached = true;
      steps.add(ended ? counts.begun() ? STOPPED : NOT_REACHED : now ? NOW : LATER);
    }
    return steps;
  }
}

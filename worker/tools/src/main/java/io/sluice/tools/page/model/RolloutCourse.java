package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/**
 * Shows an attempt over time.
 *
 * @param groups in rollout order
 * @param startsAlone whether only the starts of clusters are known, and what they have reached now
 * @param gaps what of it is not known, and where it would be found; empty if nothing is missing
 */
public record RolloutCourse(
    Instant from, Instant to, List<GroupCourse> groups, boolean startsAlone, String gaps) {
  public RolloutCourse {
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
    groups = List.copyOf(groups);
    requireNonNull(gaps, "gaps is null");
  }

  /** Returns the same with another sentence on what is not known. */
  public RolloutCourse with(String more) {
    return new RolloutCourse(from, to, groups, startsAlone, (gaps + " " + more).strip());
  }
}

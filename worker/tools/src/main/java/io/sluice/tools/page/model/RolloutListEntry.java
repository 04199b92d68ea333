package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.status.ShownStatus;
import java.util.Comparator;
import java.util.Objects;

/** Shows one rollout in a list of them. */
public record RolloutListEntry(RolloutName name, RolloutStatus status) implements ShownStatus {
  /** What needs a person soonest comes first; among equals what waits longest. */
  public static final Comparator<RolloutListEntry> BY_URGENCY =
      Comparator.comparing(RolloutListEntry::urgency)
          .thenComparing(RolloutListEntry::since)
          .thenComparing(RolloutListEntry::name);

  public RolloutListEntry {
    requireNonNull(name, "name is null");
    requireNonNull(status, "status is null");
  }

  public Urgency urgency() {
    return Urgency.of(this);
  }

  /** Returns the phase, or at the end the outcome. */
  public String phase() {
    return result().orElse("Not begun");
  }

  /** Returns since when it waits, or when it ended; empty where neither is known. */
  public String since() {
    if (status.waitingSince != null) {
      return status.waitingSince;
    }
    return Objects.requireNonNullElse(
        status.endedAt, Objects.requireNonNullElse(status.startedAt, ""));
  }
}

package io.sluice.tools.page.read;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Phase;
import io.sluice.tools.page.model.RolloutPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reduces the page of a rollout to what the hub still holds of a former attempt. */
public final class FormerAttemptPage {
  private FormerAttemptPage() {}

  /** Returns the page; empty if the hub does not list that attempt. */
  public static Optional<RolloutPage> of(RolloutPage page, long attempt) {
    long present = Objects.requireNonNullElse(page.status().attempt, 0L);
    if (attempt == present) {
      return Optional.of(page);
    }
    // The list is without numbers: the newest comes first, and none is left out between.
    long place = present - 1 - attempt;
    return place >= 0 && place < page.former().size()
        ? Optional.of(reduced(page, attempt, page.former().get((int) place)))
        : Optional.empty();
  }

  private static RolloutPage reduced(RolloutPage page, long attempt, RolloutStatus.Former former) {
    RolloutStatus status = new RolloutStatus();
    status.attempt = attempt;
    status.rolloutUID = former.rolloutUID();
    status.currentRolloutGeneration = former.generation();
    status.phase = Phase.DONE.label();
    status.outcome = former.outcome();
    status.reason = former.reason();
    status.startedAt = former.startedAt();
    status.endedAt = former.endedAt();
    status.approvals = former.approvals();
    List<String> unknown = new ArrayList<>(page.unknown());
    unknown.add(
        former.approvals() == null
            ? "This is a former attempt. The hub keeps how it ended; its groups, clusters and"
                + " approvals were in the status until the next attempt began."
            : "This is a former attempt. The hub keeps how it ended, and who approved its groups;"
                + " groups and clusters were in the status until the next attempt began.");
    return new RolloutPage(
        page.name(),
        page.strategy(),
        status,
        List.of(),
        page.timeline().stream().filter(entry -> within(entry.at(), former)).toList(),
        unknown,
        page.readAt());
  }

  private static boolean within(Instant at, RolloutStatus.Former former) {
    return former.startedAt() != null
        && former.endedAt() != null
        && !at.isBefore(Instant.parse(former.startedAt()))
        && !at.isAfter(Instant.parse(former.endedAt()).plusSeconds(5));
  }
}

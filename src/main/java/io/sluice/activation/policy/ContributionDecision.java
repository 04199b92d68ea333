package io.sluice.activation.policy;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationDecision.Activate;
import io.sluice.activation.ActivationDecision.Hold;
import io.sluice.activation.PendingIntent;
import java.util.List;
import java.util.Optional;

/**
 * Holds what was decided about one contribution.
 *
 * @param input what it was decided from
 * @param next what to store of the contribution
 */
record ContributionDecision(
    ContributionInput input, ActivationDecision decision, ContributionRecord next) {
  /** Returns the activation; empty if what was active stays. */
  Optional<Activate> activated() {
    return decision instanceof Activate activate ? Optional.of(activate) : Optional.empty();
  }

  /** Returns what holds it, if its edits wait. */
  Optional<Hold> held() {
    return decision instanceof Hold hold && input.preference().waits()
        ? Optional.of(hold)
        : Optional.empty();
  }

  /** Returns what waits. A contribution that is held keeps its record, whatever waited before. */
  Optional<PendingIntent> pending() {
    return decision instanceof Hold ? Optional.empty() : next.record().pending();
  }

  /** Describes what waits. */
  List<PendingChange> changes() {
    return pending().map(own -> PendingChange.of(input, own.changes())).orElse(List.of());
  }
}

package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.EncryptedValues;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.status.RolloutStatusParser;
import io.sluice.policy.HubTemplates;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Warns, once a day, of a rollout that holds values which OCM's propagator encrypts for longer than
 * clusters can read them (gate 6).
 */
public final class ExpiryWarner {
  private static final String REASON = "EncryptedValuesExpire";

  private final EventRecorder events;

  public ExpiryWarner(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Looks at a policy that the gate stages. */
  public void look(PolicyContext context, Instant now) {
    Optional<Instant> since =
        context
            .root()
            .filter(root -> HubTemplates.encrypts(root.snapshot()))
            .flatMap(root -> context.rolloutStatus())
            .filter(RolloutStatusParser::runOpen)
            .flatMap(status -> status.started())
            .filter(started -> EncryptedValues.warned(started, now));
    since.ifPresent(
        started ->
            context
                .rollout()
                .ifPresent(
                    rollout ->
                        events.warning(
                            EventSubject.of(rollout),
                            REASON,
                            "Clusters are held for %d days, and the policy encrypts values (fromSecret, protect): from %s on they may be unable to read those that they have. Let the rollout go on, or abort it."
                                .formatted(
                                    EncryptedValues.days(started, now),
                                    EncryptedValues.unreadable(started)
                                        .truncatedTo(ChronoUnit.DAYS)
                                        .toString()
                                        .substring(0, 10)),
                            "day " + EncryptedValues.days(started, now))));
  }
}

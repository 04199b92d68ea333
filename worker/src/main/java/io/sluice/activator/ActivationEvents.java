package io.sluice.activator;

import static java.util.Objects.requireNonNull;

import io.sluice.contribution.PolicyActivation;
import io.sluice.contribution.PolicyActivationDecision;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import java.util.Optional;

/**
 * Records an Event on each PlacementBinding that waits, when the gate closes and when it opens
 * (lazy-activation 1.4 and 4.5).
 */
public final class ActivationEvents {
  private static final String PENDING = "ActivationPending";
  private static final String ACTIVATED = "Activated";

  private final EventRecorder events;

  public ActivationEvents(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /**
   * Reports a decision that was stored.
   *
   * @param former what was stored before it
   */
  void decided(
      PolicyContext context, Optional<PolicyActivation> former, PolicyActivationDecision decision) {
    decision.activation().contributions().stream()
        .filter(stored -> !stored.binding().isEmpty())
        .forEach(
            stored -> {
              boolean waits = stored.record().pending().isPresent();
              boolean waited =
                  former
                      .flatMap(activation -> activation.contribution(stored.binding()))
                      .flatMap(before -> before.record().pending())
                      .isPresent();
              if (waits != waited) {
                subject(context, stored.binding())
                    .ifPresent(
                        subject ->
                            events.normal(
                                subject, waits ? PENDING : ACTIVATED, decision.message()));
              }
            });
  }

  private static Optional<EventSubject> subject(PolicyContext context, String binding) {
    return context.objects().bindings().stream()
        .filter(object -> object.getMetadata().getName().equals(binding))
        .filter(
            object ->
                object.getMetadata().getNamespace().equals(context.objects().policy().namespace()))
        .map(EventSubject::of)
        .findFirst();
  }
}

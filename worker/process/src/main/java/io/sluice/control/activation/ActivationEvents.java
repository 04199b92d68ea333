package io.sluice.control.activation;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.policy.ContributionRecord;
import io.sluice.activation.policy.PolicyActivation;
import io.sluice.activation.policy.PolicyActivationDecision;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import java.util.Optional;

/**
 * Records an Event when an intent begins to wait and when it is activated (lazy-activation 1.4 and
 * 4.5): on the PlacementBinding that waits, for the strategy on the policy.
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
    for (ContributionRecord stored : decision.activation().contributions()) {
      Optional<ActivationRecord> before =
          former
              .flatMap(activation -> activation.contribution(stored.binding()))
              .map(ContributionRecord::record);
      boolean waits = stored.record().pending().isPresent();
      boolean waited = before.flatMap(ActivationRecord::pending).isPresent();
      if (waits && !waited) {
        record(context, stored, PENDING, decision.message());
      } else if (waited && !waits && !active(before).equals(active(Optional.of(stored.record())))) {
        record(context, stored, ACTIVATED, activated(context, decision));
      }
    }
  }

  /** Returns the active revision; an edit that was reverted does not change it. */
  private static Optional<String> active(Optional<ActivationRecord> record) {
    return record.flatMap(ActivationRecord::active).map(ActiveIntent::revision);
  }

  private static String activated(PolicyContext context, PolicyActivationDecision decision) {
    ActiveIntent intent = decision.activation().record().active().orElseThrow();
    return "Revision %s of the targeting of policy %s is active (%s)."
        .formatted(intent.revision(), context.objects().policy().name(), intent.cause().label());
  }

  private void record(
      PolicyContext context, ContributionRecord stored, String reason, String message) {
    subject(context, stored).ifPresent(subject -> events.normal(subject, reason, message));
  }

  private static Optional<EventSubject> subject(PolicyContext context, ContributionRecord stored) {
    if (stored.strategy()) {
      return context.objects().root().map(EventSubject::of);
    }
    return context.objects().bindings().stream()
        .filter(object -> object.getMetadata().getName().equals(stored.binding()))
        .filter(object -> namespace(object).equals(context.objects().policy().namespace()))
        .map(EventSubject::of)
        .findFirst();
  }

  private static String namespace(GenericKubernetesResource object) {
    return object.getMetadata().getNamespace();
  }
}

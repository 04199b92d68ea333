package io.sluice.control.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.activation.ActivationRecord;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.rollout.Wording;
import io.sluice.template.ResourceId;
import io.sluice.template.work.TemplatePlan;
import java.util.List;
import java.util.Optional;

/**
 * Records an Event when an intent of a template begins to wait, and when it is activated
 * (lazy-activation 1.4).
 */
final class ActivationReporter {
  private static final String PENDING = "ActivationPending";
  private static final String ACTIVATED = "Activated";

  private final EventRecorder events;

  ActivationReporter(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Reports that a template cannot have a binding, as another one's has the same name. */
  void nameTaken(GenericKubernetesResource template, ResourceId id, ResourceId other) {
    events.warning(
        EventSubject.of(template),
        "BindingNameTaken",
        "Cannot propagate %s: its binding would be named %s, as that of %s is. Rename one of them."
            .formatted(id, id.bindingName(), other),
        other.toString());
  }

  /**
   * Reports that a template waits until its former binding is gone.
   *
   * @param left the namespaces of Works that finalizers keep
   */
  void leaving(
      GenericKubernetesResource template, GenericKubernetesResource binding, List<String> left) {
    events.warning(
        EventSubject.of(template),
        "BindingTerminating",
        "Cannot propagate it yet: its former binding %s is being deleted, and finalizers keep its Works in %s. Have the executor of these members let them go."
            .formatted(binding.getMetadata().getName(), Wording.names(left)),
        binding.getMetadata().getUid());
  }

  /**
   * Reports a decision.
   *
   * @param former what was stored before it
   */
  void decided(
      GenericKubernetesResource template, Optional<ActivationRecord> former, TemplatePlan plan) {
    EventSubject subject = EventSubject.of(template);
    plan.decision()
        .match(
            activate -> {
              events.normal(
                  subject,
                  ACTIVATED,
                  activate.because(),
                  activate.record().active().orElseThrow().revision());
              return true;
            },
            keep -> {
              // Without a binding no former record is stored: then the recorder drops what it has
              // recorded before.
              keep.record()
                  .pending()
                  .filter(now -> former.flatMap(ActivationRecord::pending).isEmpty())
                  .ifPresent(
                      pending ->
                          events.normal(subject, PENDING, keep.because(), pending.revision()));
              return true;
            },
            hold -> {
              events.warning(subject, hold.reason(), hold.because(), hold.because());
              return true;
            });
  }
}

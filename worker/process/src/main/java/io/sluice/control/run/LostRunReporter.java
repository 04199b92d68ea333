package io.sluice.control.run;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.event.EventRecorder;

/** Records on a Rollout that a run was lost and is replaced (rollout-strategy 3.2, "Due"). */
public final class LostRunReporter {
  private static final String LOST = "RunLost";
  private static final String ADVICE =
      " To end an attempt, use sluice abort or spec.paused instead of terminating its run.";

  private final EventRecorder events;

  public LostRunReporter(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Reports that a new run continues the attempt of a lost one. */
  public void continued(GenericKubernetesResource rollout, long attempt) {
    events.warning(
        rollout,
        LOST,
        "Temporal knows no open run of attempt %d, so a new run continues it from the state of the hub."
                .formatted(attempt)
            + ADVICE);
  }

  /** Reports that a run ended before it claimed its object. */
  public void unclaimed(GenericKubernetesResource rollout, long attempt) {
    events.warning(
        rollout,
        LOST,
        "The run of attempt %d ended before it began to write, so another one is started."
                .formatted(attempt)
            + ADVICE);
  }
}

package io.sluice.hub.status;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.replay.ReplayedStep;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.util.List;
import java.util.Map;

/** Derives the status of a Rollout that a run would publish after a step. */
public final class ReplayedStatus {
  private ReplayedStatus() {}

  /** Returns the status after this step, without what outlasts an attempt. */
  public static RolloutStatus of(ReplayedStep replayed) {
    return RolloutStatusTree.of(
            RolloutStatusMapper.published(
                Map.of(),
                new StatusUpdate(
                    AttemptRef.of(replayed.step().state().spec()),
                    replayed.step().progress(),
                    replayed.step().progress().endedAt().isEmpty(),
                    List.of(),
                    replayed.step().because()),
                replayed.seen().hub().intent().generation()))
        .read();
  }
}

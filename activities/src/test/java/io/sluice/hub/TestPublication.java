package io.sluice.hub;

import static io.sluice.hub.read.TestHub.NOW;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.status.RolloutStatusMapper;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RunStatusWriter;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.Progress;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.StatusUpdate;
import java.util.List;
import java.util.Optional;

/** Writes a status of a run with a word or two of its own; all else is always the same. */
record TestPublication(
    AttemptRef attempt, Phase phase, Optional<Outcome> outcome, String waitingFor, boolean open) {
  /**
   * Writes it.
   *
   * @param seen the object from which the write begins
   */
  void write(RunStatusWriter runs, Optional<GenericKubernetesResource> seen) {
    Progress progress = progress(phase, outcome, waitingFor, false);
    StatusUpdate update = new StatusUpdate(attempt, progress, open, List.of(), Optional.empty());
    runs.publish(
        update,
        seen,
        object ->
            RolloutStatusMapper.published(
                RolloutStatusTree.status(object), update, HubObjects.generation(object)));
  }

  /**
   * Returns what a run reports.
   *
   * @param refused whether the run waits for valid settings
   */
  static Progress progress(
      Phase phase, Optional<Outcome> outcome, String waitingFor, boolean refused) {
    Counts counts = new Counts(2, 1, 1, 0, 0, 0, 0, 0, 0);
    return new Progress(
        Optional.of("Progressing"),
        phase,
        outcome,
        waitingFor,
        NOW,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        counts,
        0,
        0,
        List.of(),
        0,
        List.of(),
        false,
        List.of(),
        Optional.empty(),
        refused,
        Optional.empty(),
        false,
        Optional.empty(),
        List.of());
  }
}

package io.sluice.hub.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ClusterStatus;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.rollout.lifecycle.FieldAdvice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Ends an attempt in the status of its Rollout where no run does it: its run was terminated
 * (rollout-strategy 1.3).
 */
public final class AbortedStatus {
  private AbortedStatus() {}

  /**
   * Returns the status in which the attempt has ended; an outcome that is set stays. Empty if no
   * attempt is open.
   *
   * @param because why it was aborted, as the rest of a sentence
   */
  public static Optional<Map<String, Object>> of(
      GenericKubernetesResource rollout, String because, Instant now) {
    if (!RolloutStatusTree.open(rollout)) {
      return Optional.empty();
    }
    RolloutStatusTree tree = RolloutStatusTree.of(RolloutStatusTree.status(rollout));
    RolloutStatus status = tree.read();
    List<String> fields = new ArrayList<>(List.of("runOpen", "nextCheckAt"));
    status.runOpen = false;
    status.nextCheckAt = null;
    if (status.outcome == null) {
      status.outcome = Outcome.ABORTED.label();
      status.phase = Phase.DONE.label();
      status.rolloutStatus = ClusterStatus.FAILED.label();
      status.endedAt = RolloutStatusTree.seconds(now);
      status.waitingFor =
          "Aborted: %s. Every cluster keeps what it has. %s"
              .formatted(because, FieldAdvice.retry("policy", status.rolloutUID));
      fields.addAll(
          List.of("outcome", "phase", "rolloutStatus", "endedAt", "waitingFor", "noCluster"));
    }
    return Optional.of(tree.set(status, fields).tree());
  }
}

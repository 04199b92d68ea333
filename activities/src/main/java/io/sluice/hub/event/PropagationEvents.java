package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;

/**
 * Records on a root what was done with its replicas: {@code PolicyPropagation}, as the policy
 * propagator does, but one Event for each wave or delivery (policy-propagation 15).
 */
public final class PropagationEvents {
  private static final String REASON = "PolicyPropagation";

  private final EventRecorder events;

  public PropagationEvents(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Records a delivery without a rollout, or repairs; nothing when nothing was written. */
  public void written(RootPolicy root, long replicas) {
    if (replicas > 0) {
      events.normal(
          subject(root.name(), root.uid()),
          REASON,
          "The version of generation %d is written to %s."
              .formatted(root.generation(), counted(replicas, "replica")));
    }
  }

  /** Records that replicas were removed; nothing when none was. */
  public void removed(GenericKubernetesResource root, long replicas) {
    if (replicas > 0) {
      boolean disabled = Boolean.TRUE.equals(HubObjects.part(root, "spec").get("disabled"));
      events.normal(
          root,
          REASON,
          "%s%s removed."
              .formatted(disabled ? "The policy is disabled: " : "", counted(replicas, "replica")));
    }
  }

  /** Records a batch of a wave. */
  public BatchAnswer dispatched(Batch batch, BatchAnswer answer) {
    return batch(batch, answer, "dispatched to", " of group " + batch.label());
  }

  /** Records a batch of what clusters get before their turn. */
  public BatchAnswer provided(Batch batch, BatchAnswer answer) {
    return batch(batch, answer, "prepared on", "");
  }

  /** Records a batch of clusters that a version was taken back from. */
  public BatchAnswer takenBack(Batch batch, BatchAnswer answer) {
    return batch(batch, answer, "taken back from", "");
  }

  private BatchAnswer batch(Batch batch, BatchAnswer answer, String done, String of) {
    long refused = answer.acks().stream().filter(ack -> ack.refusal().isPresent()).count();
    long written = answer.acks().size() - refused;
    if (written + refused > 0) {
      events.normal(
          subject(batch.attempt().policyName(), batch.attempt().version().policyUid()),
          REASON,
          "The version of generation %d is %s %s%s%s."
              .formatted(
                  batch.attempt().version().generation(),
                  done,
                  counted(written, "cluster"),
                  of,
                  refused == 0 ? "" : "; refused for " + counted(refused, "cluster")));
    }
    return answer;
  }

  private static String counted(long count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }

  private static EventSubject subject(PolicyName policy, String uid) {
    return new EventSubject(
        Kinds.apiVersion(Kinds.POLICY),
        Kinds.POLICY.getKind(),
        policy.namespace(),
        policy.name(),
        uid);
  }
}

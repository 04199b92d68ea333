package io.sluice.control.rollout;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.write.Revisions;
import io.sluice.policy.Dispatch;
import io.sluice.rollout.lifecycle.AttemptNumber;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds the number of the last attempt of a policy whose Rollout object names none: it is new, or
 * was restored without its status (rollout-strategy 3.2, "Claim").
 */
public final class FormerAttemptFinder {
  private final Revisions revisions;
  private final EventRecorder events;

  public FormerAttemptFinder(Revisions revisions, EventRecorder events) {
    this.revisions = revisions;
    this.events = events;
  }

  /** Returns the number; 0 if there was no attempt. */
  long find(PolicyContext context, Map<String, CachedReplica> replicas) {
    RootPolicy root = context.root().orElseThrow();
    Map<String, Long> numbers = new TreeMap<>();
    Set<String> selected = context.targets(root.snapshot()).replicas();
    // After a restore the decisions of placements may come later than the policy.
    boolean decided = context.coherent() && !selected.isEmpty();
    replicas.forEach(
        (cluster, replica) ->
            replica
                .replica()
                .dispatch()
                .map(Dispatch::attempt)
                .filter(number -> !decided || selected.contains(cluster))
                .ifPresent(number -> numbers.put(cluster, number)));
    numbers.forEach((cluster, number) -> warn(root, cluster, number));
    return AttemptNumber.former(
        revisions.lastAttempt(root.name(), root.uid()),
        numbers.values().stream().mapToLong(Long::longValue));
  }

  private void warn(RootPolicy root, String cluster, long number) {
    if (AttemptNumber.foreign(number)) {
      events.warning(
          new EventSubject(
              Kinds.apiVersion(Kinds.POLICY),
              Kinds.POLICY.getKind(),
              root.name().namespace(),
              root.name().name(),
              root.uid()),
          "ForeignDispatch",
          "The replica %s/%s names attempt %d in %s, which no attempt of Sluice has. The number is ignored. Find out who may write this replica."
              .formatted(cluster, root.name().replicaName(), number, Dispatch.ANNOTATION),
          cluster);
    }
  }
}

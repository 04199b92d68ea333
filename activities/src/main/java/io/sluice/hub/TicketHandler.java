package io.sluice.hub;

import io.sluice.beside.PropagatorDelay;
import io.sluice.hub.batch.Batches;
import io.sluice.policy.PolicyName;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.Batch;
import io.sluice.workflow.HubActivities.BatchAnswer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets OCM's propagator write the version of an attempt to clusters (gate 4).
 *
 * <p>A dispatch is the first observation of a replica that has the content and no ticket. A ticket
 * that is not used stays: the next call waits for it again.
 */
final class TicketHandler {
  private final ContentResolver contents;
  private final Batches batches;
  private final TicketRound.Hub hub;
  private final Map<PolicyName, Begun> begun = new ConcurrentHashMap<>();

  /** An attempt, since this process knows of it. */
  private record Begun(AttemptRef attempt, Instant at) {}

  TicketHandler(ContentResolver contents, Batches batches, TicketRound.Hub hub) {
    this.contents = contents;
    this.batches = batches;
    this.hub = hub;
  }

  BatchAnswer dispatch(Batch batch) {
    return batches.bounded(
        batch,
        run -> {
          ContentResolver.Found found = contents.version("dispatch", batch.attempt());
          return found
              .content()
              .map(content -> new TicketRound(hub, run, content, sure(batch.attempt())).answer())
              .orElseGet(() -> run.refused(found.why()));
        });
  }

  /** Returns from when on OCM's propagator knows the version of an attempt. */
  private Instant sure(AttemptRef attempt) {
    return begun
        .compute(
            attempt.policyName(),
            (policy, known) ->
                known != null && known.attempt().equals(attempt)
                    ? known
                    : new Begun(attempt, hub.clock().instant()))
        .at()
        .plus(PropagatorDelay.LONGEST);
  }
}

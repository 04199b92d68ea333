package io.sluice.tools.course;

import io.sluice.replay.RecordedRun;
import io.temporal.common.WorkflowExecutionHistory;
import java.time.Instant;
import java.util.List;

/**
 * Holds the histories of an attempt.
 *
 * @param chain one per run, oldest first; at least one
 * @param runs what each says by itself
 */
public record RecordedAttempt(List<WorkflowExecutionHistory> chain, List<RecordedRun> runs) {
  public RecordedAttempt {
    chain = List.copyOf(chain);
    runs = List.copyOf(runs);
  }

  public long number() {
    return runs.get(0).spec().number();
  }

  /** Returns whether it has the first run: Temporal deletes runs after its retention. */
  public boolean complete() {
    return runs.get(0).first();
  }

  /** Returns when the first run that is kept began. */
  public Instant since() {
    return runs.get(0).startedAt();
  }
}

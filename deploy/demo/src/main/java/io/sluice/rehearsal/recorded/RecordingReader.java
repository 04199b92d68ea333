package io.sluice.rehearsal.recorded;

import io.sluice.replay.AttemptReplayer;
import io.sluice.replay.HistoryException;
import io.sluice.replay.RecordReader;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.ReplayedStep;
import io.sluice.replay.RunReader;
import io.sluice.tools.option.CliFailure;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.common.WorkflowExecutionHistory;
import java.util.List;

/** Reads an attempt from the histories of its runs. */
public final class RecordingReader {
  private final PayloadKeys keys;

  /** Creates one that decrypts with these keys. */
  public RecordingReader(PayloadKeys keys) {
    this.keys = keys;
  }

  /**
   * Reads the attempt.
   *
   * @param chain one history per run, oldest first
   * @throws CliFailure if this build cannot replay it, or there is nothing to rehearse in it
   */
  public Recording read(List<WorkflowExecutionHistory> chain) {
    try {
      return recording(chain);
    } catch (HistoryException e) {
      throw new CliFailure(e.getMessage(), e);
    }
  }

  private Recording recording(List<WorkflowExecutionHistory> chain) {
    RunReader reader = new RunReader(keys);
    RecordReader records = new RecordReader(keys);
    List<RecordedRun> runs = chain.stream().map(reader::read).toList();
    List<ReplayedStep> steps = new AttemptReplayer(keys).replay(chain);
    if (steps.isEmpty()) {
      throw new CliFailure(
          "Cannot rehearse like %s: it ended before its first step, so nothing is known of its clusters. Give another history."
              .formatted(runs.get(0)));
    }
    return new Recording(
        runs.get(0).input(),
        runs.get(0).startedAt(),
        chain.stream().map(records::read).toList(),
        steps,
        runs.get(runs.size() - 1).end().isPresent());
  }
}

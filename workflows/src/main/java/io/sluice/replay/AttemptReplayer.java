package io.sluice.replay;

import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Replays the runs of an attempt with the workflow code of this build, and returns each step.
 *
 * <p>The steps are those that the run itself took: its decisions are a function of its history. It
 * reaches no server.
 */
public final class AttemptReplayer {
  private final DataConverter converter;

  /** Creates one for histories that are not encrypted. */
  public AttemptReplayer() {
    this(PayloadKeys.NONE);
  }

  /** Creates one that decrypts with these keys. */
  public AttemptReplayer(PayloadKeys keys) {
    this.converter = Payloads.converter(keys);
  }

  /**
   * Returns the steps, in order.
   *
   * @param chain one history per run of the chain, oldest first
   * @throws HistoryException if it cannot be replayed; a {@link DeviationException} if this build
   *     decides otherwise
   */
  public List<ReplayedStep> replay(List<WorkflowExecutionHistory> chain) {
    List<ReplayedStep> steps = new ArrayList<>();
    replay(chain, steps::add);
    return steps;
  }

  /** Passes on each step when it is replayed: the steps of a large rollout take much memory. */
  public void replay(List<WorkflowExecutionHistory> chain, Consumer<ReplayedStep> steps) {
    RunReader reader = new RunReader(converter);
    List<RecordedRun> runs = chain.stream().map(reader::read).toList();
    for (int i = 1; i < runs.size(); i++) {
      runs.get(i).checkFollows(runs.get(i - 1));
    }
    try (ReplayWorker worker =
        new ReplayWorker(
            converter, (at, seen, step) -> steps.accept(new ReplayedStep(at, seen, step)))) {
      for (int i = 0; i < runs.size(); i++) {
        replay(worker, runs.get(i), chain.get(i));
      }
    }
  }

  private static void replay(
      ReplayWorker worker, RecordedRun run, WorkflowExecutionHistory history) {
    try {
      worker.replay(history);
    } catch (Exception e) {
      throw new DeviationException(run, "Temporal's replay stops: " + reason(e), e);
    }
  }

  /** Returns the part of Temporal's message that names the event. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage())
        .replaceAll("\\s+", " ")
        .replaceFirst("^.* error=[\\w.]+: ", "")
        .replace("[TMPRL1100] ", "")
        .replaceFirst("\\.? \\{WorkflowTask.*", "");
  }
}

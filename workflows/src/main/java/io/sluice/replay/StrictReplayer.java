package io.sluice.replay;

import io.sluice.workflow.StepListener;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.converter.DataConverter;
import java.util.List;
import java.util.Optional;

/**
 * Compares the commands of this build with those in histories.
 *
 * <p>Temporal's own replay compares kinds and ids of commands; this one also their content, as far
 * as {@link JudgementFilter} keeps it.
 */
public final class StrictReplayer implements AutoCloseable {
  private static final int MOST_SHOWN = 5;

  private final CommandRecorder recorder = new CommandRecorder();
  private final DataConverter converter;
  private final ReplayWorker worker;

  /** Creates one that decrypts with these keys. */
  public StrictReplayer(PayloadKeys keys) {
    converter = Payloads.converter(keys);
    worker = new ReplayWorker(converter, StepListener.NONE, recorder);
  }

  /** Does this at each command that today's code requests. */
  void atEachCommand(Runnable what) {
    recorder.atEachCommand(what);
  }

  /** Returns the first event at which the code deviates from the history, and how. */
  public Optional<String> deviation(WorkflowExecutionHistory history) {
    recorder.clear();
    Optional<String> refused = refused(history);
    List<RecordedCommand> written = RecordedCommand.of(history, converter);
    List<Command> asked = recorder.commands();
    return contents(written, asked).or(() -> refused).or(() -> lengths(history, written, asked));
  }

  /** Why Temporal's own replay stops, which compares less. */
  Optional<String> refused(WorkflowExecutionHistory history) {
    try {
      worker.replay(history);
      return Optional.empty();
    } catch (Exception refusal) {
      return Optional.of("Temporal's replay stops: " + AttemptReplayer.reason(refusal));
    }
  }

  private static Optional<String> contents(List<RecordedCommand> written, List<Command> asked) {
    for (int place = 0; place < Math.min(written.size(), asked.size()); place++) {
      RecordedCommand then = written.get(place);
      List<String> deviations = then.command().deviations(asked.get(place));
      if (!deviations.isEmpty()) {
        return Optional.of(
            "event %d, %s: %s%s"
                .formatted(
                    then.event(),
                    then.command().what(),
                    String.join("; ", deviations.stream().limit(MOST_SHOWN).toList()),
                    deviations.size() > MOST_SHOWN
                        ? "; and %d more".formatted(deviations.size() - MOST_SHOWN)
                        : ""));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> lengths(
      WorkflowExecutionHistory history, List<RecordedCommand> written, List<Command> asked) {
    if (asked.size() < written.size()) {
      RecordedCommand missed = written.get(asked.size());
      return Optional.of(
          "event %d, %s: expected, but not asked for"
              .formatted(missed.event(), missed.command().what()));
    }
    // The history may have been read during a workflow task.
    boolean complete =
        !written.isEmpty()
            && written.get(written.size() - 1).event() == history.getLastEvent().getEventId();
    if (complete && asked.size() > written.size()) {
      return Optional.of(
          "after its last event: expected nothing, actual %s"
              .formatted(asked.get(written.size()).what()));
    }
    return Optional.empty();
  }

  @Override
  public void close() {
    worker.close();
  }
}

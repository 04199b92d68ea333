package io.sluice.replay;

import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.converter.DataConverter;
import java.util.Optional;

/** Reads how a run was closed. */
final class EndReader {
  private EndReader() {}

  /** Returns the end, if the last event of the history is one. */
  static Optional<RunEnd> read(HistoryEvent last, DataConverter converter) {
    return switch (last.getEventType()) {
      case EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED -> end(last, RunEnd.Status.COMPLETED, "");
      case EVENT_TYPE_WORKFLOW_EXECUTION_FAILED ->
          end(
              last,
              RunEnd.Status.FAILED,
              message(last.getWorkflowExecutionFailedEventAttributes().getFailure(), converter));
      case EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED -> end(last, RunEnd.Status.CANCELED, "");
      case EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED ->
          end(
              last,
              RunEnd.Status.TERMINATED,
              last.getWorkflowExecutionTerminatedEventAttributes().getReason());
      case EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT -> end(last, RunEnd.Status.TIMED_OUT, "");
      case EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW ->
          end(last, RunEnd.Status.CONTINUED_AS_NEW, "");
      default -> Optional.empty();
    };
  }

  private static Optional<RunEnd> end(HistoryEvent last, RunEnd.Status status, String failure) {
    return Optional.of(
        new RunEnd(
            RunReader.at(last), status, Optional.of(failure).filter(text -> !text.isEmpty())));
  }

  /** With keys the message is encrypted; the converter restores it. */
  private static String message(Failure failure, DataConverter converter) {
    return converter.failureToException(failure) instanceof io.temporal.failure.ApplicationFailure f
        ? f.getOriginalMessage()
        : failure.getMessage();
  }
}

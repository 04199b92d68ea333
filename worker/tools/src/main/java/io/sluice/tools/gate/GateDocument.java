package io.sluice.tools.gate;

import io.sluice.hub.gate.GateReport;
import io.sluice.hub.gate.ProbeAnswer;
import java.util.List;
import java.util.Optional;

/**
 * What programs get to read of the gate.
 *
 * @param state {@code Closed}, {@code Open} or {@code Unknown}
 * @param requests those that were sent
 * @param quietServed whether the API server has what holds without refusing; absent if it did not
 *     say
 */
record GateDocument(
    String worker,
    String state,
    String message,
    List<Request> requests,
    Optional<Boolean> quietServed) {

  /** One of the requests, with the words of the text. */
  record Request(String request, String expected, String answer, boolean asExpected) {
    static Request of(ProbeAnswer answer) {
      return new Request(
          answer.probe().label(),
          answer.probe().expected().label(),
          answer.result().label(),
          answer.asExpected());
    }
  }

  static GateDocument of(WorkerAccount worker, GateReport report) {
    return new GateDocument(
        worker.user(),
        GateVerdict.of(report.state()).label(),
        report.state().message(),
        report.answers().stream().map(Request::of).toList(),
        report.quiet());
  }
}

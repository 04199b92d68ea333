package io.sluice.hub.gate;

import static io.sluice.hub.gate.ProbeAnswer.Result.ACCEPTED;
import static io.sluice.hub.gate.ProbeAnswer.Result.HELD;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what the answers to all probes mean. */
final class GateJudge {
  /** By manifests, or by the value of the chart. */
  private static final String INSTALL =
      "kubectl apply -k deploy/gate, or gate.enabled=true of the chart";

  private static final String RENEW = "Install that of this version: " + INSTALL + ".";

  private GateJudge() {}

  /**
   * Decides.
   *
   * @param answers one to each probe, none of them failed
   * @param served empty if the API server did not say
   */
  static GateState judge(List<ProbeAnswer> answers, Optional<ServedAdmission> served) {
    Map<GateProbe, ProbeAnswer.Result> results = new EnumMap<>(GateProbe.class);
    answers.forEach(answer -> results.put(answer.probe(), answer.result()));
    ProbeAnswer.Result held = results.get(GateProbe.HELD);
    ProbeAnswer.Result released = results.get(GateProbe.RELEASED);
    ProbeAnswer.Result foreign = results.get(GateProbe.FOREIGN);
    if (held == ACCEPTED && foreign == ACCEPTED) {
      return notInstalled(served);
    }
    if (held == ACCEPTED) {
      return older("it does not hold what the worker tries it with");
    }
    if (held == HELD && released == HELD) {
      return new GateState.Open(
          "the gate names another ServiceAccount: it holds a staged replica with a ticket of this worker",
          "Name the worker's in deploy/gate, as the chart does with gate.enabled=true, or run the worker as the one that is named there.");
    }
    if (held == HELD && released == ACCEPTED && foreign == ACCEPTED) {
      return older("it lets the worker write policies that are not staged");
    }
    return answers.stream().allMatch(ProbeAnswer::asExpected)
        ? new GateState.Closed()
        : older("its answers are not those of the present one");
  }

  private static GateState notInstalled(Optional<ServedAdmission> served) {
    return served.filter(api -> !api.validating()).isPresent()
        ? new GateState.Unknown(
            "the API server serves no ValidatingAdmissionPolicy of admissionregistration.k8s.io/v1",
            "The gate needs Kubernetes 1.30 or later.")
        : new GateState.Open(
            "the gate is not installed: the hub accepts a staged replica without a ticket",
            "Install it: "
                + INSTALL
                + ". If it is, look whether its binding is there, and take the worker out of the group sluice:break-glass.");
  }

  private static GateState older(String how) {
    return new GateState.Open("the gate is that of another version: " + how, RENEW);
  }
}

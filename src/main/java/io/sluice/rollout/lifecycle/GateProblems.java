package io.sluice.rollout.lifecycle;

import io.sluice.gate.GateLabels;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.PendingClusters;
import io.sluice.rollout.strategy.Refusal.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds what keeps a policy from being staged by the gate (gate 2 and 7). */
final class GateProblems {
  private GateProblems() {}

  static List<Problem> in(StagingSettings settings, ParsedStrategy reading) {
    List<Problem> problems = new ArrayList<>();
    Map<String, String> labels = settings.root().labels();
    String value = labels.getOrDefault(GateLabels.STAGED, "");
    if (!value.equals(GateLabels.TRUE)) {
      problems.add(
          new Problem(
              Reason.GATE_LABEL.label(),
              "metadata.labels[%s]".formatted(GateLabels.STAGED),
              "is \"%s\", which means nothing; changes are held all the same".formatted(value),
              "Set it to \"true\", or take it off"));
    }
    if (Boolean.FALSE.equals(settings.root().spec().get("copyPolicyMetadata"))) {
      problems.add(
          new Problem(
              Reason.GATE_NEEDS_METADATA.label(),
              "spec.copyPolicyMetadata",
              "is false, so that the propagator does not copy the label %s to the replicas, which go unstaged"
                  .formatted(GateLabels.STAGED),
              "Take it off, or the label"));
    }
    SettingsProblems.pending(reading)
        .filter(pending -> pending == PendingClusters.INFORM)
        .ifPresent(
            pending ->
                problems.add(
                    new Problem(
                        Reason.PENDING_INFORM.label(),
                        settings.strategy().path() + ".pendingClusters",
                        "is \"Inform\", which needs standalone mode: behind the gate a cluster keeps what it has until its turn",
                        "Take it off, or take the label %s off and set the action of the policy to inform"
                            .formatted(GateLabels.STAGED))));
    return problems;
  }
}

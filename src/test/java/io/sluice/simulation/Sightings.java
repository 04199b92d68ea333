package io.sluice.simulation;

import io.sluice.plan.Action;
import io.sluice.plan.ClusterException;
import io.sluice.plan.ClusterException.Reason;
import io.sluice.plan.Phase;
import java.util.ArrayList;
import java.util.List;

/** Finds what is worth counting in a step. */
final class Sightings {
  private Sightings() {}

  static List<Seen> of(StepView view) {
    List<Seen> seen = new ArrayList<>();
    if (view.step.state().breach().isPresent() && view.before.breach().isEmpty()) {
      seen.add(Seen.BREACH);
    }
    if (!view.actions(Action.Look.class).isEmpty()) {
      seen.add(Seen.LOOKED);
    }
    if (view.seen.acks().stream().anyMatch(ack -> ack.refusal().isPresent())) {
      seen.add(Seen.REFUSED_WRITE);
    }
    if (view.before.clusters().isEmpty()) {
      seen.add(
          switch (view.spec.mode()) {
            case KEEP_PREVIOUS -> Seen.MODE_K;
            case INFORM -> Seen.MODE_I;
            case BESIDE -> Seen.MODE_B;
          });
      if (view.spec.informPolicy()) {
        seen.add(Seen.INFORM_POLICY);
      }
    }
    for (ClusterException entry : view.step.progress().exceptions()) {
      if (entry.reason() == Reason.REGRESSED) {
        seen.add(Seen.REGRESSED);
      } else if (entry.reason() == Reason.RECOVERED_LATE) {
        seen.add(Seen.RECOVERED_LATE);
      }
    }
    phase(view.step.progress().phase(), seen);
    return seen;
  }

  private static void phase(Phase phase, List<Seen> seen) {
    switch (phase) {
      case PAUSED -> seen.add(Seen.PAUSED);
      case PENDING -> seen.add(Seen.PENDING);
      case HALTED -> seen.add(Seen.HALTED);
      case WAITING_FOR_APPROVAL -> seen.add(Seen.WAITING_FOR_APPROVAL);
      default -> {
        return;
      }
    }
  }
}

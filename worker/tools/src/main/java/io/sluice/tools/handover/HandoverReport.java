package io.sluice.tools.handover;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.read.HubMode;
import io.sluice.tools.preview.Obstacle;
import io.sluice.tools.preview.PropagatorWrite;
import java.util.List;

/**
 * Reports what was done to hand a hub back, and what OCM's propagator does when it starts.
 *
 * @param hub its address
 * @param mode how Sluice has worked there
 * @param dryRun whether nothing was changed
 * @param obstacles why it is not handed back
 * @param steps what was done, or would be done; each begins with a verb: {@code abort the rollout
 *     of policy a/b}
 * @param writes what the propagator writes; empty in mode Beside, where it runs already
 * @param notes what else is to be known, as sentences
 */
public record HandoverReport(
    String hub,
    HubMode mode,
    boolean dryRun,
    List<Obstacle> obstacles,
    List<String> steps,
    List<PropagatorWrite> writes,
    List<String> notes) {
  public HandoverReport {
    requireNonNull(hub, "hub is null");
    requireNonNull(mode, "mode is null");
    obstacles = List.copyOf(obstacles);
    steps = List.copyOf(steps);
    writes = List.copyOf(writes);
    notes = List.copyOf(notes);
  }

  /** Returns whether nothing stands in the way. */
  public boolean ready() {
    return obstacles.isEmpty();
  }
}

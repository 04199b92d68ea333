package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.gate.HeldClusters;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.schedule.ScheduleSource;
import java.util.List;
import java.util.Optional;

/**
 * Holds an attempt where it stands now, as a worker would take it up.
 *
 * @param because why it is due
 * @param state with what the replicas show now
 * @param held how many clusters the gate holds
 * @param inform what the clusters show that inform until their turn
 * @param schedule evaluates when clusters may start, at any instant
 * @param upToDate the clusters of it that have the version already, by name
 */
public record PreparedAttempt(
    Origin origin,
    String because,
    AttemptState state,
    HubSnapshot hub,
    ScheduleSource schedule,
    Optional<HeldClusters> held,
    List<InformPass> inform,
    List<String> upToDate) {
  /** States whether the attempt runs, or begins. */
  public enum Origin {
    RUNNING,
    /** A worker would start it now. */
    DUE,
    /** It would begin with the next version: nothing is to be rolled out now. */
    NEXT
  }

  public PreparedAttempt {
    requireNonNull(origin, "origin is null");
    requireNonNull(because, "because is null");
    requireNonNull(state, "state is null");
    requireNonNull(hub, "hub is null");
    requireNonNull(schedule, "schedule is null");
    requireNonNull(held, "held is null");
    inform = List.copyOf(inform);
    upToDate = List.copyOf(upToDate);
  }

  /** Returns whether it begins with all clusters. */
  public boolean fresh() {
    return origin != Origin.RUNNING && state.clusters().isEmpty();
  }
}

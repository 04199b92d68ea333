package io.sluice.rollout.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import java.util.List;
import java.util.Optional;

/**
 * Holds what decides whether an attempt is due.
 *
 * @param root the policy as it is now
 * @param settings its validated settings; empty if it has none
 * @param record the Rollout object, if there is one
 * @param newcomers selected clusters that took no part in the last attempt ({@link Newcomers})
 * @param formerNumber the number of the last attempt, where the Rollout object names none ({@link
 *     AttemptNumber#former})
 * @param temporal what Temporal reports of the run
 */
public record DueInput(
    RootView root,
    Optional<SettingsValidation> settings,
    Optional<RolloutRecord> record,
    FleetView fleet,
    List<String> newcomers,
    long formerNumber,
    Temporal temporal) {
  public DueInput {
    requireNonNull(root, "root is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(record, "record is null");
    requireNonNull(fleet, "fleet is null");
    newcomers = List.copyOf(newcomers);
    requireNonNull(temporal, "temporal is null");
  }

  /** What Temporal reports of the run of a policy. */
  public enum Temporal {
    ANSWERS,
    /** Twice no open run, although the Rollout object names one. */
    LOST_THE_RUN,
    UNREACHABLE
  }

  /** Returns the same input with another report of Temporal. */
  public DueInput with(Temporal other) {
    return new DueInput(root, settings, record, fleet, newcomers, formerNumber, other);
  }

  /** Returns the same input with another record of the last attempt. */
  public DueInput with(RolloutRecord other) {
    return new DueInput(
        root, settings, Optional.of(other), fleet, newcomers, formerNumber, temporal);
  }

  /** The next number; see {@link AttemptNumber} for the one that the object has before. */
  public long nextNumber() {
    return AttemptNumber.after(
        own().map(RolloutRecord::attempt).filter(number -> number > 0).orElse(formerNumber));
  }

  Optional<RolloutRecord> own() {
    return record.filter(object -> object.policyUid().equals(root.version().policyUid()));
  }
}

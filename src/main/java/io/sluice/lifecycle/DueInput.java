package io.sluice.lifecycle;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import java.util.List;
import java.util.Optional;

/**
 * Gathers what decides whether an attempt is due.
 *
 * @param root the policy as it is now
 * @param acceptance what is thought of its settings; absent: it has none to be judged
 * @param record the Rollout object; absent when there is none, or another policy's
 * @param newcomers selected clusters that took no part in the last attempt ({@link Newcomers})
 * @param highestOnReplicas the highest attempt that any replica's dispatch names
 * @param temporal what Temporal answers
 */
public record DueInput(
    RootView root,
    Optional<SettingsValidation> acceptance,
    Optional<RolloutRecord> record,
    FleetView fleet,
    List<String> newcomers,
    long highestOnReplicas,
    Temporal temporal) {
  public DueInput {
    requireNonNull(root, "root is null");
    requireNonNull(acceptance, "acceptance is null");
    requireNonNull(record, "record is null");
    requireNonNull(fleet, "fleet is null");
    newcomers = List.copyOf(newcomers);
    requireNonNull(temporal, "temporal is null");
  }

  /** What Temporal answers to the question for the policy's run. */
  public enum Temporal {
    ANSWERS,
    /** Asked twice, it knows no open run although the Rollout object says that there is one. */
    LOST_THE_RUN,
    UNREACHABLE
  }

  /** The same facts with another answer of Temporal. */
  public DueInput with(Temporal other) {
    return new DueInput(root, acceptance, record, fleet, newcomers, highestOnReplicas, other);
  }

  /** The next number; {@link AttemptNumber} says what the object has to say before that. */
  long nextNumber() {
    return 1 + Math.max(highestOnReplicas, own().map(RolloutRecord::attempt).orElse(0L));
  }

  Optional<RolloutRecord> own() {
    return record.filter(object -> object.policyUid().equals(root.version().policyUid()));
  }
}

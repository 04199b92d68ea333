package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.RootView;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.RolloutRecord;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.util.List;
import java.util.Optional;

/**
 * Holds what the hub shows of one target of attempts: a policy, beside OCM's propagator or not, or
 * the binding of a template.
 */
public interface AttemptTarget {
  RolloutTarget name();

  /** Returns the version that the next attempt rolls out, and by what strategy. */
  RootView root();

  /** Returns its validated settings; empty if it has none. */
  Optional<SettingsValidation> settings();

  /** Returns the Rollout object. */
  Optional<GenericKubernetesResource> rollout();

  /** Returns what the Rollout object reports of the last attempt. */
  Optional<RolloutRecord> record();

  /** Returns the clusters as they are selected and grouped today. */
  FleetView fleet();

  /** Returns the clusters that joined after the end of the last attempt, by name. */
  List<String> newcomers();

  /** Returns the number of the last attempt, where the Rollout object names none. */
  long formerAttempt();

  /** Returns every group that is declared. */
  List<GroupKey> declaredGroups();

  /**
   * Returns what each cluster has, for an attempt that goes on from there.
   *
   * @param newcomers the clusters that joined after the end of the last attempt; others took part
   */
  List<ReplicaState> states(List<String> newcomers);

  /** Makes ready what an attempt needs, if one is due, and clears away what none needs any more. */
  default OverrideResult prepare(boolean due) {
    return OverrideResult.SETTLED;
  }

  /** Keeps what the run of an attempt reads, before it starts. */
  default void keep() {}

  /** Returns what decides whether an attempt is due. */
  default DueInput due(DueInput.Temporal temporal) {
    return new DueInput(
        root(), settings(), record(), fleet(), newcomers(), formerAttempt(), temporal);
  }
}

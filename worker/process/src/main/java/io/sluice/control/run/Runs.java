package io.sluice.control.run;

import io.sluice.connection.ConnectionFailure;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptKey;
import io.sluice.workflow.PolicyRolloutWorkflow.AbsentMembers;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import io.sluice.workflow.RolloutInput;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Starts, signals and looks up the workflow runs of policies and bindings.
 *
 * <p>Every method throws when Temporal cannot be reached; see {@link
 * ConnectionFailure#temporalUnreachable}.
 */
public interface Runs {
  /**
   * Starts a run.
   *
   * @return false when one is open already: it may be the same attempt's, or a former one's that is
   *     about to close
   * @throws HubNameTakenException when another hub uses the name of this one
   */
  boolean start(RolloutInput input);

  /**
   * Returns the id of the first run in the open chain of the policy; empty when no run is open.
   *
   * <p>It stays the same when a run continues as new, and differs when a run was started again.
   */
  Optional<String> openChain(RolloutTarget policy);

  /**
   * Lists what this hub's open runs roll out, as {@link RolloutTarget#path} has it, as far as
   * Temporal's visibility shows them yet.
   */
  Set<String> listOpen();

  /** Sends a signal without arguments; false when no run is open. */
  boolean signal(RolloutTarget policy, String signal);

  /**
   * Sends verdicts; false when no run is open.
   *
   * @param attempt the one that they were judged for: the run of another one drops them
   */
  boolean report(RolloutTarget policy, AttemptKey attempt, List<Report> reports);

  /**
   * Sends which clusters have left, and which repairs are undone, as {@link #report}; false when no
   * run is open.
   */
  boolean fleetChanged(
      RolloutTarget policy, AttemptKey attempt, Departures departures, UndoneRepairs undone);

  /**
   * Returns the members that the snapshot of the run lacks and that it has not been notified of,
   * and the undone repairs that it knows of; empty when no run is open.
   */
  Optional<AbsentMembers> absent(RolloutTarget policy);

  /** Returns how far each cluster is that has had its turn; empty when no run is open. */
  Optional<Ledger> ledger(RolloutTarget policy);
}

package io.sluice.simulation;

import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The Rollout object: its spec, and its last reported status. */
final class ModelRollout {
  final String policyUid;
  long attempt;
  String rolloutUid = "";
  boolean runOpen;
  long generation;

  /** Generations of the attempts before the present one. */
  final List<Long> formerGenerations = new ArrayList<>();

  String strategyHash = "";
  Optional<PolicyVersion> version = Optional.empty();
  Optional<Progress> reported = Optional.empty();
  Optional<Outcome> outcome = Optional.empty();
  Optional<PolicyVersion> lastSuccessful = Optional.empty();
  final TreeSet<String> approved = new TreeSet<>();
  final TreeSet<String> denied = new TreeSet<>();
  boolean ungrouped;
  Optional<String> approvalsForVersion = Optional.empty();
  boolean paused;
  Optional<String> retry = Optional.empty();
  boolean failedOnly;
  Optional<Intent.RequestedAbort> abort = Optional.empty();
  final List<Intent.SkippedCluster> skipped = new ArrayList<>();

  ModelRollout(String policyUid, long attempt) {
    this.policyUid = policyUid;
    this.attempt = attempt;
  }

  Intent intent() {
    List<Intent.GroupApproval> groups = new ArrayList<>();
    approved.forEach(name -> groups.add(new Intent.GroupApproval(name, true)));
    denied.stream()
        .filter(name -> !approved.contains(name))
        .forEach(name -> groups.add(new Intent.GroupApproval(name, false)));
    return new Intent(groups, ungrouped, approvalsForVersion, paused).with(abort, skipped);
  }

  RolloutRecord record() {
    return new RolloutRecord(
        policyUid,
        attempt,
        rolloutUid,
        runOpen,
        generation,
        strategyHash,
        outcome.map(Outcome::label),
        retry,
        failedOnly);
  }
}

package io.sluice.transcript;

import io.sluice.rollout.Intent;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.rollout.lifecycle.RolloutRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds the Rollout object: its spec, and its last reported status. */
final class ScenarioRollout {
  final Map<String, Boolean> approvals = new TreeMap<>();
  boolean ungroupedApproved;
  Optional<String> retry = Optional.empty();
  long attempt;
  String rolloutUid = "";
  long generation;
  boolean runOpen;
  Optional<Progress> reported = Optional.empty();
  Optional<Long> lastSuccessful = Optional.empty();

  ScenarioRollout(long attempt) {
    this.attempt = attempt;
  }

  void claim(long number, String uid, long version) {
    attempt = number;
    rolloutUid = uid;
    generation = version;
    runOpen = true;
  }

  void publish(Progress progress) {
    reported = Optional.of(progress);
    if (progress.outcome().filter(end -> end == Outcome.SUCCEEDED).isPresent()) {
      lastSuccessful = Optional.of(generation);
    }
  }

  Intent intent(ListShuffler shuffler) {
    List<Intent.GroupApproval> groups =
        approvals.entrySet().stream()
            .map(entry -> new Intent.GroupApproval(entry.getKey(), entry.getValue()))
            .toList();
    return new Intent(shuffler.of(groups), ungroupedApproved, Optional.empty(), false);
  }

  RolloutRecord record() {
    return new RolloutRecord(
        ScenarioHub.POLICY_UID,
        attempt,
        rolloutUid,
        runOpen,
        generation,
        ScenarioHub.STRATEGY_HASH,
        reported.flatMap(Progress::outcome).map(Outcome::label),
        retry);
  }
}

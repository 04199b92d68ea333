package io.sluice.tools.history;

import static java.util.Objects.requireNonNull;

import io.sluice.connection.TemporalProfile;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.ReplayedStatus;
import io.sluice.policy.RolloutTarget;
import io.sluice.replay.AttemptReplayer;
import io.sluice.replay.HistoryException;
import io.sluice.replay.ReplayedStep;
import io.sluice.tools.course.HistoryStore;
import io.sluice.tools.course.RecordedAttempt;
import io.sluice.tools.course.TemporalSource;
import io.sluice.tools.status.ShownStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds in Temporal who approved the groups of an attempt, where the hub has no record of it.
 *
 * <p>The last run of an attempt knows all approvals that counted: only that is replayed.
 */
final class ApprovalHistory {
  private static final String UNNAMED =
      "Temporal, which may keep them, is not named: add --temporal HOST:PORT.";

  private final TemporalSource temporal;

  ApprovalHistory(TemporalSource temporal) {
    this.temporal = requireNonNull(temporal, "temporal is null");
  }

  /**
   * Holds attempts, and what is not known of them.
   *
   * @param note a sentence; empty where nothing is missing
   */
  record Completed(List<AttemptRecord> attempts, Optional<String> note) {
    Completed {
      attempts = List.copyOf(attempts);
      requireNonNull(note, "note is null");
    }
  }

  /** Returns the attempts with what Temporal knows of them. */
  Completed complete(RolloutTarget target, List<AttemptRecord> attempts) {
    Set<String> missing = new HashSet<>();
    attempts.stream()
        .filter(attempt -> !attempt.approvals().known())
        .forEach(attempt -> missing.add(attempt.rolloutUid()));
    if (missing.isEmpty()) {
      return new Completed(attempts, Optional.empty());
    }
    if (temporal.profile().isEmpty()) {
      return completed(attempts, Map.of(), temporal.problem().orElse(UNNAMED));
    }
    Map<String, KnownApprovals> found = new HashMap<>();
    try {
      find(temporal.profile().get(), target, missing, found);
      return completed(attempts, found, "Temporal does not keep their runs any more.");
    } catch (IllegalStateException | HistoryException unreachable) {
      return completed(attempts, found, unreachable.getMessage());
    }
  }

  private void find(
      TemporalProfile profile,
      RolloutTarget target,
      Set<String> missing,
      Map<String, KnownApprovals> found) {
    try (HistoryStore store = HistoryStore.open(profile)) {
      Iterator<RecordedAttempt> runs = store.lastRuns(target).iterator();
      while (runs.hasNext() && !found.keySet().containsAll(missing)) {
        RecordedAttempt run = runs.next();
        String uid = run.runs().get(0).spec().rolloutUid();
        if (missing.contains(uid)) {
          approvals(run).ifPresent(approvals -> found.put(uid, approvals));
        }
      }
    }
  }

  private Optional<KnownApprovals> approvals(RecordedAttempt run) {
    List<ReplayedStep> last = new ArrayList<>(1);
    new AttemptReplayer(temporal.keys())
        .replay(
            run.chain(),
            step -> {
              last.clear();
              last.add(step);
            });
    return last.stream().map(ReplayedStatus::of).map(ApprovalHistory::counted).findFirst();
  }

  static KnownApprovals counted(RolloutStatus status) {
    ShownStatus shown = () -> status;
    return KnownApprovals.ofTemporal(shown.approvals());
  }

  private static Completed completed(
      List<AttemptRecord> attempts, Map<String, KnownApprovals> found, String why) {
    List<AttemptRecord> all =
        attempts.stream()
            .map(
                attempt ->
                    Optional.ofNullable(found.get(attempt.rolloutUid()))
                        .map(attempt::with)
                        .orElse(attempt))
            .toList();
    List<String> unknown =
        all.stream()
            .filter(attempt -> !attempt.approvals().known())
            .map(attempt -> String.valueOf(attempt.attempt()))
            .toList();
    return new Completed(
        all,
        unknown.isEmpty()
            ? Optional.empty()
            : Optional.of(
                "Not known is who approved the groups of attempt%s %s: the hub does not keep it. %s"
                    .formatted(unknown.size() == 1 ? "" : "s", String.join(", ", unknown), why)));
  }
}

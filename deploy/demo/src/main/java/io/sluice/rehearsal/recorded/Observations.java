package io.sluice.rehearsal.recorded;

import io.sluice.replay.RecordedCall;
import io.sluice.replay.RecordedInput;
import io.sluice.replay.RunRecord;
import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Holds the states of the hub over time, as a recorded attempt observed them. */
final class Observations {
  private static final Set<String> CHANGES =
      new TreeSet<>(
          List.of(
              PolicyRolloutWorkflow.POLICY_CHANGED,
              PolicyRolloutWorkflow.FLEET_CHANGED,
              PolicyRolloutWorkflow.ROLLOUT_CHANGED));

  private final List<Seen> seen = new ArrayList<>();
  private final Optional<Instant> claimed;

  /**
   * Holds a snapshot.
   *
   * @param from since when the hub answers with it
   */
  record Seen(Instant from, Instant askedAt, Instant answeredAt, HubSnapshot snapshot) {
    /**
     * Returns how long it takes to read the snapshot; if it is requested when it was recorded, it
     * is answered when that was recorded.
     */
    Duration time(Instant asked) {
      boolean same = Duration.between(askedAt, asked).abs().compareTo(AnsweredWrite.SAME) <= 0;
      Duration time = Duration.between(same ? asked : askedAt, answeredAt);
      return time.isNegative() ? Duration.ZERO : time;
    }
  }

  Observations(List<RunRecord> records) {
    List<Instant> changes =
        records.stream()
            .flatMap(record -> record.inputs().stream())
            .filter(input -> CHANGES.contains(input.name()))
            .map(RecordedInput::at)
            .toList();
    claimed =
        records.stream()
            .flatMap(record -> record.calls().stream())
            .filter(call -> call.activity().equals(HubActivities.CLAIM))
            .flatMap(call -> call.answeredAt().stream())
            .findFirst();
    Instant last = Instant.MIN;
    for (RunRecord record : records) {
      for (RecordedCall call : record.calls()) {
        if (call.activity().equals(HubActivities.OBSERVE) && call.answer().isPresent()) {
          seen.add(
              new Seen(
                  since(changes, last, call.askedAt()),
                  call.askedAt(),
                  call.answeredAt().orElseThrow(),
                  (HubSnapshot) call.answer().get()));
          last = call.askedAt();
        }
      }
    }
  }

  /** The hub has changed when the run is notified, which may be before it asks. */
  private static Instant since(List<Instant> changes, Instant last, Instant asked) {
    return changes.stream()
        .filter(change -> change.isAfter(last) && !change.isAfter(asked))
        .findFirst()
        .orElse(asked);
  }

  /** Returns when the Rollout object was claimed. */
  Optional<Instant> claimed() {
    return claimed;
  }

  /** Returns what the hub answers at that instant. */
  Seen at(Instant now) {
    Optional<Seen> found =
        seen.stream().filter(each -> !each.from().isAfter(now)).reduce((before, after) -> after);
    return found.orElseGet(() -> seen.get(0));
  }
}

package io.sluice.replay;

import static java.util.Objects.requireNonNull;

import io.sluice.rollout.AttemptSpec;
import io.sluice.workflow.RolloutInput;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what the history of one run says by itself.
 *
 * @param runId empty where the server did not record it
 * @param messages the signals and updates that it received, in order
 * @param end empty while it is running
 */
public record RecordedRun(
    RolloutInput input,
    String runId,
    Instant startedAt,
    List<ReceivedMessage> messages,
    Optional<RunEnd> end) {
  public RecordedRun {
    requireNonNull(input, "input is null");
    messages = List.copyOf(messages);
  }

  public AttemptSpec spec() {
    return input.spec();
  }

  /** Returns whether the attempt began with this run: it carries on no other's state. */
  public boolean first() {
    return input.carried().isEmpty();
  }

  void checkFollows(RecordedRun former) {
    boolean same =
        spec().policy().equals(former.spec().policy())
            && spec().rolloutUid().equals(former.spec().rolloutUid());
    if (!same || first()) {
      throw new HistoryException(
          "Cannot replay %s after %s: it does not continue that run. Give the histories of one attempt, oldest first."
              .formatted(this, former));
    }
  }

  /** Formats {@code the run of policies/web-tls, attempt 2, started at 2026-11-23T10:00:00Z}. */
  @Override
  public String toString() {
    return "the run of %s, attempt %d, started at %s"
        .formatted(spec().policy(), spec().number(), startedAt);
  }
}

package io.sluice.tools.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import io.sluice.tools.status.StatusView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The document {@code RolloutHistory}. */
record HistoryDocument(
    @JsonUnwrapped Subject subject, List<Attempt> attempts, Optional<String> note)
    implements Document {
  record Attempt(
      long attempt,
      String rolloutUID,
      Optional<Long> generation,
      Optional<String> policyVersion,
      Optional<String> phase,
      Optional<String> outcome,
      Optional<String> reason,
      Optional<Instant> startedAt,
      Optional<Instant> endedAt,
      Optional<Long> durationSeconds,
      String approvalsFrom,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RolloutStatus.Approval> approvals,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unstagedChanges,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long unstagedChangesOmitted) {
    static Attempt of(AttemptRecord attempt) {
      return new Attempt(
          attempt.attempt(),
          attempt.rolloutUid(),
          attempt.generation(),
          attempt.policyVersion(),
          attempt.phase(),
          attempt.outcome(),
          attempt.reason(),
          attempt.startedAt(),
          attempt.endedAt(),
          attempt.duration().map(Duration::toSeconds),
          attempt.approvals().source().label(),
          attempt.approvals().approvals(),
          attempt.unstagedChanges(),
          attempt.unstagedChangesOmitted());
    }
  }

  @Override
  public String kind() {
    return "RolloutHistory";
  }

  static HistoryDocument of(StatusView view, ApprovalHistory.Completed completed) {
    return new HistoryDocument(
        Subject.of(view.subject().target()),
        completed.attempts().stream().map(Attempt::of).toList(),
        completed.note());
  }
}

package io.sluice.tools.replay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.explain.ActionText;
import io.sluice.replay.ReceivedMessage;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.ReplayedStep;
import io.sluice.replay.RunEnd;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Progress;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The document {@code RolloutCourse}: what a rollout received, and what it did. */
record CourseDocument(
    @JsonUnwrapped Subject subject, long attempt, long generation, List<Run> runs, List<Step> steps)
    implements Document {
  record Run(
      Instant startedAt,
      Optional<End> end,
      @JsonIgnoreProperties("kind") List<ReceivedMessage> messages) {
    static Run of(RecordedRun run) {
      return new Run(
          run.startedAt(),
          run.end().map(End::of),
          run.messages().stream()
              .filter(message -> !message.name().equals(PolicyRolloutWorkflow.CLUSTERS_REPORTED))
              .toList());
    }
  }

  record End(Instant at, String status, Optional<String> failure) {
    static End of(RunEnd end) {
      return new End(end.at(), end.status().label(), end.failure());
    }
  }

  record Step(
      Instant at,
      String phase,
      Optional<String> outcome,
      String waitingFor,
      List<String> actions,
      Counts counts) {
    static Step of(ReplayedStep step) {
      Progress progress = step.step().progress();
      return new Step(
          step.at(),
          progress.phase().label(),
          progress.outcome().map(Outcome::label),
          progress.waitingFor(),
          step.step().actions().stream().map(ActionText::whole).toList(),
          progress.counts());
    }
  }

  @Override
  public String kind() {
    return "RolloutCourse";
  }

  static CourseDocument of(List<RecordedRun> runs, List<ReplayedStep> steps) {
    RecordedRun first = runs.get(0);
    return new CourseDocument(
        Subject.of(first.spec().policy()),
        first.spec().number(),
        first.spec().version().generation(),
        runs.stream().map(Run::of).toList(),
        steps.stream().map(Step::of).toList());
  }
}

package io.sluice.tools.plan;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.gate.HeldClusters;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import io.sluice.tools.preview.InformPass;
import io.sluice.tools.preview.PreparedAttempt;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The document {@code RolloutPlan}.
 *
 * @param course null where no attempt would begin
 */
record PlanDocument(
    @JsonUnwrapped Subject subject,
    long generation,
    Optional<String> strategy,
    List<String> refusals,
    List<String> warnings,
    Optional<Superseded> superseded,
    @JsonUnwrapped Course course,
    Optional<ChangesDocument> changes)
    implements Document {
  record Superseded(long attempt, long generation, long startedClusters, long clusters) {
    static Superseded of(SupersededAttempt attempt) {
      return new Superseded(
          attempt.number(), attempt.generation(), attempt.started(), attempt.clusters());
    }
  }

  record Course(
      long attempt,
      String origin,
      String because,
      Optional<Held> held,
      List<Inform> inform,
      List<String> upToDate,
      List<String> unreachable,
      long soakFloorSeconds,
      int measuredClusters,
      long usualSeconds,
      ForecastDocument least,
      ForecastDocument likely) {
    static Course of(RolloutPlan.Course course) {
      PreparedAttempt attempt = course.attempt();
      return new Course(
          attempt.state().spec().number(),
          attempt.origin().name().toLowerCase(Locale.ROOT),
          attempt.because(),
          attempt.held().map(Held::of),
          attempt.inform().stream().map(Inform::of).toList(),
          attempt.upToDate(),
          course.unreachable(),
          attempt.state().spec().soakFloor().toSeconds(),
          course.times().measured().size(),
          course.times().usual().toSeconds(),
          ForecastDocument.of(course.least()),
          ForecastDocument.of(course.likely()));
    }
  }

  /** How many clusters the gate holds until their turn, of how many, and what they keep. */
  record Held(long clusters, long of, Optional<Long> generation) {
    static Held of(HeldClusters held) {
      return new Held(held.clusters(), held.of(), held.generation());
    }
  }

  /** How many clusters of a group comply already with what is only informed of. */
  record Inform(String group, long comply, long wouldChange, long notReported) {
    static Inform of(InformPass pass) {
      return new Inform(
          pass.group(),
          pass.counts().comply(),
          pass.counts().wouldChange(),
          pass.counts().notReported());
    }
  }

  @Override
  public String kind() {
    return "RolloutPlan";
  }

  static PlanDocument of(RolloutPlan plan) {
    return new PlanDocument(
        Subject.of(plan.policy()),
        plan.generation(),
        plan.strategy(),
        plan.refusals(),
        plan.warnings(),
        plan.superseded().map(Superseded::of),
        plan.course().map(Course::of).orElse(null),
        plan.changes().map(ChangesDocument::of));
  }
}

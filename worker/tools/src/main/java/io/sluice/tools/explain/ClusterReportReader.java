package io.sluice.tools.explain;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.explain.ClusterCourse;
import io.sluice.explain.ClusterExplainer;
import io.sluice.explain.PlannedStep;
import io.sluice.fleet.NameDistance;
import io.sluice.replay.AttemptReplayer;
import io.sluice.tools.course.Course;
import io.sluice.tools.course.CourseReader;
import io.sluice.tools.course.RecordedAttempt;
import io.sluice.tools.course.TemporalSource;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.status.StatusView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Explains one cluster from Temporal's history, and from the hub. */
public final class ClusterReportReader {
  private static final int MOST_NAMES = 5;

  private final KubernetesClient client;
  private final TemporalSource temporal;
  private final Optional<Long> number;

  /**
   * Prepares to read.
   *
   * @param number of the attempt; empty: the newest
   */
  public ClusterReportReader(
      KubernetesClient client, TemporalSource temporal, Optional<Long> number) {
    this.client = client;
    this.temporal = temporal;
    this.number = number;
  }

  /**
   * Reads it.
   *
   * @throws CliFailure if the attempt never had such a cluster
   */
  public ClusterReport read(StatusView view, String cluster, Instant now) {
    HubCluster hub = new HubClusterReader(client).read(view, cluster);
    Optional<Long> newest = Optional.ofNullable(view.status().attempt);
    if (newest.isEmpty() && number.isEmpty()) {
      return new ClusterReport(
          view.subject(), cluster, newest, Optional.empty(), hub, Optional.empty(), now);
    }
    Course course = CourseReader.read(temporal, view.subject().target(), number);
    return new ClusterReport(
        view.subject(),
        cluster,
        course.attempt().map(RecordedAttempt::number).or(() -> number).or(() -> newest),
        course.attempt().map(found -> explanation(found, view, cluster, now)),
        hub,
        course.note(),
        now);
  }

  private ClusterCourse explanation(
      RecordedAttempt attempt, StatusView view, String cluster, Instant now) {
    ClusterExplainer explainer = new ClusterExplainer(cluster);
    new AttemptReplayer(temporal.keys())
        .replay(
            attempt.chain(),
            step -> explainer.follow(new PlannedStep(step.at(), step.seen(), step.step())));
    return explainer
        .explanation(now)
        .orElseThrow(() -> unknown(attempt, view, cluster, explainer.names()));
  }

  private static CliFailure unknown(
      RecordedAttempt attempt, StatusView view, String cluster, List<String> names) {
    String what =
        "Cannot explain cluster %s of %s: it is none of the %d clusters of attempt %d."
            .formatted(cluster, view.subject().title(), names.size(), attempt.number());
    return new CliFailure(
        names.isEmpty()
            ? what + " Look at its placements."
            : what
                + " Near it: %s."
                    .formatted(
                        String.join(", ", NameDistance.nearest(cluster, names, MOST_NAMES))));
  }
}

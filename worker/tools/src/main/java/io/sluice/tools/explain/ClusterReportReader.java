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
import io.sluice.tools.history.FormerAttempts;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ClusterFinder;
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
   * @throws CliFailure if there is no such cluster, the attempt never had it, or there was no such
   *     attempt
   */
  public ClusterReport read(StatusView view, String cluster, Instant now) {
    HubCluster hub = new HubClusterReader(client).read(view, cluster);
    Optional<Long> newest = Optional.ofNullable(view.status().attempt);
    Course course =
        newest.isEmpty() && number.isEmpty()
            ? new Course(Optional.empty(), Optional.empty())
            : CourseReader.read(temporal, view.subject().target(), number);
    if (course.attempt().isEmpty()) {
      check(view, cluster, hub, newest);
    }
    Optional<Long> attempt =
        course.attempt().map(RecordedAttempt::number).or(() -> number).or(() -> newest);
    return new ClusterReport(
        view.subject(),
        cluster,
        attempt,
        attempt
            .filter(asked -> newest.filter(last -> last > asked).isPresent())
            .map(asked -> FormerAttempts.sentence(view, asked)),
        course.attempt().map(found -> explanation(found, view, cluster, now)),
        hub,
        course.note(),
        now);
  }

  /** Of what Temporal's history does not show, only the hub can tell whether it is there. */
  private void check(StatusView view, String cluster, HubCluster hub, Optional<Long> newest) {
    if (hub.missing()) {
      throw new CliFailure(
          "Cannot explain cluster %s of %s: the hub has no ManagedCluster of that name. %sLook at its placements."
              .formatted(
                  cluster, view.subject().title(), new ClusterFinder(client).nearest(cluster)));
    }
    number
        .filter(asked -> newest.filter(last -> last >= asked).isEmpty())
        .ifPresent(
            asked -> {
              throw new CliFailure(
                  "Cannot explain attempt %d of %s: %s."
                      .formatted(
                          asked,
                          view.subject().title(),
                          newest
                              .map("its newest attempt is %d"::formatted)
                              .orElse("its Rollout has none")));
            });
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

package io.sluice.tools.plan;

import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.WaitTime;
import io.sluice.forecast.Wave;
import io.sluice.rollout.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats the course of an attempt for programs, as a tree of JSON; times are in seconds. */
public final class ForecastTree {
  private final Forecast course;

  private ForecastTree(Forecast course) {
    this.course = course;
  }

  public static Map<String, Object> of(Forecast course) {
    return new ForecastTree(course).tree();
  }

  private Map<String, Object> tree() {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("from", course.from().toString());
    tree.put("seconds", course.time().toSeconds());
    tree.put("approvalSeconds", course.approvalTime().toSeconds());
    tree.put("waves", course.waves().stream().map(this::wave).toList());
    tree.put("wavesOmitted", course.wavesOmitted());
    tree.put("approvals", course.approvals().stream().map(this::approval).toList());
    tree.put("failures", course.failures().stream().map(this::failure).toList());
    course
        .halt()
        .ifPresent(
            halt -> {
              Map<String, Object> node = at(halt.at());
              node.put("because", halt.because());
              tree.put("halt", node);
            });
    tree.put("end", end(course.end()));
    return tree;
  }

  private Map<String, Object> at(Instant at) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("at", at.toString());
    node.put("afterSeconds", Duration.between(course.from(), at).toSeconds());
    return node;
  }

  private Map<String, Object> wave(Wave wave) {
    Map<String, Object> node = at(wave.at());
    node.put("group", wave.group());
    node.put("number", wave.number());
    node.put("clusters", wave.clusters());
    node.put("because", wave.because());
    node.put("waitedFor", waits(wave.after()));
    return node;
  }

  private static List<Map<String, Object>> waits(List<WaitTime> waits) {
    return waits.stream().map(ForecastTree::wait).toList();
  }

  private static Map<String, Object> wait(WaitTime wait) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("cause", wait.cause().name().toLowerCase(Locale.ROOT));
    node.put("what", wait.what());
    node.put("seconds", wait.time().toSeconds());
    return node;
  }

  private Map<String, Object> approval(Forecast.GivenApproval approval) {
    Map<String, Object> node = at(approval.at());
    node.put("group", approval.group());
    return node;
  }

  private Map<String, Object> failure(Forecast.FailedCluster failed) {
    Map<String, Object> node = at(failed.at());
    node.put("cluster", failed.cluster());
    node.put("group", failed.group());
    node.put("status", failed.status());
    return node;
  }

  private Map<String, Object> end(CourseEnd end) {
    Map<String, Object> node = at(end.at());
    node.put(
        "kind",
        switch (end.kind()) {
          case ENDED -> "ended";
          case STANDS_STILL -> "standsStill";
          case CUT -> "cut";
        });
    end.outcome().map(Outcome::label).ifPresent(outcome -> node.put("outcome", outcome));
    node.put("phase", end.phase().label());
    node.put("waitingFor", end.waitingFor());
    node.put("waitedFor", waits(end.after()));
    return node;
  }
}

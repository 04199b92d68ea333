package io.sluice.tools.replay;

import io.sluice.explain.ActionText;
import io.sluice.replay.ReceivedMessage;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.ReplayedStep;
import io.sluice.replay.RunEnd;
import io.sluice.rollout.Counts;
import io.sluice.rollout.Progress;
import io.sluice.tools.status.StatusTree;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the course of a rollout for programs: the document {@code RolloutCourse}. */
final class CourseTree {
  private CourseTree() {}

  static Map<String, Object> of(List<RecordedRun> runs, List<ReplayedStep> steps) {
    Map<String, Object> tree = StatusTree.begun("RolloutCourse");
    tree.putAll(StatusTree.subject(runs.get(0).spec().policy()));
    tree.put("attempt", runs.get(0).spec().number());
    tree.put("generation", runs.get(0).spec().version().generation());
    tree.put("runs", runs.stream().map(CourseTree::run).toList());
    tree.put("steps", steps.stream().map(CourseTree::step).toList());
    return tree;
  }

  private static Map<String, Object> run(RecordedRun run) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("startedAt", run.startedAt().toString());
    run.end().ifPresent(end -> tree.put("end", end(end)));
    tree.put(
        "messages",
        run.messages().stream()
            .filter(message -> !message.name().equals(PolicyRolloutWorkflow.CLUSTERS_REPORTED))
            .map(CourseTree::message)
            .toList());
    return tree;
  }

  private static Map<String, Object> end(RunEnd end) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("at", end.at().toString());
    tree.put("status", end.status().label());
    end.failure().ifPresent(why -> tree.put("failure", why));
    return tree;
  }

  private static Map<String, Object> message(ReceivedMessage message) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("at", message.at().toString());
    tree.put("name", message.name());
    tree.put("identity", message.identity());
    message.argument().ifPresent(argument -> tree.put("argument", argument));
    return tree;
  }

  private static Map<String, Object> step(ReplayedStep step) {
    Progress progress = step.step().progress();
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("at", step.at().toString());
    tree.put("phase", progress.phase().label());
    progress.outcome().ifPresent(outcome -> tree.put("outcome", outcome.label()));
    tree.put("waitingFor", progress.waitingFor());
    tree.put("actions", step.step().actions().stream().map(ActionText::whole).toList());
    tree.put("counts", counts(progress.counts()));
    return tree;
  }

  private static Map<String, Object> counts(Counts counts) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("clusters", counts.clusters());
    tree.put("toApply", counts.toApply());
    tree.put("progressing", counts.progressing());
    tree.put("soaking", counts.soaking());
    tree.put("succeeded", counts.succeeded());
    tree.put("failed", counts.failed());
    tree.put("timeOut", counts.timeOut());
    tree.put("newCluster", counts.newCluster());
    tree.put("ignored", counts.ignored());
    return tree;
  }
}

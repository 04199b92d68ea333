package io.sluice.tools.placement;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.evaluation.ClusterExplanation;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.PlacementStatus;
import io.sluice.placement.selection.SelectionStage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What programs get to read of a Placement; every cluster is in it. */
final class PlacementDocument {
  private PlacementDocument() {}

  /** Which Placement it is, and what is to be said of it. */
  record Head(
      String namespace,
      String placement,
      Optional<String> notEvaluated,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> notes) {
    static Head of(PlacementReport report) {
      return new Head(
          report.input().placement().namespace(),
          report.input().placement().name(),
          report.notEvaluated(),
          report.notes());
    }
  }

  record Group(int index, String name) {
    static Group of(GroupKey key) {
      return new Group(key.index(), key.name());
    }
  }

  record Members(@JsonUnwrapped Group group, List<String> clusters) {
    static List<Members> of(List<DecisionGroup> groups) {
      return groups.stream()
          .map(group -> new Members(Group.of(group.key()), group.clusters()))
          .toList();
    }
  }

  /** What it selects, and what it leaves out at which stage. */
  record Selection(
      @JsonUnwrapped Head head,
      int clusters,
      Optional<Object> numberOfSelectedClusters,
      Optional<Object> decisionGroups,
      Optional<Object> conditions,
      Optional<List<String>> warnings,
      List<Members> groups,
      Map<SelectionStage, List<String>> notSelected,
      List<Members> published) {
    static Selection of(PlacementReport report) {
      Optional<Map<String, Object>> status =
          report.evaluation().map(Evaluation::status).map(PlacementStatus::toTree);
      return new Selection(
          Head.of(report),
          report.input().clusters().size(),
          status.map(tree -> tree.get("numberOfSelectedClusters")),
          status.map(tree -> tree.get("decisionGroups")),
          status.map(tree -> tree.get("conditions")),
          report.evaluation().map(Evaluation::warnings),
          Members.of(report.groups()),
          report.notSelected(),
          Members.of(report.published()));
    }
  }

  /** Why it selects a cluster, or does not. */
  record Cluster(
      @JsonUnwrapped Head head,
      String cluster,
      SelectionStage stage,
      String reason,
      OptionalLong score,
      Optional<Group> group) {
    static Cluster of(PlacementReport report, ClusterExplanation cluster) {
      return new Cluster(
          Head.of(report),
          cluster.cluster(),
          cluster.stage(),
          cluster.reason(),
          cluster.score(),
          cluster.group().map(Group::of));
    }
  }

  /** Which clusters join, leave or move by a change of it. */
  record Changes(
      @JsonUnwrapped Head head,
      List<GroupSizes> groups,
      List<ClusterMove> clusters,
      Optional<List<String>> warnings) {
    static Changes of(PlacementReport report, GroupChanges changes) {
      return new Changes(
          Head.of(report),
          changes.pairs().stream().map(GroupSizes::of).toList(),
          changes.changes().stream().map(ClusterMove::of).toList(),
          report.evaluation().map(Evaluation::warnings));
    }
  }

  record Size(@JsonUnwrapped Group group, int clusterCount) {
    static Size of(DecisionGroup group) {
      return new Size(Group.of(group.key()), group.clusters().size());
    }
  }

  record GroupSizes(Optional<Size> before, Optional<Size> after) {
    static GroupSizes of(GroupChanges.GroupPair pair) {
      return new GroupSizes(pair.before().map(Size::of), pair.after().map(Size::of));
    }
  }

  record ClusterMove(String cluster, Optional<Group> before, Optional<Group> after) {
    static ClusterMove of(GroupChanges.ClusterChange change) {
      return new ClusterMove(
          change.cluster(), change.before().map(Group::of), change.after().map(Group::of));
    }
  }
}

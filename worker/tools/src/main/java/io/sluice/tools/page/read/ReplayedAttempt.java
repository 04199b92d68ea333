package io.sluice.tools.page.read;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.ReplayedStatus;
import io.sluice.plan.tracking.ClusterTimers;
import io.sluice.replay.ReplayedStep;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Counts;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Stage;
import io.sluice.tools.page.model.CellStatus;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.GroupCourse;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.model.TimelineEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Collects from the steps of an attempt what its page shows: all of its course, and the reason of
 * each decision.
 *
 * <p>It keeps the last step alone: those of a large rollout take much memory together.
 */
public final class ReplayedAttempt {
  private final Map<GroupKey, List<GroupCourse.Point>> points = new TreeMap<>();
  private final List<TimelineEntry> decisions = new ArrayList<>();
  private Optional<Instant> first = Optional.empty();
  private Optional<ReplayedStep> last = Optional.empty();

  /** Enters the next step. */
  public void follow(ReplayedStep step) {
    if (first.isEmpty()) {
      first = Optional.of(step.at());
    }
    last = Optional.of(step);
    for (Progress.Group group : step.step().progress().groups()) {
      add(points.computeIfAbsent(group.key(), key -> new ArrayList<>()), step.at(), group.counts());
    }
    step.step()
        .because()
        .ifPresent(
            reason ->
                decisions.add(
                    new TimelineEntry(
                        step.at(),
                        "Decision",
                        Character.toUpperCase(reason.charAt(0)) + reason.substring(1) + ".",
                        false)));
  }

  private static void add(List<GroupCourse.Point> points, Instant at, Counts counts) {
    if (points.isEmpty() || !points.get(points.size() - 1).counts().equals(counts)) {
      points.add(new GroupCourse.Point(at, counts));
    }
  }

  /**
   * Returns the course; empty without a step.
   *
   * @param now where it is drawn to while the attempt goes on
   * @param note what the history lacks
   */
  public Optional<RolloutCourse> course(Instant now, Optional<String> note) {
    return last.map(
        end ->
            new RolloutCourse(
                first.orElseThrow(),
                end.step().progress().endedAt().isPresent() ? end.at() : now,
                points.entrySet().stream()
                    .map(group -> new GroupCourse(group.getKey().label(), group.getValue()))
                    .toList(),
                false,
                note.orElse("")));
  }

  /**
   * Returns the page of the attempt as its last step left it.
   *
   * @param hub that of the newest attempt, with what the history does not have
   */
  public RolloutPage page(RolloutPage hub) {
    return last.map(step -> page(hub, step)).orElse(hub);
  }

  private RolloutPage page(RolloutPage hub, ReplayedStep step) {
    RolloutStatus status = ReplayedStatus.of(step);
    boolean newest = Objects.equals(status.rolloutUID, hub.status().rolloutUID);
    if (newest) {
      status.history = hub.status().history;
    }
    Map<GroupKey, List<ClusterCell>> cells = cells(step.step().state(), step.at());
    Stream<TimelineEntry> events =
        hub.timeline().stream()
            .filter(entry -> newest || !entry.at().isBefore(first.orElseThrow()))
            .filter(entry -> newest || !entry.at().isAfter(step.at().plusSeconds(5)));
    return new RolloutPage(
        hub.name(),
        Optional.of(step.step().state().spec().strategy().type().toString()),
        status,
        Objects.requireNonNullElse(status.decisionGroups, List.<RolloutStatus.Group>of()).stream()
            .map(group -> new GroupCells(group, cells.getOrDefault(group.key(), List.of())))
            .toList(),
        Stream.concat(events, decisions.stream())
            .sorted(Comparator.comparing(TimelineEntry::at).reversed())
            .toList(),
        newest ? hub.unknown() : List.of(),
        hub.readAt());
  }

  private static Map<GroupKey, List<ClusterCell>> cells(AttemptState state, Instant at) {
    Map<GroupKey, List<ClusterCell>> cells = new HashMap<>();
    ClusterTimers timers = new ClusterTimers(state.spec(), at);
    for (PendingCluster waiting : state.waiting()) {
      put(
          cells,
          state.groups().get(waiting.group()),
          new ClusterCell(waiting.cluster(), waits(waiting)));
    }
    for (ClusterState started : state.clusters()) {
      put(cells, state.groups().get(started.group()), cell(started, timers));
    }
    cells
        .values()
        .forEach(own -> own.sort(Comparator.comparing(ClusterCell::cluster, ByteOrder.NAMES)));
    return cells;
  }

  private static CellStatus waits(PendingCluster cluster) {
    return cluster.complies()
        ? CellStatus.COMPLIES
        : cluster.wouldChange() ? CellStatus.WOULD_CHANGE : CellStatus.TO_APPLY;
  }

  private static void put(
      Map<GroupKey, List<ClusterCell>> cells, GroupKey group, ClusterCell cell) {
    cells.computeIfAbsent(group, key -> new ArrayList<>()).add(cell);
  }

  private static ClusterCell cell(ClusterState cluster, ClusterTimers timers) {
    CellStatus status =
        cluster.stage() == Stage.SOAKING
            ? CellStatus.SOAKING
            : CellStatus.ofLabel(cluster.stage().status().label()).orElse(CellStatus.UNKNOWN);
    List<String> parts = new ArrayList<>();
    if (cluster.dispatched() > 0) {
      parts.add("Written at %s.".formatted(Instant.ofEpochMilli(cluster.dispatched())));
    }
    if (!cluster.why().isEmpty()) {
      parts.add(cluster.why());
    }
    return new ClusterCell(
        cluster.cluster(),
        status,
        cluster.since() > 0 ? Optional.of(Instant.ofEpochMilli(cluster.since())) : Optional.empty(),
        parts.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", parts)),
        new NextInstants(timers.soakUntil(cluster), timers.deadline(cluster)));
  }
}

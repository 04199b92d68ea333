package io.sluice.schedule;

import io.sluice.fleet.DecisionGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Says of one cluster at one instant whether it may start: C1 and C2 as they are written. */
final class NaiveSchedule {
  private final Schedule schedule;
  private final List<RolloutCalendar> calendars = new ArrayList<>();
  private final Map<WindowRule, SortedSet<Instant>> times = new HashMap<>();
  private final Map<String, String> groups = new HashMap<>();
  private final Map<String, Map<String, String>> labels;

  NaiveSchedule(
      Schedule schedule,
      List<RolloutCalendar> others,
      List<DecisionGroup> fleet,
      Map<String, Map<String, String>> labels,
      Instant now) {
    this.schedule = schedule;
    this.labels = labels;
    calendars.add(schedule.own());
    calendars.addAll(others);
    for (DecisionGroup group : fleet) {
      String name = group.key().name().isEmpty() ? "ungrouped" : group.key().name();
      group.clusters().forEach(cluster -> groups.put(cluster, name));
    }
    calendars.stream()
        .flatMap(calendar -> calendar.windows().stream())
        .forEach(
            window ->
                times.computeIfAbsent(
                    window,
                    key ->
                        new NaiveCron(key.cron().toString())
                            .times(
                                now.minus(Duration.ofDays(9)),
                                now.plus(Duration.ofDays(16)),
                                key.zone())));
  }

  boolean open(String cluster, Instant at) {
    return schedule.startAt().filter(at::isBefore).isEmpty()
        && freezes(cluster, at).findAny().isEmpty()
        && calendars.stream().allMatch(calendar -> open(calendar, cluster, at));
  }

  Stream<FreezeRule> freezes(String cluster, Instant at) {
    return calendars.stream()
        .flatMap(calendar -> calendar.freezes().stream())
        .filter(freeze -> covers(freeze.scope(), cluster))
        .filter(freeze -> !at.isBefore(freeze.from()) && at.isBefore(freeze.to()));
  }

  private boolean open(RolloutCalendar calendar, String cluster, Instant at) {
    List<WindowRule> covering =
        calendar.windows().stream().filter(window -> covers(window.scope(), cluster)).toList();
    return covering.isEmpty() || covering.stream().anyMatch(window -> open(window, at));
  }

  boolean open(WindowRule window, Instant at) {
    return !times
        .get(window)
        .subSet(at.minus(window.window()).plusNanos(1), at.plusNanos(1))
        .isEmpty();
  }

  /** Returns the windows that cover a cluster and have this name. */
  List<WindowRule> windows(String cluster, String name) {
    return calendars.stream()
        .flatMap(calendar -> calendar.windows().stream())
        .filter(window -> window.name().equals(name) && covers(window.scope(), cluster))
        .toList();
  }

  private boolean covers(RuleScope scope, String cluster) {
    boolean group = scope.groups().isEmpty() || scope.groups().get().contains(groups.get(cluster));
    return group
        && (scope.clusterSelector().isEmpty()
            || scope.clusterSelector().get().matches(labels.getOrDefault(cluster, Map.of())));
  }

  /** Returns all instants at which anything may change. */
  Collection<Instant> edges(Instant from, Instant before) {
    SortedSet<Instant> edges = new TreeSet<>();
    schedule.startAt().ifPresent(edges::add);
    for (RolloutCalendar calendar : calendars) {
      for (FreezeRule freeze : calendar.freezes()) {
        edges.addAll(List.of(freeze.from(), freeze.to()));
      }
    }
    times.forEach(
        (window, opens) ->
            opens.forEach(open -> edges.addAll(List.of(open, open.plus(window.window())))));
    return edges.subSet(from, before);
  }
}

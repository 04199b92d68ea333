package io.sluice.plan.hold;

import io.sluice.fleet.GroupKey;
import io.sluice.hold.GroupHold;
import io.sluice.hold.HoldKind;
import io.sluice.rollout.PendingCluster;
import io.sluice.rollout.Wording;
import io.sluice.schedule.ScheduleTimes;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Closed;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Holds a cluster outside its windows, in a freeze, and before the start time (between-waves 2).
 *
 * @param times empty: nothing restricts when clusters start
 */
record CalendarHold(Optional<ScheduleTimes> times, Instant now) implements Hold {
  @Override
  public boolean open(GroupKey group, String cluster) {
    return times.isEmpty() || times.get().open(cluster, now);
  }

  /** Reports the first cluster to open; the others may wait longer. */
  @Override
  public Optional<GroupHold> holds(GroupKey group, List<PendingCluster> waiting) {
    if (times.isEmpty()) {
      return Optional.empty();
    }
    List<Closed> closed =
        waiting.stream()
            .flatMap(entry -> times.get().closed(entry.cluster(), now).stream())
            .toList();
    return closed.stream()
        .min(Comparator.comparing(CalendarHold::opens))
        .map(first -> hold(group, first, closed.size(), waiting.size()));
  }

  private GroupHold hold(GroupKey group, Closed first, int closed, int waiting) {
    String which =
        closed == waiting
            ? "group " + group.label()
            : "%d of %s in group %s".formatted(closed, Wording.clusters(waiting), group.label());
    return new GroupHold(
        HoldKind.CALENDAR,
        name(first.rule()),
        new CalendarMessage(times.orElseThrow(), now).of(first, which),
        first.opens().map(Change::at));
  }

  private static Optional<String> name(Rule rule) {
    return Optional.of(rule.name())
        .filter(name -> !name.isEmpty())
        .map(name -> rule.calendar().map(calendar -> calendar + "/" + name).orElse(name));
  }

  private static Instant opens(Closed closed) {
    return closed.opens().map(Change::at).orElse(Instant.MAX);
  }
}

package io.sluice.simulation;

import io.sluice.schedule.ScheduleTimes;
import io.sluice.schedule.ScheduleTimes.Change;
import io.sluice.schedule.ScheduleTimes.Course;
import io.sluice.schedule.ScheduleTimes.Kind;
import io.sluice.schedule.ScheduleTimes.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A calendar that can be computed without one: a start time, a window of one length again and
 * again, and a freeze; for all clusters, or every second of them.
 *
 * @param startAt in seconds since the epoch, as all instants
 * @param period from one opening to the next
 * @param open how long each lasts
 * @param half 0: it covers every cluster; else those whose number is odd, or even
 */
record ModelCalendar(
    long startAt, long period, long open, long freezeFrom, long freezeTo, int half) {
  private static final int KNOWN_PERIODS = 5;

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              Kind.WINDOW, Optional.empty(), "any", "UTC", Optional.empty(), 0, Optional.empty()),
          new Rule(
              Kind.FREEZE, Optional.empty(), "cold", "UTC", Optional.empty(), 0, Optional.empty()));

  /** Makes one from a number. */
  static ModelCalendar of(long number, Instant now) {
    long period = 20 + number % 580;
    long freeze = now.getEpochSecond() + number / 7 % 400;
    return new ModelCalendar(
        now.getEpochSecond() + number / 3 % 200,
        period,
        1 + number / 11 % period,
        freeze,
        freeze + number / 13 % 300,
        (int) (number % 4 < 2 ? 0 : number % 4 - 1));
  }

  private boolean covers(String cluster) {
    int number = Integer.parseInt(cluster.substring(1));
    return half == 0 || number % 2 == half - 1;
  }

  boolean open(String cluster, Instant at) {
    return !covers(cluster) || open(at.getEpochSecond());
  }

  private boolean open(long at) {
    return at >= startAt && !frozen(at) && Math.floorMod(at - startAt, period) < open;
  }

  private boolean frozen(long at) {
    return freezeFrom <= at && at < freezeTo;
  }

  /**
   * Returns when a cluster may start next; empty if that lies beyond what is known at an instant.
   */
  Optional<Instant> opens(String cluster, Instant now) {
    return changes(now).stream()
        .filter(change -> change.at().isAfter(now) && change.open())
        .map(Change::at)
        .filter(at -> !open(cluster, now))
        .findFirst()
        .filter(at -> at.isBefore(until(now)));
  }

  /** Returns what an observation says of it. */
  ScheduleTimes times(Collection<String> clusters, Instant now) {
    List<Course> courses = new ArrayList<>();
    List<String> covered = clusters.stream().filter(this::covers).sorted().toList();
    if (!covered.isEmpty()) {
      courses.add(new Course(covered, changes(now)));
    }
    courses.add(new Course(List.of(), List.of(new Change(Instant.EPOCH, true, -1, 0))));
    return new ScheduleTimes(now, until(now), RULES, courses, Optional.empty(), "model");
  }

  private Instant until(Instant now) {
    return now.plusSeconds(KNOWN_PERIODS * period);
  }

  private List<Change> changes(Instant now) {
    long from = now.getEpochSecond();
    TreeSet<Long> candidates = new TreeSet<>(List.of(from, startAt, freezeFrom, freezeTo));
    long first = startAt + Math.floorDiv(from - startAt, period) * period;
    for (int i = 0; i <= KNOWN_PERIODS + 1; i++) {
      candidates.add(first + i * period);
      candidates.add(first + i * period + open);
    }
    List<Change> changes = new ArrayList<>();
    for (long at : candidates.tailSet(from)) {
      boolean opened = open(at);
      if (changes.isEmpty() || changes.get(changes.size() - 1).open() != opened) {
        changes.add(new Change(Instant.ofEpochSecond(at), opened, frozen(at) ? 1 : 0, 0));
      }
    }
    return changes;
  }
}

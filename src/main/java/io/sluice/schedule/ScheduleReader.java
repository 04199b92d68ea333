package io.sluice.schedule;

import static io.sluice.schedule.TimeReader.INVALID;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.LabelSelector;
import io.sluice.fleet.NameDistance;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.rollout.strategy.SettingsReading;
import io.sluice.schedule.ScheduleTimes.Ignored;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads the schedule of a Rollout, and calendars, from a tree as YAML or JSON gives it
 * (between-waves 2).
 *
 * <p>Every setting is read, and every problem is named (C9): all are {@code CalendarInvalid}.
 */
public final class ScheduleReader {
  /** What its fields are settings of. */
  static final String SETTINGS = "a schedule";

  private static final int MOST_CALENDARS = 20;
  private static final Set<String> SCHEDULE =
      Set.of("startAt", "timeZone", "windows", "freezes", "calendars", "ignore");
  private static final Set<String> CALENDAR = Set.of("timeZone", "windows", "freezes");
  private static final Set<String> CLUSTER_CALENDAR =
      Set.of("timeZone", "windows", "freezes", "namespaceSelector", "policySelector");

  private final ProblemCollector collector = new ProblemCollector();
  private final Instant now;

  private ScheduleReader(Instant now) {
    this.now = now;
  }

  /**
   * Reads {@code spec.schedule} of a Rollout; {@link Schedule#NONE} if it is absent.
   *
   * @param path where it stands, such as {@code Rollout spec.schedule}
   * @param now from which a window has to open within five years
   */
  public static SettingsReading<Schedule> schedule(Object tree, String path, Instant now) {
    return new ScheduleReader(now).schedule(path, tree);
  }

  /** Reads the spec of a RolloutCalendar. */
  public static SettingsReading<RolloutCalendar> calendar(
      String name, Object tree, String path, Instant now) {
    return new ScheduleReader(now).calendar(name, path, tree, false);
  }

  /** Reads the spec of a ClusterRolloutCalendar. */
  public static SettingsReading<RolloutCalendar> clusterCalendar(
      String name, Object tree, String path, Instant now) {
    return new ScheduleReader(now).calendar(name, path, tree, true);
  }

  /**
   * Reads which Rollouts a ClusterRolloutCalendar binds, and no rule: one that cannot be used stops
   * no Rollout that it does not select. A selector that cannot be read selects all.
   */
  public static RolloutCalendar selection(String name, Object tree) {
    SettingNode root = new SettingNode("spec", tree, new ProblemCollector());
    return new RolloutCalendar(
        name,
        true,
        List.of(),
        List.of(),
        readable(root.child("namespaceSelector").value()),
        readable(root.child("policySelector").value()));
  }

  private static Optional<LabelSelector> readable(Object selector) {
    ProblemCollector problems = new ProblemCollector();
    return LabelSelectorReader.read(new SettingNode("selector", selector, problems))
        .filter(read -> problems.problems().isEmpty());
  }

  /**
   * Finds calendars that a schedule names and nobody made.
   *
   * @param existing names of the RolloutCalendars of the namespace
   * @param path of the schedule
   */
  public static List<Problem> missing(Schedule schedule, Collection<String> existing, String path) {
    return IntStream.range(0, schedule.calendars().size())
        .filter(i -> !existing.contains(schedule.calendars().get(i)))
        .mapToObj(i -> missing(schedule.calendars().get(i), existing, path, i))
        .toList();
  }

  private static Problem missing(String name, Collection<String> existing, String path, int i) {
    String others =
        NameDistance.nearest(name, existing, 3).stream()
            .sorted(ByteOrder.NAMES)
            .collect(Collectors.joining(", "));
    return new Problem(
        INVALID,
        "%s.calendars[%d].name".formatted(path, i),
        "is %s, and the namespace has no RolloutCalendar of that name"
            .formatted(SettingNode.json(name)),
        others.isEmpty()
            ? "Create it, or remove the entry"
            : "Create it, or name one of: " + others);
  }

  private SettingsReading<Schedule> schedule(String path, Object tree) {
    SettingNode root = root(path, tree, SCHEDULE);
    ZoneId zone = TimeReader.zone(root.child("timeZone"), ZoneOffset.UTC);
    return reading(
        new Schedule(
            TimeReader.instant(root.child("startAt")),
            zone,
            rules("", root, zone, false),
            calendars(root.child("calendars")),
            ignored(root.child("ignore"))));
  }

  private SettingsReading<RolloutCalendar> calendar(
      String name, String path, Object tree, boolean clusterScoped) {
    SettingNode root = root(path, tree, clusterScoped ? CLUSTER_CALENDAR : CALENDAR);
    ZoneId zone = TimeReader.zone(root.child("timeZone"), ZoneOffset.UTC);
    return reading(rules(name, root, zone, clusterScoped));
  }

  private SettingNode root(String path, Object tree, Set<String> fields) {
    SettingNode root = new SettingNode(path, tree, collector);
    if (root.notAnObject()) {
      root.refuse(INVALID, "not an object", "Write windows or freezes below it");
    }
    root.warnOfUnknownFields(fields, SETTINGS);
    return root;
  }

  private RolloutCalendar rules(String name, SettingNode root, ZoneId zone, boolean clusterScoped) {
    RuleReader reader = new RuleReader(zone, now);
    return new RolloutCalendar(
        name,
        clusterScoped,
        reader.windows(root.child("windows")),
        reader.freezes(root.child("freezes")),
        clusterScoped ? selector(root.child("namespaceSelector")) : Optional.empty(),
        clusterScoped ? selector(root.child("policySelector")) : Optional.empty());
  }

  private static Optional<LabelSelector> selector(SettingNode node) {
    node.warnOfUnknownFields(LabelSelectorReader.FIELDS, SETTINGS);
    return LabelSelectorReader.read(node);
  }

  private static List<String> calendars(SettingNode node) {
    if (node.notAList()) {
      node.refuse(INVALID, "not a list", "List entries such as {name: retail}");
    }
    List<SettingNode> items = node.items().toList();
    if (items.size() > MOST_CALENDARS) {
      node.report(
          INVALID,
          "has %d entries, more than %d".formatted(items.size(), MOST_CALENDARS),
          "Put more rules into one calendar");
    }
    List<String> names = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (SettingNode item : items) {
      SettingNode name = item.child("name");
      item.warnOfUnknownFields(Set.of("name"), SETTINGS);
      if (name.text().filter(text -> !text.isEmpty()).isEmpty()) {
        item.refuse(INVALID, "and names no calendar", "Write one such as {name: retail}");
      } else if (!known.add(name.text().get())) {
        name.refuse(INVALID, "which is listed before", "Keep one entry");
      } else {
        names.add(name.text().get());
      }
    }
    return names;
  }

  private static Optional<Ignored> ignored(SettingNode node) {
    if (node.absent()) {
      return Optional.empty();
    }
    node.warnOfUnknownFields(Set.of("rolloutUID", "reason"), SETTINGS);
    Optional<String> attempt = node.child("rolloutUID").text().filter(text -> !text.isEmpty());
    if (attempt.isEmpty()) {
      return node.refuse(
          INVALID, "and names no attempt", "Write the rolloutUID that the status shows");
    }
    return Optional.of(
        new Ignored(
            attempt.get(), Optional.empty(), Optional.empty(), node.child("reason").text()));
  }

  private <T> SettingsReading<T> reading(T value) {
    return SettingsReading.of(value, collector, INVALID);
  }
}

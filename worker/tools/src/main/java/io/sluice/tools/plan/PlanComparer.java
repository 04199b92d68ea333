package io.sluice.tools.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.CourseEnd;
import io.sluice.forecast.Forecast;
import io.sluice.forecast.Wave;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Wording;
import io.sluice.rollout.lifecycle.SettingsValidation;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.GroupSelector;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.tools.plan.PlanChanges.Move;
import io.sluice.tools.plan.PlanChanges.Names;
import io.sluice.tools.plan.PlanChanges.Setting;
import io.sluice.tools.plan.PlanChanges.Times;
import io.sluice.tools.plan.PlanChanges.Version;
import io.sluice.tools.plan.PlanChanges.Waves;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Compares a policy as it is with the same policy once files are applied: both as if a rollout to
 * all clusters began now.
 */
final class PlanComparer {
  private static final String NONE = "none";

  private final Side before;
  private final Side after;

  private PlanComparer(Side before, Side after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Holds one side.
   *
   * @param fresh a rollout to all clusters; empty where none can begin
   */
  record Side(PolicyContext context, Optional<RolloutPlan.Course> fresh) {
    Optional<SettingsValidation> settings() {
      return context.acceptance().filter(settings -> settings.refusal().isEmpty());
    }

    /** Returns the group of each selected cluster. */
    Map<String, GroupKey> groups() {
      Map<String, GroupKey> groups = new TreeMap<>(ByteOrder.NAMES);
      for (DecisionGroup group : context.fleet(List.of()).groups()) {
        group.clusters().forEach(cluster -> groups.putIfAbsent(cluster, group.key()));
      }
      return groups;
    }

    /** Returns in which wave each cluster starts. */
    Map<String, Integer> waves() {
      Map<Instant, Integer> numbers = new LinkedHashMap<>();
      Map<String, Integer> waves = new TreeMap<>(ByteOrder.NAMES);
      fresh.stream()
          .flatMap(course -> course.least().waves().stream())
          .forEach(
              (Wave wave) -> {
                int number = numbers.computeIfAbsent(wave.at(), at -> numbers.size() + 1);
                wave.clusters().forEach(cluster -> waves.putIfAbsent(cluster, number));
              });
      return waves;
    }

    List<String> approvals() {
      return fresh.stream()
          .flatMap(course -> course.least().approvals().stream())
          .map(Forecast.GivenApproval::group)
          .toList();
    }

    Optional<Duration> time(Function<RolloutPlan.Course, Forecast> which) {
      return fresh
          .map(which)
          .filter(course -> course.end().kind() == CourseEnd.Kind.ENDED)
          .map(Forecast::timeWithoutApprovals);
    }
  }

  /** Returns what differs. */
  static PlanChanges compare(Side before, Side after) {
    return new PlanComparer(before, after).changes();
  }

  private PlanChanges changes() {
    Map<String, GroupKey> former = before.groups();
    Map<String, GroupKey> next = after.groups();
    return new PlanChanges(
        before.context().root().isPresent(),
        version(),
        settings(),
        names(before.approvals(), after.approvals()),
        names(labels(former.values()), labels(next.values())),
        names(former.keySet(), next.keySet()),
        moved(former, next, GroupKey::label),
        waves(),
        times(RolloutPlan.Course::least),
        times(RolloutPlan.Course::likely));
  }

  private static List<String> labels(Collection<GroupKey> groups) {
    return groups.stream().distinct().sorted().map(GroupKey::label).toList();
  }

  private static Names names(Collection<String> former, Collection<String> next) {
    return new Names(
        next.stream().filter(name -> !former.contains(name)).distinct().toList(),
        former.stream().filter(name -> !next.contains(name)).distinct().toList());
  }

  private static <T> List<Move> moved(
      Map<String, T> former, Map<String, T> next, Function<T, String> label) {
    List<Move> moves = new ArrayList<>();
    former.forEach(
        (cluster, from) -> {
          T to = next.get(cluster);
          if (to != null && !label.apply(to).equals(label.apply(from))) {
            moves.add(new Move(cluster, label.apply(from), label.apply(to)));
          }
        });
    return moves;
  }

  private Waves waves() {
    Map<String, Integer> former = before.waves();
    Map<String, Integer> next = after.waves();
    return new Waves(most(former), most(next), moved(former, next, String::valueOf));
  }

  private static int most(Map<String, Integer> waves) {
    return waves.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private Times times(Function<RolloutPlan.Course, Forecast> which) {
    return new Times(before.time(which), after.time(which));
  }

  private Optional<Version> version() {
    long from = generation(before);
    long to = generation(after);
    boolean content = !hash(before).equals(hash(after));
    return from == 0 || from == to && !content
        ? Optional.empty()
        : Optional.of(new Version(from, to, content));
  }

  private static long generation(Side side) {
    return side.context().root().map(RootPolicy::generation).orElse(0L);
  }

  private static Optional<String> hash(Side side) {
    return side.context().version().map(PolicyVersion::contentHash);
  }

  private List<Setting> settings() {
    List<Setting> changed = new ArrayList<>();
    Map<String, String> former = settings(before);
    settings(after)
        .forEach(
            (name, to) -> {
              if (!to.equals(former.get(name))) {
                changed.add(new Setting(name, former.get(name), to));
              }
            });
    return changed;
  }

  private static Map<String, String> settings(Side side) {
    Optional<SettingsValidation> settings = side.settings();
    Optional<Strategy> strategy = settings.flatMap(SettingsValidation::strategy);
    Map<String, String> shown = new LinkedHashMap<>();
    shown.put("type", text(strategy, found -> found.type().label()));
    shown.put(
        "maxConcurrency",
        text(strategy, found -> found.maxConcurrency().map(Amount::toString).orElse(NONE)));
    shown.put("maxFailures", text(strategy, found -> found.maxFailures().toString()));
    shown.put("minSuccessTime", text(strategy, found -> Wording.of(found.minSuccessTime())));
    shown.put(
        "progressDeadline",
        text(strategy, found -> found.progressDeadline().map(Wording::of).orElse(NONE)));
    shown.put("mandatory groups", text(strategy, PlanComparer::mandatory));
    shown.put("pendingClusters", text(settings, found -> found.mode().label()));
    shown.put("paused", Boolean.toString(side.context().intent().paused()));
    shown.put(
        "disabled",
        Boolean.toString(side.context().root().filter(RootPolicy::disabled).isPresent()));
    return shown;
  }

  private static <T> String text(Optional<T> from, Function<T, String> value) {
    return from.map(value).orElse(NONE);
  }

  private static String mandatory(Strategy strategy) {
    List<String> groups =
        strategy.mandatoryDecisionGroups().stream().map(PlanComparer::group).toList();
    return groups.isEmpty() ? NONE : String.join(", ", groups);
  }

  private static String group(GroupSelector selector) {
    return selector.groupName().orElseGet(() -> "index " + selector.groupIndex().orElse(0));
  }
}

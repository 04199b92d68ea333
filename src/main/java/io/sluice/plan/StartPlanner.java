package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.strategy.Strategy;
import io.sluice.rollout.strategy.StrategyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Decides which groups may start clusters, and how many (rollout-strategy F6 to F11, F13): none, if
 * more failed than is tolerated.
 *
 * <p>It needs no names, only how many members of each group stand where; so it costs the same for
 * ten clusters as for ten thousand. Each method is one rule. {@link StartReasons} formats why.
 */
public final class StartPlanner {
  private static final String NOTHING_STARTS = "no group may start clusters";

  private final Strategy strategy;
  private final List<GroupCounts> groups;
  private final StartReasons reasons;
  private final List<Excess> overTolerance;

  private StartPlanner(Strategy strategy, List<GroupCounts> groups) {
    this.strategy = strategy;
    this.groups = groups;
    this.reasons = new StartReasons(strategy, groups);
    this.overTolerance = overTolerance();
  }

  /**
   * Decides by the type of the strategy.
   *
   * @param groups every group once, in rollout order
   */
  public static StartDecision plan(Strategy strategy, List<GroupCounts> groups) {
    return new StartPlanner(strategy, groups).decision();
  }

  private StartDecision decision() {
    return switch (strategy.type()) {
      case ALL -> window(Long.MAX_VALUE, reasons.all());
      case PROGRESSIVE -> mandatoryGroups().orElseGet(this::slidingWindow);
      case PROGRESSIVE_PER_GROUP -> mandatoryGroups().orElseGet(this::groupByGroup);
      case MANUAL_PER_GROUP -> mandatoryGroups().orElseGet(this::approvedGroups);
    };
  }

  /** F8: mandatory groups first, each whole, with no regard to clusters elsewhere. */
  private Optional<StartDecision> mandatoryGroups() {
    return first(this::mandatory);
  }

  /** F9: a sliding window over all other clusters, by name; a freed slot is refilled at once. */
  private StartDecision slidingWindow() {
    // 40 clusters, maxConcurrency 4, maxFailures 1. c1 and c2 are in flight: 4 - 2 = 2, so c3 and
    // c4 start. c1 succeeds: 4 - 3 = 1, so c5 starts. c2 fails: 1 of 1 tolerated, so c6 takes its
    // slot. c3 fails: 2 > 1, a breach, and no cluster starts.
    if (fleetExcess().isPresent()) {
      return breach();
    }
    long total =
        groups.stream().filter(group -> !mandatory(group)).mapToInt(GroupCounts::members).sum();
    long limit = strategy.maxConcurrency().map(amount -> amount.limitOf(total)).orElse(total);
    long inFlight = sum(GroupCounts::inFlight);
    return window(Math.max(0, limit - inFlight), reasons.window(inFlight, limit, total));
  }

  /** F7 and F9: all clusters but members of mandatory groups, by name. */
  private StartDecision window(long most, String because) {
    Set<GroupKey> others =
        groups.stream()
            .filter(group -> !mandatory(group))
            .map(GroupCounts::group)
            .collect(Collectors.toSet());
    return new StartDecision(false, others, most, overTolerance, because);
  }

  /** F10: one group after the other, each whole and finished before the next. */
  private StartDecision groupByGroup() {
    return first(group -> !mandatory(group)).orElseGet(this::nothing);
  }

  /**
   * F11: groups that have begun are finished first, approved or not; then the approved ones open in
   * order. Groups neither begun nor approved start no cluster and hold none back.
   */
  private StartDecision approvedGroups() {
    for (GroupCounts group : begunFirst()) {
      if (breached(group)) {
        return breach();
      }
      boolean starts = group.approved() && group.notStarted() > 0;
      if (starts || group.running() > 0) {
        return starts ? open(group, reasons.approved(group)) : nothing();
      }
    }
    return nothing();
  }

  private List<GroupCounts> begunFirst() {
    List<GroupCounts> order = new ArrayList<>(groups.size());
    for (GroupCounts group : groups) {
      if (group.begun() && !mandatory(group)) {
        order.add(group);
      }
    }
    for (GroupCounts group : groups) {
      if (!group.begun() && group.approved() && !mandatory(group)) {
        order.add(group);
      }
    }
    return order;
  }

  /** The first group that is breached or unfinished decides (F8, F10). */
  private Optional<StartDecision> first(Predicate<GroupCounts> which) {
    return groups.stream()
        .filter(group -> which.test(group) && (breached(group) || group.unfinished()))
        .findFirst()
        .map(group -> breached(group) ? breach() : open(group, reasons.next(group)));
  }

  private StartDecision open(GroupCounts group, String because) {
    return new StartDecision(false, Set.of(group.group()), Long.MAX_VALUE, overTolerance, because);
  }

  private StartDecision nothing() {
    return new StartDecision(false, Set.of(), 0, overTolerance, NOTHING_STARTS);
  }

  private StartDecision breach() {
    return new StartDecision(true, Set.of(), 0, overTolerance, NOTHING_STARTS);
  }

  /** F13: every group, also those that are not reached, in order; then the fleet. */
  private List<Excess> overTolerance() {
    List<Excess> excesses = new ArrayList<>();
    for (GroupCounts group : groups) {
      if (breached(group)) {
        excesses.add(new Excess(Optional.of(group.group()), group.failures(), tolerated(group)));
      }
    }
    fleetExcess().ifPresent(excesses::add);
    return excesses;
  }

  private Optional<Excess> fleetExcess() {
    if (strategy.type() != StrategyType.PROGRESSIVE) {
      return Optional.empty();
    }
    long failures = sum(GroupCounts::failures);
    long tolerated = strategy.maxFailures().toleranceOf(sum(GroupCounts::members));
    return failures > tolerated
        ? Optional.of(new Excess(Optional.empty(), failures, tolerated))
        : Optional.empty();
  }

  /** Under Progressive only mandatory groups are judged by themselves, all others as one fleet. */
  private boolean breached(GroupCounts group) {
    return (strategy.perGroup() || mandatory(group)) && group.failures() > tolerated(group);
  }

  private long tolerated(GroupCounts group) {
    return strategy.tolerance(group.group(), group.members());
  }

  private boolean mandatory(GroupCounts group) {
    return strategy.mandatory(group.group());
  }

  private long sum(ToIntFunction<GroupCounts> number) {
    return groups.stream().mapToInt(number).sum();
  }
}

package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.strategy.Strategy;
import io.sluice.strategy.StrategyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Decides which groups open (rollout-strategy F6 to F11, F13): none, if more failed than is
 * tolerated.
 *
 * <p>It needs no names, only how many members of each group stand where; so it costs the same for
 * ten clusters as for ten thousand. Each method is one rule.
 */
public final class StartPlanner {
  private final Strategy strategy;
  private final List<GroupCounts> scopes;
  private final List<Excess> overTolerance;

  private StartPlanner(Strategy strategy, List<GroupCounts> scopes) {
    this.strategy = strategy;
    this.scopes = scopes;
    this.overTolerance = overTolerance();
  }

  /**
   * Walks through the groups as the type of the strategy says.
   *
   * @param scopes every group once, in rollout order
   */
  public static StartDecision through(Strategy strategy, List<GroupCounts> scopes) {
    return new StartPlanner(strategy, scopes).opening();
  }

  private StartDecision opening() {
    return switch (strategy.type()) {
      case ALL -> window(Long.MAX_VALUE);
      case PROGRESSIVE -> mandatory().orElseGet(this::slidingWindow);
      case PROGRESSIVE_PER_GROUP -> mandatory().orElseGet(this::groupByGroup);
      case MANUAL_PER_GROUP -> mandatory().orElseGet(this::approvedGroups);
    };
  }

  /** F8: mandatory groups first, each whole, with no regard to clusters elsewhere. */
  private Optional<StartDecision> mandatory() {
    return first(this::mandatory);
  }

  /** F9: a sliding window over all other clusters, by name; a freed slot is refilled at once. */
  private StartDecision slidingWindow() {
    if (fleetExcess().isPresent()) {
      return breach();
    }
    long total =
        scopes.stream().filter(scope -> !mandatory(scope)).mapToInt(GroupCounts::members).sum();
    long limit = strategy.maxConcurrency().map(amount -> amount.limitOf(total)).orElse(total);
    return window(Math.max(0, limit - sum(GroupCounts::inFlight)));
  }

  /** F7 and F9: everybody but members of mandatory groups, by name. */
  private StartDecision window(long most) {
    Set<GroupKey> others =
        scopes.stream()
            .filter(scope -> !mandatory(scope))
            .map(GroupCounts::group)
            .collect(Collectors.toSet());
    return new StartDecision(false, others, most, false, overTolerance);
  }

  /** F10: one group after the other, each whole and finished before the next. */
  private StartDecision groupByGroup() {
    return first(scope -> !mandatory(scope)).orElseGet(this::nobody);
  }

  /**
   * F11: groups that have begun are finished first, approved or not; then the approved ones open in
   * order. Groups neither begun nor approved start nobody and hold nobody.
   */
  private StartDecision approvedGroups() {
    for (GroupCounts scope : begunFirst()) {
      if (breached(scope)) {
        return breach();
      }
      boolean starts = scope.approved() && scope.notStarted() > 0;
      if (starts || scope.running() > 0) {
        return starts ? open(scope) : nobody();
      }
    }
    return nobody();
  }

  private List<GroupCounts> begunFirst() {
    List<GroupCounts> order = new ArrayList<>(scopes.size());
    for (GroupCounts scope : scopes) {
      if (scope.begun() && !mandatory(scope)) {
        order.add(scope);
      }
    }
    for (GroupCounts scope : scopes) {
      if (!scope.begun() && scope.approved() && !mandatory(scope)) {
        order.add(scope);
      }
    }
    return order;
  }

  /** The first group that is breached or unfinished ends the walk (F8, F10). */
  private Optional<StartDecision> first(Predicate<GroupCounts> which) {
    return scopes.stream()
        .filter(scope -> which.test(scope) && (breached(scope) || scope.unfinished()))
        .findFirst()
        .map(scope -> breached(scope) ? breach() : open(scope));
  }

  private StartDecision open(GroupCounts scope) {
    return new StartDecision(false, Set.of(scope.group()), Long.MAX_VALUE, true, overTolerance);
  }

  private StartDecision nobody() {
    return new StartDecision(false, Set.of(), 0, false, overTolerance);
  }

  private StartDecision breach() {
    return new StartDecision(true, Set.of(), 0, false, overTolerance);
  }

  /** F13: every scope, also those the walk does not reach; groups in order, then the fleet. */
  private List<Excess> overTolerance() {
    List<Excess> excesses = new ArrayList<>();
    for (GroupCounts scope : scopes) {
      if (breached(scope)) {
        excesses.add(new Excess(Optional.of(scope.group()), scope.failures(), tolerated(scope)));
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
  private boolean breached(GroupCounts scope) {
    return (strategy.perGroup() || mandatory(scope)) && scope.failures() > tolerated(scope);
  }

  private long tolerated(GroupCounts scope) {
    return strategy.tolerance(scope.group(), scope.members());
  }

  private boolean mandatory(GroupCounts scope) {
    return strategy.mandatory(scope.group());
  }

  private long sum(ToIntFunction<GroupCounts> number) {
    return scopes.stream().mapToInt(number).sum();
  }
}

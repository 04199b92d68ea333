package io.sluice.plan.selection;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
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
public final class Walk {
  private final Strategy strategy;
  private final List<Scope> scopes;
  private final List<Excess> overTolerance;

  private Walk(Strategy strategy, List<Scope> scopes) {
    this.strategy = strategy;
    this.scopes = scopes;
    this.overTolerance = overTolerance();
  }

  /**
   * Walks through the groups as the type of the strategy says.
   *
   * @param scopes every group once, in rollout order
   */
  public static Opening through(Strategy strategy, List<Scope> scopes) {
    return new Walk(strategy, scopes).opening();
  }

  private Opening opening() {
    return switch (strategy.type()) {
      case ALL -> window(Long.MAX_VALUE);
      case PROGRESSIVE -> mandatory().orElseGet(this::slidingWindow);
      case PROGRESSIVE_PER_GROUP -> mandatory().orElseGet(this::groupByGroup);
      case MANUAL_PER_GROUP -> mandatory().orElseGet(this::approvedGroups);
    };
  }

  /** F8: mandatory groups first, each whole, with no regard to clusters elsewhere. */
  private Optional<Opening> mandatory() {
    return first(this::mandatory);
  }

  /** F9: a sliding window over all other clusters, by name; a freed slot is refilled at once. */
  private Opening slidingWindow() {
    if (fleetExcess().isPresent()) {
      return breach();
    }
    long total = scopes.stream().filter(scope -> !mandatory(scope)).mapToInt(Scope::members).sum();
    long limit = strategy.maxConcurrency().map(amount -> amount.limitOf(total)).orElse(total);
    return window(Math.max(0, limit - sum(Scope::inFlight)));
  }

  /** F7 and F9: everybody but members of mandatory groups, by name. */
  private Opening window(long most) {
    Set<GroupKey> others =
        scopes.stream()
            .filter(scope -> !mandatory(scope))
            .map(Scope::group)
            .collect(Collectors.toSet());
    return new Opening(false, others, most, false, overTolerance);
  }

  /** F10: one group after the other, each whole and finished before the next. */
  private Opening groupByGroup() {
    return first(scope -> !mandatory(scope)).orElseGet(this::nobody);
  }

  /**
   * F11: groups that have begun are finished first, approved or not; then the approved ones open in
   * order. Groups neither begun nor approved start nobody and hold nobody.
   */
  private Opening approvedGroups() {
    for (Scope scope : begunFirst()) {
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

  private List<Scope> begunFirst() {
    List<Scope> order = new ArrayList<>(scopes.size());
    for (Scope scope : scopes) {
      if (scope.begun() && !mandatory(scope)) {
        order.add(scope);
      }
    }
    for (Scope scope : scopes) {
      if (!scope.begun() && scope.approved() && !mandatory(scope)) {
        order.add(scope);
      }
    }
    return order;
  }

  /** The first group that is breached or unfinished ends the walk (F8, F10). */
  private Optional<Opening> first(Predicate<Scope> which) {
    return scopes.stream()
        .filter(scope -> which.test(scope) && (breached(scope) || scope.unfinished()))
        .findFirst()
        .map(scope -> breached(scope) ? breach() : open(scope));
  }

  private Opening open(Scope scope) {
    return new Opening(false, Set.of(scope.group()), Long.MAX_VALUE, true, overTolerance);
  }

  private Opening nobody() {
    return new Opening(false, Set.of(), 0, false, overTolerance);
  }

  private Opening breach() {
    return new Opening(true, Set.of(), 0, false, overTolerance);
  }

  /** F13: every scope, also those the walk does not reach; groups in order, then the fleet. */
  private List<Excess> overTolerance() {
    List<Excess> excesses = new ArrayList<>();
    for (Scope scope : scopes) {
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
    long failures = sum(Scope::failures);
    long tolerated = strategy.maxFailures().toleranceOf(sum(Scope::members));
    return failures > tolerated
        ? Optional.of(new Excess(Optional.empty(), failures, tolerated))
        : Optional.empty();
  }

  /** Under Progressive only mandatory groups are judged by themselves, all others as one fleet. */
  private boolean breached(Scope scope) {
    return (strategy.perGroup() || mandatory(scope)) && scope.failures() > tolerated(scope);
  }

  /** F6: a mandatory group tolerates nobody's failure, whatever maxFailures says. */
  private long tolerated(Scope scope) {
    return mandatory(scope) ? 0 : strategy.maxFailures().toleranceOf(scope.members());
  }

  private boolean mandatory(Scope scope) {
    return strategy.type() != StrategyType.ALL && strategy.mandatory(scope.group());
  }

  private long sum(ToIntFunction<Scope> number) {
    return scopes.stream().mapToInt(number).sum();
  }
}

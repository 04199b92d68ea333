package io.sluice.plan.selection;

import static java.util.stream.Collectors.toSet;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides who is to start (rollout-strategy F7 to F11): nobody, if more failed than is tolerated.
 *
 * <p>Each method is one rule and answers with the clusters to start after those in flight.
 */
final class Walk {
  /** Where a walk ended: in a breach, or with the entries to start. */
  record End(boolean breach, List<Selected> starts) {
    static final End BREACH = new End(true, List.of());
    static final End NOBODY = new End(false, List.of());

    static End starting(Stream<Selected> starts) {
      return new End(false, starts.toList());
    }
  }

  private final Strategy strategy;
  private final Muster muster;
  private final int inFlight;

  Walk(Strategy strategy, Muster muster, int inFlight) {
    this.strategy = strategy;
    this.muster = muster;
    this.inFlight = inFlight;
  }

  End end() {
    return switch (strategy.type()) {
      case ALL -> everyone();
      case PROGRESSIVE -> mandatory().orElseGet(this::window);
      case PROGRESSIVE_PER_GROUP -> mandatory().orElseGet(this::groupByGroup);
      case MANUAL_PER_GROUP -> mandatory().orElseGet(this::approvedGroups);
    };
  }

  /** F7: everybody who is not started, by name; never a breach. */
  private End everyone() {
    return End.starting(notStarted().map(Member::asGiven));
  }

  /** F8: mandatory groups first, each whole, with no regard to clusters elsewhere. */
  private Optional<End> mandatory() {
    return first(muster.scopes().stream().filter(Scope::mandatory));
  }

  /** F9: a sliding window over all other clusters, by name; a freed slot is refilled at once. */
  private End window() {
    if (muster.failures() > strategy.maxFailures().toleranceOf(muster.members().size())) {
      return End.BREACH;
    }
    Set<GroupKey> mandatory =
        muster.scopes().stream().filter(Scope::mandatory).map(Scope::group).collect(toSet());
    long total =
        muster.members().stream().filter(member -> !mandatory.contains(member.group())).count();
    long limit = strategy.maxConcurrency().map(amount -> amount.limitOf(total)).orElse(total);
    return End.starting(
        notStarted()
            .filter(member -> !mandatory.contains(member.group()))
            .limit(Math.max(0, limit - inFlight))
            .map(Member::asGiven));
  }

  /** F10: one group after the other, each whole and finished before the next. */
  private End groupByGroup() {
    return first(others()).orElse(End.NOBODY);
  }

  /**
   * F11: groups that have begun are finished first, approved or not; then the approved ones open in
   * order. Groups neither begun nor approved start nobody and hold nobody.
   */
  private End approvedGroups() {
    List<Scope> order = new ArrayList<>(others().filter(Scope::begun).toList());
    others().filter(scope -> !scope.begun() && scope.approved()).forEach(order::add);
    for (Scope scope : order) {
      if (scope.breached()) {
        return End.BREACH;
      }
      boolean starts = scope.approved() && !scope.notStarted().isEmpty();
      if (starts || scope.running()) {
        return starts ? start(scope) : End.NOBODY;
      }
    }
    return End.NOBODY;
  }

  /** The first group that is breached or unfinished ends the walk (F8, F10). */
  private static Optional<End> first(Stream<Scope> order) {
    return order
        .filter(scope -> scope.breached() || scope.unfinished())
        .findFirst()
        .map(scope -> scope.breached() ? End.BREACH : start(scope));
  }

  private static End start(Scope scope) {
    return End.starting(scope.notStarted().stream().map(Member::afresh));
  }

  private Stream<Scope> others() {
    return muster.scopes().stream().filter(scope -> !scope.mandatory());
  }

  private Stream<Member> notStarted() {
    return muster.members().stream().filter(member -> member.standing().notStarted());
  }
}

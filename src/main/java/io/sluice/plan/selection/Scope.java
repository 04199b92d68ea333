package io.sluice.plan.selection;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.selection.Selection.Excess;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import java.util.List;
import java.util.Optional;

/**
 * Counts the members of one group by where they stand (rollout-strategy F5), against what the group
 * tolerates (F6).
 *
 * @param judged whether failures are held against this group; under Progressive only those of
 *     mandatory groups are, all others against the fleet
 * @param notStarted members to start, by name
 * @param running whether a member is in flight and has not failed
 * @param begun whether a member is started or finished
 */
record Scope(
    GroupKey group,
    boolean approved,
    boolean mandatory,
    boolean judged,
    long tolerated,
    long failures,
    List<Member> notStarted,
    boolean running,
    boolean begun) {

  static Scope of(Strategy strategy, GroupKey group, boolean approved, List<Member> members) {
    boolean mandatory = strategy.type() != StrategyType.ALL && strategy.mandatory(group);
    // A mandatory group tolerates nobody's failure, whatever maxFailures says (F6).
    long tolerated = mandatory ? 0 : strategy.maxFailures().toleranceOf(members.size());
    return new Scope(
        group,
        approved,
        mandatory,
        mandatory || strategy.perGroup(),
        tolerated,
        members.stream().filter(member -> member.standing().failed()).count(),
        members.stream().filter(member -> member.standing().notStarted()).toList(),
        members.stream()
            .map(Member::standing)
            .anyMatch(standing -> standing.inFlight() && !standing.failed()),
        members.stream().anyMatch(member -> !member.standing().notStarted()));
  }

  boolean breached() {
    return judged && failures > tolerated;
  }

  /** F5, unfinished: not started, or in flight and not Failed. */
  boolean unfinished() {
    return running || !notStarted.isEmpty();
  }

  /** F13 for this scope. */
  Optional<Excess> excess() {
    return breached()
        ? Optional.of(new Excess(Optional.of(group), failures, tolerated))
        : Optional.empty();
  }
}

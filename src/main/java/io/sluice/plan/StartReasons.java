package io.sluice.plan;

import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.GroupCounts;
import io.sluice.rollout.strategy.Amount;
import io.sluice.rollout.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats why clusters may start, with the numbers that decided it: {@code 2 in flight of
 * maxConcurrency 4: 2 more may start}.
 *
 * <p>Reasons are shown in lists of activities, so names are cut: none is as long as 120 characters.
 */
final class StartReasons {
  private static final int LONGEST_NAME = 24;

  private final Strategy strategy;
  private final List<GroupCounts> groups;

  StartReasons(Strategy strategy, List<GroupCounts> groups) {
    this.strategy = strategy;
    this.groups = groups;
  }

  /** F7. */
  String all() {
    int members = groups.stream().mapToInt(GroupCounts::members).sum();
    int left = groups.stream().mapToInt(GroupCounts::notStarted).sum();
    return "type All starts all clusters at once: %d of %d not started yet"
        .formatted(left, members);
  }

  /**
   * F9.
   *
   * @param limit clusters that may be in flight at once
   * @param total clusters outside mandatory groups
   */
  String window(long inFlight, long limit, long total) {
    return "%d in flight of %s: %d more may start"
        .formatted(
            inFlight,
            strategy
                .maxConcurrency()
                .map(amount -> limit(amount, limit, total))
                .orElse("%d without maxConcurrency".formatted(total)),
            Math.max(0, limit - inFlight));
  }

  private static String limit(Amount amount, long limit, long total) {
    boolean plain = !amount.percentage() && amount.value() == limit;
    return "maxConcurrency " + (plain ? amount : "%s (%d of %d)".formatted(amount, limit, total));
  }

  /** F8 and F10. */
  String next(GroupCounts group) {
    if (group.begun()) {
      return "%s has begun: %d of %d not started yet"
          .formatted(name(group), group.notStarted(), group.members());
    }
    List<GroupCounts> order = mandatoryFirst();
    int position = order.indexOf(group);
    return position == 0
        ? "%s is the first of %d".formatted(name(group), order.size())
        : "%s is finished%s, %s is next"
            .formatted(
                name(order.get(position - 1)), failures(order.get(position - 1)), label(group));
  }

  /** F11. */
  String approved(GroupCounts group) {
    return group
        .approver()
        .filter(approver -> !approver.equals(Approvals.UNKNOWN))
        .map(approver -> "%s is approved by %s".formatted(name(group), cut(approver)))
        .orElse(name(group) + " is approved");
  }

  private List<GroupCounts> mandatoryFirst() {
    List<GroupCounts> order = new ArrayList<>(groups);
    order.sort((left, right) -> Boolean.compare(mandatory(right), mandatory(left)));
    return order;
  }

  private String failures(GroupCounts group) {
    return group.failures() == 0
        ? ""
        : " with %d failed of %d tolerated"
            .formatted(group.failures(), strategy.tolerance(group.group(), group.members()));
  }

  private String name(GroupCounts group) {
    return (mandatory(group) ? "mandatory group " : "group ") + label(group);
  }

  private boolean mandatory(GroupCounts group) {
    return strategy.mandatory(group.group());
  }

  private static String label(GroupCounts group) {
    return cut(group.group().label());
  }

  private static String cut(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }
}

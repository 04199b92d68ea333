package io.sluice.simulation;

import io.sluice.check.CheckKey;
import io.sluice.check.CheckReply;
import io.sluice.check.CheckResult;
import io.sluice.check.CheckRule;
import io.sluice.check.FailureEffect;
import io.sluice.fleet.GroupKey;
import io.sluice.schedule.RuleScope;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A check whose answers can be computed: for some time it passes, then it fails, then it says
 * neither, again and again.
 *
 * @param interval in seconds
 * @param period how long the same answer is given, in seconds
 */
record ModelCheck(long number, long interval, long period) {
  /** Makes one from a number. */
  static ModelCheck of(long number) {
    return new ModelCheck(number, 5 + number % 40, 3 + number / 7 % 90);
  }

  /** Returns the rule, which names some of these groups. */
  CheckRule rule(Collection<String> groups) {
    List<String> names =
        groups.stream()
            .map(name -> name.isEmpty() ? RuleScope.UNGROUPED : name)
            .distinct()
            .sorted()
            .toList();
    return new CheckRule(
        "model",
        Optional.of(names.stream().filter(name -> covers(name, 3)).toList()),
        names.stream().filter(name -> covers(name, 5)).toList(),
        Duration.ofSeconds(interval),
        Duration.ofSeconds(1),
        (int) (1 + number % 3),
        number % 4 == 0 ? Optional.of(Duration.ofSeconds(2 * interval)) : Optional.empty(),
        FailureEffect.HOLD,
        List.of(),
        "model-" + number);
  }

  private boolean covers(String name, int part) {
    return Math.floorMod(name.hashCode() + number, part) != 0;
  }

  CheckReply reply(CheckKey key, Instant at) {
    long phase = Math.floorDiv(at.getEpochSecond(), period) + key.group().label().hashCode();
    return new CheckReply(
        switch (Math.floorMod(phase, 4)) {
          case 0 -> CheckResult.FAILED;
          case 1 -> CheckResult.WAIT;
          default -> CheckResult.PASSED;
        },
        "at " + at,
        "");
  }

  /** Returns whether the group starts only when it has passed. */
  boolean precedes(GroupKey group) {
    return covers(RuleScope.nameOf(group), 3);
  }
}

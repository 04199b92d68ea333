package io.sluice.check;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import io.sluice.schedule.RuleScope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says when a check is asked, and what its answers do (between-waves 3); what is asked is its
 * {@link CheckTarget}.
 *
 * @param before groups that start only when it has passed; absent: every group but the first
 * @param during groups while whose clusters soak it is asked
 * @param interval time between two questions
 * @param timeout of one question; at most the interval
 * @param failureLimit failed answers in a row that make it failed
 * @param giveUpAfter without a passed answer for longer it has failed; absent: never
 * @param overrides who lets which attempt pass
 * @param hash stands for what is asked, and how it is judged: answers to another one do not count
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CheckRule(
    String name,
    Optional<List<String>> before,
    List<String> during,
    Duration interval,
    Duration timeout,
    int failureLimit,
    Optional<Duration> giveUpAfter,
    FailureEffect onFailure,
    List<CheckOverride> overrides,
    String hash) {
  public static final Duration DEFAULT_INTERVAL = Duration.ofMinutes(1);
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public CheckRule {
    requireNonNull(name, "name is null");
    before = requireNonNullElse(before, Optional.<List<String>>empty()).map(List::copyOf);
    during = List.copyOf(requireNonNullElse(during, List.of()));
    interval = requireNonNullElse(interval, DEFAULT_INTERVAL);
    timeout = requireNonNullElse(timeout, DEFAULT_TIMEOUT);
    giveUpAfter = requireNonNullElse(giveUpAfter, Optional.empty());
    onFailure = requireNonNullElse(onFailure, FailureEffect.HOLD);
    overrides = List.copyOf(requireNonNullElse(overrides, List.of()));
    hash = requireNonNullElse(hash, "");
  }

  /**
   * Returns whether the group starts only when it has passed.
   *
   * @param first the group that came first when the attempt began; absent: not known
   */
  public boolean isBefore(GroupKey group, Optional<GroupKey> first) {
    return before
        .map(names -> names.contains(RuleScope.nameOf(group)))
        .orElse(first.filter(group::same).isEmpty());
  }

  /** Returns whether it is asked while clusters of the group soak. */
  public boolean isDuring(GroupKey group) {
    return during.contains(RuleScope.nameOf(group));
  }

  /** Returns who lets that attempt pass in the group; empty if nobody does. */
  public Optional<CheckOverride> overrideOf(String rolloutUid, GroupKey group) {
    return overrides.stream()
        .filter(entry -> entry.rolloutUid().equals(rolloutUid))
        .filter(entry -> entry.group().equals(RuleScope.nameOf(group)))
        .findFirst();
  }

  /** Returns the same with other overrides. */
  public CheckRule with(List<CheckOverride> others) {
    return new CheckRule(
        name,
        before,
        during,
        interval,
        timeout,
        failureLimit,
        giveUpAfter,
        onFailure,
        others,
        hash);
  }
}

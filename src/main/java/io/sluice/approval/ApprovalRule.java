package io.sluice.approval;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import io.sluice.schedule.RuleScope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Holds what the approvals of groups must fulfil (between-waves 4). A group is approved when every
 * rule that covers it is met.
 *
 * @param groups names of groups, {@code ungrouped} for the clusters without one; absent: every
 *     group that is not mandatory
 * @param required how many people must have approved, at least 1
 * @param notBefore approvals count from then on; absent: at once
 * @param expiresAfter how long an approval counts after it was given; absent: always
 * @param boundTo what an approval must have been given for
 * @param separateAuthor whether that of the author of the version does not count
 * @param from groups of the API server, of one of which who approves is a member; empty: anybody
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record ApprovalRule(
    Optional<List<String>> groups,
    int required,
    Optional<Instant> notBefore,
    Optional<Duration> expiresAfter,
    ApprovalBinding boundTo,
    boolean separateAuthor,
    List<String> from) {
  /** What an approval is given for where a rule does not say it. */
  public static final ApprovalBinding DEFAULT_BINDING = ApprovalBinding.CONTENT;

  public ApprovalRule {
    groups = requireNonNullElse(groups, Optional.<List<String>>empty()).map(List::copyOf);
    notBefore = requireNonNullElse(notBefore, Optional.empty());
    expiresAfter = requireNonNullElse(expiresAfter, Optional.empty());
    requireNonNull(boundTo, "boundTo is null");
    from = List.copyOf(requireNonNullElse(from, List.of()));
  }

  /**
   * Returns whether it covers the group.
   *
   * @param mandatory whether the strategy makes it mandatory: then only by its name
   */
  public boolean covers(GroupKey group, boolean mandatory) {
    return covers(RuleScope.nameOf(group), mandatory);
  }

  /** Returns the same of the groups of that name; {@code ungrouped}: the clusters without one. */
  public boolean covers(String group, boolean mandatory) {
    return groups.map(names -> names.contains(group)).orElse(!mandatory);
  }
}

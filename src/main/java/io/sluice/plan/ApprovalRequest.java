package io.sluice.plan;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.StrategyType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Asks a running attempt to let a group go: {@code {"group":"prod","by":"ann"}}, or {@code
 * {"ungrouped":true,"by":"ann"}} (rollout-strategy A5).
 *
 * @param group name of the group; empty with {@code ungrouped}
 * @param by who asks; nobody can check it
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ApprovalRequest(
    String group,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean ungrouped,
    String by,
    Optional<String> comment) {
  private static final int LONGEST_COMMENT = 512;

  public ApprovalRequest {
    group = requireNonNullElse(group, "");
    by = requireNonNullElse(by, "");
    comment = requireNonNullElse(comment, Optional.empty());
  }

  public static ApprovalRequest of(String group, String by) {
    return new ApprovalRequest(group, false, by, Optional.empty());
  }

  Optional<String> groupName() {
    return ungrouped ? Optional.empty() : Optional.of(group);
  }

  /**
   * Why this request cannot be granted: a message for the person who sent it.
   *
   * @param groups the groups that the placements of the policy declare
   */
  public Optional<String> objection(AttemptSpec spec, Collection<GroupKey> groups) {
    String what = "Cannot approve " + label() + " of policy " + spec.policy();
    if (ungrouped != group.isEmpty()) {
      return Optional.of(
          what
              + ": the request names "
              + (ungrouped ? "a group and the ungrouped clusters" : "no group")
              + ". Send {\"group\":\"prod\",\"by\":\"your name\"}, or"
              + " {\"ungrouped\":true,\"by\":\"your name\"}.");
    }
    if (by.isBlank()) {
      return Optional.of(what + ": by is empty. Say who approves: {\"by\":\"your name\"}.");
    }
    if (comment.filter(text -> text.length() > LONGEST_COMMENT).isPresent()) {
      return Optional.of(
          what
              + ": the comment is longer than %d characters. Shorten it."
                  .formatted(LONGEST_COMMENT));
    }
    if (spec.strategy().type() != StrategyType.MANUAL_PER_GROUP) {
      return Optional.of(
          what
              + ": its strategy is %s, which asks nobody. Use manualPerGroup to decide by hand."
                  .formatted(spec.strategy().type()));
    }
    if (!ungrouped && groups.stream().noneMatch(key -> key.name().equals(group))) {
      return Optional.of(what + ": no such group. " + offer(groups));
    }
    return Optional.empty();
  }

  private String label() {
    return ungrouped ? "the ungrouped clusters" : "group " + (group.isEmpty() ? "\"\"" : group);
  }

  /** {@code Groups are dev, stage, prod and ungrouped.} Ungrouped clusters may always come. */
  public static String offer(Collection<GroupKey> groups) {
    List<String> names =
        groups.stream().sorted().filter(GroupKey::named).map(GroupKey::name).distinct().toList();
    return names.isEmpty()
        ? "No group has a name; the only one is ungrouped."
        : "Groups are " + String.join(", ", names) + " and ungrouped.";
  }
}

package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Requests to approve a group of a running attempt, or to revoke its approval: {@code
 * {"group":"prod","by":"ann"}}, or {@code {"ungrouped":true,"by":"ann"}} (rollout-strategy A5).
 *
 * @param group name of the group; empty with {@code ungrouped}
 * @param by the name given by the sender; not verified
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ApprovalRequest(
    String group,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean ungrouped,
    String by,
    Optional<String> comment) {
  public ApprovalRequest {
    group = requireNonNullElse(group, "");
    by = requireNonNullElse(by, "");
    comment = requireNonNullElse(comment, Optional.empty());
  }

  public static ApprovalRequest of(String group, String by) {
    return new ApprovalRequest(group, false, by, Optional.empty());
  }

  public Optional<String> groupName() {
    return ungrouped ? Optional.empty() : Optional.of(group);
  }

  public String label() {
    return ungrouped ? "the ungrouped clusters" : "group " + (group.isEmpty() ? "\"\"" : group);
  }

  /** Formats {@code Groups are dev, stage, prod and ungrouped.}; ungrouped ones may join later. */
  public static String availableGroups(Collection<GroupKey> groups) {
    List<String> names =
        groups.stream().sorted().filter(GroupKey::named).map(GroupKey::name).distinct().toList();
    return names.isEmpty()
        ? "No group has a name; the only one is ungrouped."
        : "Groups are " + String.join(", ", names) + " and ungrouped.";
  }
}

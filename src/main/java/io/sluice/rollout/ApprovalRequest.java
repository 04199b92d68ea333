package io.sluice.rollout;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.fleet.GroupKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Asks a running attempt to let a group go, or to take that back: {@code
 * {"group":"prod","by":"ann"}}, or {@code {"ungrouped":true,"by":"ann"}} (rollout-strategy A5).
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

  /** {@code Groups are dev, stage, prod and ungrouped.} Ungrouped clusters may always come. */
  public static String offer(Collection<GroupKey> groups) {
    List<String> names =
        groups.stream().sorted().filter(GroupKey::named).map(GroupKey::name).distinct().toList();
    return names.isEmpty()
        ? "No group has a name; the only one is ungrouped."
        : "Groups are " + String.join(", ", names) + " and ungrouped.";
  }
}

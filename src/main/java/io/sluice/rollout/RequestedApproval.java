package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * Remembers an approval given by a message to the running workflow (rollout-strategy A5).
 *
 * @param groupName the group; absent: the ungrouped clusters
 * @param by who says to have sent it; nobody has checked that
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RequestedApproval(
    Optional<String> groupName, String by, Instant at, Optional<String> comment) {
  public RequestedApproval {
    groupName = requireNonNullElse(groupName, Optional.empty());
    requireNonNull(by, "by is null");
    requireNonNull(at, "at is null");
    comment = requireNonNullElse(comment, Optional.empty());
  }
}

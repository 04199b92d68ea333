package io.sluice.rollout;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds an approval sent to the running workflow by message (rollout-strategy A5).
 *
 * @param groupName the group; absent: the ungrouped clusters
 * @param by the name given by the sender; not verified
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

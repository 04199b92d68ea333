package io.sluice.check;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;

/**
 * Lets one attempt pass a check in one group, whatever it answers: an approval (between-waves K3).
 *
 * @param group the name of the group; {@code ungrouped} for those without one
 * @param by the field manager that wrote it; absent: unknown
 * @param message why, as the person wrote it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CheckOverride(
    @JsonProperty("rolloutUID") String rolloutUid,
    String group,
    Optional<String> by,
    Optional<String> message) {
  public CheckOverride {
    requireNonNull(rolloutUid, "rolloutUid is null");
    requireNonNull(group, "group is null");
    by = requireNonNullElse(by, Optional.empty());
    message = requireNonNullElse(message, Optional.empty());
  }

  /** Returns the same with who wrote it. */
  public CheckOverride by(Optional<String> manager) {
    return new CheckOverride(rolloutUid, group, manager, message);
  }
}

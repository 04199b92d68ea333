package io.sluice.approval;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds that one person has approved the groups of one name (between-waves Q1). Admission has held
 * {@code by}, {@code at} and {@code from} to the truth.
 *
 * @param groupName empty: the ungrouped clusters
 * @param by the name under which the API server knows that person
 * @param rolloutUid the attempt that it was given for
 * @param version the version that it was given for, as the policy's annotation has it
 * @param content the hash of the content that it was given for
 * @param from the group of the API server as whose member it was given
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ApprovalRecord(
    Optional<String> groupName,
    String by,
    Instant at,
    @JsonProperty("rolloutUID") Optional<String> rolloutUid,
    Optional<String> version,
    Optional<String> content,
    Optional<String> from,
    Optional<String> comment) {
  public ApprovalRecord {
    groupName = requireNonNullElse(groupName, Optional.empty());
    requireNonNull(by, "by is null");
    requireNonNull(at, "at is null");
    rolloutUid = requireNonNullElse(rolloutUid, Optional.empty());
    version = requireNonNullElse(version, Optional.empty());
    content = requireNonNullElse(content, Optional.empty());
    from = requireNonNullElse(from, Optional.empty());
    comment = requireNonNullElse(comment, Optional.empty());
  }

  /** Returns the same, given then. */
  public ApprovalRecord dated(Instant other) {
    return new ApprovalRecord(groupName, by, other, rolloutUid, version, content, from, comment);
  }
}

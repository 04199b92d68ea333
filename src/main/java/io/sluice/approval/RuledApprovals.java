package io.sluice.approval;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Holds the rules of approvals of one Rollout, and the approvals that people have recorded.
 *
 * @param rules all of them, at least one
 * @param records all of them, in the order of the spec
 * @param author who changed the spec of the policy last, as the API server recorded it, by the same
 *     name as in a record; absent: that names no person
 * @param revoked the groups, as rules name them, whose entry in {@code spec.approvals} has {@code
 *     rolloutApproved: false}: a person holds them, whatever was recorded
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RuledApprovals(
    List<ApprovalRule> rules,
    List<ApprovalRecord> records,
    Optional<String> author,
    List<String> revoked) {
  public RuledApprovals {
    rules = List.copyOf(requireNonNullElse(rules, List.of()));
    records = List.copyOf(requireNonNullElse(records, List.of()));
    author = requireNonNullElse(author, Optional.empty());
    revoked = List.copyOf(requireNonNullElse(revoked, List.of()));
  }

  /** Holds what nobody has revoked. */
  public RuledApprovals(
      List<ApprovalRule> rules, List<ApprovalRecord> records, Optional<String> author) {
    this(rules, records, author, List.of());
  }
}

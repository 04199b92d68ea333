package io.sluice.approval;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.util.Optional;

/**
 * Names what approvals are asked for: records for another version do not count (between-waves 4).
 *
 * @param rolloutUid of the attempt
 * @param annotation the version that the policy's annotation names; absent: it has none
 * @param content the hash of the content that is rolled out
 */
public record ApprovedVersion(String rolloutUid, Optional<String> annotation, String content) {
  public ApprovedVersion {
    requireNonNull(rolloutUid, "rolloutUID is null");
    annotation = requireNonNullElse(annotation, Optional.empty());
    requireNonNull(content, "content is null");
  }

  /** Returns whether the record was given for it. */
  boolean binds(ApprovalRecord record, ApprovalBinding binding) {
    return record.rolloutUid().filter(rolloutUid::equals).isPresent()
        || switch (binding) {
          case VERSION -> annotation.isPresent() && annotation.equals(record.version());
          case CONTENT -> record.content().filter(content::equals).isPresent();
          case ANY -> true;
        };
  }
}

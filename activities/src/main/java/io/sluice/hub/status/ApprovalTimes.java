package io.sluice.hub.status;

import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Progress;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Keeps since when an approval in the spec counts.
 *
 * <p>The API server holds one time for all that a manager wrote, so that any later request of the
 * same person would move it.
 */
final class ApprovalTimes {
  private static final String IN_SPEC = "Spec";

  private final List<RolloutStatus.Approval> former;

  /** Takes the status that the same attempt published last. */
  ApprovalTimes(RolloutStatus former, String rolloutUid) {
    this.former =
        rolloutUid.equals(former.rolloutUID) && former.approvals != null
            ? former.approvals
            : List.of();
  }

  /** Returns the time of an approval, or that of the same approval as it was published before. */
  Optional<Instant> of(Progress.Approval approval) {
    return approval.at().map(at -> published(approval).filter(at::isAfter).orElse(at));
  }

  private Optional<Instant> published(Progress.Approval approval) {
    return former.stream()
        .filter(known -> known.at() != null && known.approved())
        .filter(known -> IN_SPEC.equals(known.how()) && IN_SPEC.equals(approval.how()))
        .filter(known -> Objects.equals(known.groupName(), approval.groupName().orElse(null)))
        .filter(known -> approval.by().equals(known.by()))
        .findFirst()
        .map(known -> Instant.parse(known.at()));
  }
}

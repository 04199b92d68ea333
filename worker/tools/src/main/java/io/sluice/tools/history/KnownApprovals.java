package io.sluice.tools.history;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.RolloutStatus;
import java.util.List;

/**
 * Holds who approved the groups of an attempt, and where that is from.
 *
 * @param approvals those that counted at the end
 */
record KnownApprovals(Source source, List<RolloutStatus.Approval> approvals) {
  /** Lists where approvals are kept. */
  enum Source {
    HUB("Hub"),
    TEMPORAL("Temporal"),
    /** Neither has them, or was asked. */
    UNKNOWN("Unknown");

    private final String label;

    Source(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  static final KnownApprovals UNKNOWN = new KnownApprovals(Source.UNKNOWN, List.of());

  KnownApprovals {
    requireNonNull(source, "source is null");
    approvals = List.copyOf(approvals);
  }

  static KnownApprovals ofHub(List<RolloutStatus.Approval> approvals) {
    return new KnownApprovals(Source.HUB, approvals);
  }

  static KnownApprovals ofTemporal(List<RolloutStatus.Approval> approvals) {
    return new KnownApprovals(Source.TEMPORAL, approvals);
  }

  boolean known() {
    return source != Source.UNKNOWN;
  }
}

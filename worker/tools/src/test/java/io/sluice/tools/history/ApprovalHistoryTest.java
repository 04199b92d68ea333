package io.sluice.tools.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.RolloutStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class ApprovalHistoryTest {
  @Test
  void whatAPersonRecordedForARuleIsFoundInTemporalAsOnTheHub() {
    RolloutStatus status = new RolloutStatus();
    RolloutStatus.Approval given = approval("dev", true, "Spec");
    RolloutStatus.Approval withdrawn = approval("stage", false, "Spec");
    RolloutStatus.Approval recorded = approval("prod", false, "Record");
    status.approvals = List.of(given, withdrawn, recorded);

    assertThat(ApprovalHistory.counted(status))
        .isEqualTo(KnownApprovals.ofTemporal(List.of(given, recorded)));
  }

  private static RolloutStatus.Approval approval(String group, boolean approved, String how) {
    return new RolloutStatus.Approval(group, approved, "ann", "2026-01-04T10:00:00Z", how, null);
  }
}

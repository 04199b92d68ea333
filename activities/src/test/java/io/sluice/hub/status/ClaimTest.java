package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.BindingName;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.workflow.AttemptRef;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimTest {
  @Test
  void aRunWhoseRolloutIsDeletedEndsWithoutAWarning() {
    ApplicationFailure lost = lost(new PolicyName("retail", "tls"));
    // Temporal's SDK logs an activity's failure as a warning unless it is benign.
    assertThat(lost.getCategory()).isEqualTo(ApplicationErrorCategory.BENIGN);
    assertThat(lost.isNonRetryable()).isTrue();
    assertThat(lost)
        .hasMessageContaining("Cannot list clusters in attempt 2 of policy retail/tls: ");
  }

  @Test
  void aRunOfABindingEndsLikewise() {
    assertThat(lost(BindingName.of("shop", "web-deployment", "sluice-system")))
        .hasMessageContaining("Cannot list clusters in attempt 2 of binding shop/web-deployment: ");
  }

  private static ApplicationFailure lost(RolloutTarget target) {
    AttemptRef attempt =
        new AttemptRef(
            target, "u1", 2, new PolicyVersion("policy-uid", 3, "content"), "strategy", false);
    return Claim.lost("list clusters", attempt, Claim.whyLost(attempt, Optional.empty()));
  }
}

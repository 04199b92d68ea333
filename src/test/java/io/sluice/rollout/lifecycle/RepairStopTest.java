package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.HubSnapshot.ClaimState;
import io.sluice.rollout.Intent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Stops a run whose writes are undone (policy-propagation 8.1). */
class RepairStopTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final UndoneRepairs STOPPED = new UndoneRepairs(List.of("c1", "c2", "c3"), true);

  private static HubSnapshot hub(Optional<String> refusal) {
    return new HubSnapshot(
        ClaimState.HELD, Optional.empty(), refusal, Intent.NONE, FleetView.of(List.of()));
  }

  @Test
  void aPolicyThatIsStoppedIsRefusedAndListsNoClusterApart() {
    HubSnapshot seen = RepairStop.seen(hub(Optional.empty()), POLICY, STOPPED);
    assertThat(seen.refusal())
        .contains(
            "Cannot roll out policy policies/web: what is written to clusters c1, c2, c3 is changed"
                + " back each time, so OCM's propagator or another program writes there too. Stop"
                + " that program; Sluice continues when the policy changes, and tries again every"
                + " ten minutes.");
    assertThat(seen.fleet().repairUndone()).isEmpty();
  }

  @Test
  void settingsThatAreRefusedStayRefusedForTheirOwnReason() {
    HubSnapshot refused = hub(Optional.of("Cannot roll out policy policies/web: no."));
    assertThat(RepairStop.seen(refused, POLICY, STOPPED).refusal()).isEqualTo(refused.refusal());
  }

  @Test
  void oneClusterThatIsLeftAloneIsListedAndStopsNothing() {
    HubSnapshot seen =
        RepairStop.seen(hub(Optional.empty()), POLICY, new UndoneRepairs(List.of("c1"), false));
    assertThat(seen.refusal()).isEmpty();
    assertThat(seen.fleet().repairUndone()).containsExactly("c1");
  }

  @Test
  void whereNothingIsUndoneTheHubIsSeenAsItIs() {
    HubSnapshot hub = hub(Optional.empty());
    assertThat(RepairStop.seen(hub, POLICY, UndoneRepairs.NONE)).isSameAs(hub);
  }
}

package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.rollout.FakeRuns;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.RootView;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunSignalsTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final FleetView FLEET =
      FleetView.of(List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of("c1", "c2"))));

  private final FakeRuns runs = new FakeRuns();
  private final RunSignals signals = new RunSignals(runs);
  private RunKey run;

  @BeforeEach
  void begin() {
    run = new RunKey("u1", 1, runs.begin(WEB));
    assertThat(signals.first(WEB, run)).isTrue();
    assertThat(signals.send(WEB, run, hub(1, FLEET))).isTrue();
    assertThat(signals.first(WEB, run)).isFalse();
  }

  private static HubSnapshot hub(long generation, FleetView fleet) {
    return new HubSnapshot(
        HubSnapshot.ClaimState.HELD,
        Optional.of(
            new RootView(
                new PolicyVersion("uid", generation, "content"),
                false,
                false,
                true,
                "strategy",
                Optional.empty())),
        Optional.empty(),
        Intent.NONE,
        fleet);
  }

  private static FleetView fleet(List<String> withoutReplica, Optional<String> missing) {
    return new FleetView(
        FLEET.groups(),
        Optional.empty(),
        List.of(),
        List.of(),
        withoutReplica,
        List.of(),
        missing,
        List.of(),
        List.of(),
        List.of());
  }

  private void sent(HubSnapshot hub) {
    assertThat(signals.send(WEB, run, hub)).isTrue();
  }

  private List<String> later() {
    return runs.signals(WEB).subList(1, runs.signals(WEB).size());
  }

  @Test
  void aRunIsToldOnceWhatStands() {
    sent(hub(1, FLEET));
    assertThat(runs.signals(WEB)).containsExactly(PolicyRolloutWorkflow.POLICY_CHANGED);
  }

  @Test
  void theMainChangeIsSignalled() {
    sent(hub(2, FleetView.of(List.of())));
    sent(hub(2, FLEET));
    assertThat(later())
        .containsExactly(PolicyRolloutWorkflow.POLICY_CHANGED, PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  @Test
  void thatClustersGotTheirFirstReplicaIsNoNews() {
    sent(hub(1, fleet(List.of("c1", "c2"), Optional.empty())));
    sent(hub(1, fleet(List.of("c2"), Optional.empty())));
    sent(hub(1, fleet(List.of(), Optional.empty())));
    sent(hub(1, fleet(List.of("c1"), Optional.empty())));
    assertThat(later())
        .containsExactly(PolicyRolloutWorkflow.FLEET_CHANGED, PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  @Test
  void thatAnObjectIsMissingIsNews() {
    sent(hub(1, fleet(List.of(), Optional.of("Waiting for placement p to be created."))));
    assertThat(later()).containsExactly(PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  @Test
  void thatThePropagatorDoesNotRunIsNewsAndThatItRunsAgain() {
    HubSnapshot silent = hub(1, FLEET).silent(Optional.of(Instant.EPOCH));
    sent(silent);
    sent(silent);
    sent(hub(1, FLEET));
    assertThat(later())
        .containsExactly(PolicyRolloutWorkflow.FLEET_CHANGED, PolicyRolloutWorkflow.FLEET_CHANGED);
  }

  @Test
  void whatNoRunGotIsSentAgainToTheNext() {
    runs.end(WEB);
    assertThat(signals.send(WEB, run, hub(2, FLEET))).isFalse();
    RunKey next = new RunKey("u1", 1, runs.begin(WEB));
    assertThat(signals.send(WEB, next, hub(2, FLEET))).isTrue();
    assertThat(runs.signals(WEB)).containsExactly(PolicyRolloutWorkflow.POLICY_CHANGED);
  }
}

package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.LastTold.Listed;
import io.sluice.plan.strategy.Amount;
import io.sluice.plan.strategy.Strategy;
import io.sluice.plan.strategy.StrategyType;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds the beginning of a small rollout against rollout-strategy 6.3 and A5. */
class CarriedOverTest {
  private static final Instant END = Instant.parse("2026-02-03T10:00:00Z");
  private static final Instant NOW = END.plusSeconds(600);
  private static final GroupKey DEV = new GroupKey("p", "dev", 0);
  private static final GroupKey PROD = new GroupKey("p", "prod", 1);
  private static final AttemptSpec SPEC =
      new AttemptSpec(
          new PolicyName("retail", "tls"),
          "u8",
          8,
          new PolicyVersion("uid", 4, "hash"),
          Strategy.of(StrategyType.PROGRESSIVE_PER_GROUP).withMaxFailures(Amount.count(1)),
          "strategy",
          Duration.ZERO,
          Duration.ZERO);
  private static final List<DecisionGroup> FLEET =
      List.of(
          new DecisionGroup(PROD, List.of("p1", "p2")),
          new DecisionGroup(DEV, List.of("d1", "n1")));
  private static final MessageApproval APPROVAL =
      new MessageApproval(Optional.of("dev"), "unverified:x", END, Optional.empty());

  private static AttemptState begun(Listed... listed) {
    LastTold told =
        new LastTold(
            END.minusSeconds(600),
            Optional.of(Outcome.SUCCEEDED),
            Optional.of(END),
            Set.of(),
            List.of(APPROVAL),
            List.of(listed));
    return CarriedOver.of(SPEC, told, FLEET, Set.of("n1"), NOW);
  }

  @Test
  void everybodyButTheNewcomersIsFinalAlready() {
    AttemptState state = begun();
    assertThat(state.clusters())
        .extracting(ClusterState::cluster)
        .containsExactly("d1", "p1", "p2");
    assertThat(state.clusters()).allMatch(entry -> entry.stage() == Stage.SUCCEEDED);
    assertThat(state.groups()).containsExactly(DEV, PROD);
    assertThat(state.startedAt()).isEqualTo(NOW);
    assertThat(state.outcome()).isEmpty();
    assertThat(state.spec().rolloutUid()).isEqualTo("u8");
  }

  @Test
  void toleratedFailuresStayWhatTheyWere() {
    AttemptState state = begun(new Listed("p2", "TimeOut", "RecoveredLate", END));
    ClusterState failed = state.clusters().get(2);
    assertThat(failed.stage()).isEqualTo(Stage.TIMED_OUT);
    assertThat(failed.turned()).isTrue();
  }

  @Test
  void approvalsByMessageAreInherited() {
    assertThat(begun().approvals()).containsExactly(APPROVAL);
  }

  @Test
  void onlyTheNewcomersAreStarted() {
    HubView hub =
        new HubView(
            HubView.Claim.HELD,
            Optional.of(new RootView(SPEC.version(), false, true, "strategy", Optional.empty())),
            Optional.empty(),
            Intent.NONE,
            FleetView.of(FLEET));
    Step step = Attempt.step(Rules.CURRENT, begun(), Observation.of(hub), NOW);
    assertThat(step.actions()).hasSize(1);
    assertThat(((Action.Dispatch) step.actions().get(0)).clusters()).containsExactly("n1");
  }
}

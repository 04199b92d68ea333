package io.sluice.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plan.Mode;
import io.sluice.plan.RootView;
import io.sluice.policy.PolicyVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Holds what newcomers get after the end against rollout-strategy 3.7. */
class WelcomeTest {
  private long generation = 4;
  private boolean disabled;
  private boolean open;
  private String outcome = "Succeeded";
  private Mode mode = Mode.KEEP_PREVIOUS;
  private boolean atOnce;
  private boolean refused;
  private boolean lastSuccessful = true;

  private Welcome welcome() {
    RootView root =
        new RootView(
            new PolicyVersion("uid", generation, "content"),
            disabled,
            true,
            "hash",
            Optional.empty());
    RolloutRecord record =
        new RolloutRecord(
            "uid", 7, "u7", open, 4, "hash", Optional.ofNullable(outcome), Optional.empty());
    return Welcome.of(new Welcome.Facts(root, record, mode, atOnce, refused, lastSuccessful));
  }

  @Test
  void inModeKItIsTheLastSuccessfulVersionWhateverBecameOfTheLastAttempt() {
    assertThat(welcome()).isEqualTo(Welcome.LAST_SUCCESSFUL);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(Welcome.LAST_SUCCESSFUL);
    generation = 5;
    assertThat(welcome()).isEqualTo(Welcome.LAST_SUCCESSFUL);
  }

  @Test
  void withoutOneItIsNothing() {
    lastSuccessful = false;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
  }

  @Test
  void anOpenRunRefusedSettingsAndADisabledPolicyLeaveItToOthers() {
    open = true;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
    open = false;
    refused = true;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
    refused = false;
    disabled = true;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
  }

  @Test
  void typeAllAndInformPoliciesGiveThePresentVersionAlsoAfterAFailure() {
    atOnce = true;
    lastSuccessful = false;
    assertThat(welcome()).isEqualTo(Welcome.PRESENT);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(Welcome.PRESENT);
    outcome = "Superseded";
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
    outcome = "Succeeded";
    generation = 5;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
  }

  @Test
  void inModeIItIsInformAfterAFailureAndASmallRolloutAfterASuccess() {
    mode = Mode.INFORM;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(Welcome.PRESENT_AS_INFORM);
    outcome = "Aborted";
    assertThat(welcome()).isEqualTo(Welcome.PRESENT_AS_INFORM);
    atOnce = true;
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
  }

  @Test
  void besideThePropagatorNobodyIsGivenAnything() {
    mode = Mode.BESIDE;
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(Welcome.NOTHING);
  }
}

package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.RootView;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks what newcomers get after the end (rollout-strategy 3.7). */
class NewcomerContentTest {
  private long generation = 4;
  private boolean disabled;
  private boolean deleting;
  private boolean open;
  private String outcome = "Succeeded";
  private PendingMode mode = PendingMode.KEEP_PREVIOUS;
  private boolean atOnce;
  private boolean refused;
  private boolean lastSuccessful = true;

  private NewcomerContent welcome() {
    RootView root =
        new RootView(
            new PolicyVersion("uid", generation, "content"),
            disabled,
            deleting,
            true,
            "hash",
            Optional.empty());
    RolloutRecord record =
        new RolloutRecord(
            "uid", 7, "u7", open, 4, "hash", Optional.ofNullable(outcome), Optional.empty());
    return NewcomerContent.of(
        new NewcomerContent.Input(root, record, mode, atOnce, refused, lastSuccessful));
  }

  @Test
  void inModeKeepPreviousItIsTheLastSuccessfulVersionAfterAnyOutcome() {
    assertThat(welcome()).isEqualTo(NewcomerContent.LAST_SUCCESSFUL);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(NewcomerContent.LAST_SUCCESSFUL);
    generation = 5;
    assertThat(welcome()).isEqualTo(NewcomerContent.LAST_SUCCESSFUL);
  }

  @Test
  void withoutALastSuccessfulVersionItIsNothing() {
    lastSuccessful = false;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
  }

  @Test
  void withAnOpenRunRefusedSettingsOrAPolicyThatIsDisabledOrBeingDeletedItIsNothing() {
    open = true;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
    open = false;
    refused = true;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
    refused = false;
    disabled = true;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
    disabled = false;
    deleting = true;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
  }

  @Test
  void typeAllAndInformPoliciesGiveThePresentVersionAlsoAfterAFailure() {
    atOnce = true;
    lastSuccessful = false;
    assertThat(welcome()).isEqualTo(NewcomerContent.PRESENT);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(NewcomerContent.PRESENT);
    outcome = "Superseded";
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
    outcome = "Succeeded";
    generation = 5;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
  }

  @Test
  void inModeInformItIsInformAfterAFailureAndASmallRolloutAfterASuccess() {
    mode = PendingMode.INFORM;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(NewcomerContent.PRESENT_AS_INFORM);
    outcome = "Aborted";
    assertThat(welcome()).isEqualTo(NewcomerContent.PRESENT_AS_INFORM);
    atOnce = true;
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
  }

  @Test
  void besideThePropagatorItIsNothing() {
    mode = PendingMode.BESIDE;
    outcome = "Failed";
    assertThat(welcome()).isEqualTo(NewcomerContent.NOTHING);
  }
}

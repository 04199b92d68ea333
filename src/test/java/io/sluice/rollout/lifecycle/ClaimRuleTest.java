package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.lifecycle.ClaimRule.Answer;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the claim (rollout-strategy 3.2). */
class ClaimRuleTest {
  private static final ClaimRequest SECOND = new ClaimRequest("uid", "u2", 2);

  private static Optional<RolloutRecord> there(
      long attempt, String rolloutUid, boolean open, String outcome) {
    return Optional.of(
        new RolloutRecord(
            "uid",
            attempt,
            rolloutUid,
            open,
            1,
            "h",
            Optional.ofNullable(outcome),
            Optional.empty()));
  }

  private static Answer answer(Optional<RolloutRecord> there) {
    return ClaimRule.judge(there, SECOND).answer();
  }

  private static String because(Optional<RolloutRecord> there) {
    return ClaimRule.judge(there, SECOND).because().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', REFUSED",
    "1, '', BEGINS",
    "1, u1, BEGINS",
    "1, u2, BEGINS",
    "2, u2, GOES_ON",
    "2, other, REFUSED",
    "2, '', REFUSED",
    "3, u2, REFUSED",
    "3, u3, REFUSED"
  })
  void onlyTheNextNumberOrTheAttemptItselfIsGranted(long attempt, String uid, Answer answer) {
    assertThat(answer(there(attempt, uid, true, null))).isEqualTo(answer);
  }

  @Test
  void aRefusalNamesBothNumbers() {
    assertThat(because(there(7, "u7", true, null)))
        .isEqualTo("the Rollout object is at attempt 7, so attempt 2 cannot take it");
  }

  @Test
  void anObjectThatIsGoneCannotBeTaken() {
    assertThat(because(Optional.empty())).isEqualTo("the Rollout object is gone");
  }

  @Test
  void anObjectOfAnotherPolicyOfThatNameCannotBeTaken() {
    Optional<RolloutRecord> foreign =
        Optional.of(
            new RolloutRecord("other", 1, "u1", false, 1, "h", Optional.empty(), Optional.empty()));
    assertThat(because(foreign))
        .isEqualTo("the Rollout object belongs to another policy of that name");
    assertThat(ClaimRule.standing(foreign, SECOND)).isEqualTo(HubSnapshot.ClaimState.DELETED);
  }

  @Test
  void onlyTheFirstAttemptClaimsAnObjectWithoutANumberWhateverReplicasName() {
    ClaimRequest eighth = new ClaimRequest("uid", "u8", 8);
    assertThat(ClaimRule.judge(there(0, "", false, null), eighth).answer())
        .isEqualTo(Answer.REFUSED);
    assertThat(ClaimRule.judge(there(7, "", false, null), eighth).answer())
        .isEqualTo(Answer.BEGINS);
    assertThat(
            ClaimRule.judge(there(0, "", false, null), new ClaimRequest("uid", "u1", 1)).answer())
        .isEqualTo(Answer.BEGINS);
  }

  @Test
  void aClaimThatIsSentAgainAfterTheCloseDoesNotOpenTheRunAgain() {
    assertThat(answer(there(2, "u2", true, "Failed"))).isEqualTo(Answer.GOES_ON);
    assertThat(because(there(2, "u2", false, "Failed"))).isEqualTo("attempt 2 has closed");
  }

  @Test
  void anAttemptHoldsTheObjectUntilItIsGoneOrNamesAnother() {
    assertThat(ClaimRule.standing(there(2, "u2", true, null), SECOND))
        .isEqualTo(HubSnapshot.ClaimState.HELD);
    assertThat(ClaimRule.standing(there(3, "u3", true, null), SECOND))
        .isEqualTo(HubSnapshot.ClaimState.LOST);
    assertThat(ClaimRule.standing(Optional.empty(), SECOND))
        .isEqualTo(HubSnapshot.ClaimState.DELETED);
    assertThat(ClaimRule.whyLost(there(3, "u3", true, null)))
        .isEqualTo("the Rollout object names attempt 3 (u3)");
    assertThat(ClaimRule.whyLost(there(0, "", false, null)))
        .isEqualTo("the Rollout object names attempt 0 (no rolloutUID)");
  }
}

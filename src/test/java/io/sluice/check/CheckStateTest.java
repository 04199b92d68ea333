package io.sluice.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.GroupKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A group of an attempt keeps its place, whatever index its placement gives it since. */
class CheckStateTest {
  private static final Instant T0 = Instant.parse("2026-03-01T10:00:00Z");
  private static final GroupKey PROD = new GroupKey("fleet", "prod", 2);
  private static final GroupKey MOVED = new GroupKey("fleet", "prod", 1, Optional.of("2"));

  private static CheckKey key(GroupKey group) {
    return new CheckKey("budget", "h1", group, CheckStage.BEFORE);
  }

  private static CheckAnswer failed(GroupKey group, Instant at) {
    return new CheckAnswer(key(group), at, new CheckReply(CheckResult.FAILED, "no", ""));
  }

  @Test
  void anAnswerStaysWithItsGroup() {
    CheckState state = CheckState.NONE.after(failed(PROD, T0));

    assertThat(state.of(key(MOVED))).isEqualTo(state.of(key(PROD))).isPresent();
    assertThat(state.of(key(new GroupKey("fleet", "prod", 1)))).isEmpty();
    assertThat(state.after(failed(MOVED, T0.plusSeconds(60))).records()).hasSize(1);
  }

  @Test
  void theFirstGroupStaysTheFirst() {
    CheckRule everyOther = rule();

    assertThat(everyOther.isBefore(MOVED, Optional.of(PROD))).isFalse();
    assertThat(everyOther.isBefore(new GroupKey("fleet", "prod", 1), Optional.of(PROD))).isTrue();
  }

  private static CheckRule rule() {
    return new CheckRule(
        "budget",
        Optional.empty(),
        List.of(),
        CheckRule.DEFAULT_INTERVAL,
        CheckRule.DEFAULT_TIMEOUT,
        1,
        Optional.empty(),
        FailureEffect.HOLD,
        List.of(),
        "h1");
  }
}

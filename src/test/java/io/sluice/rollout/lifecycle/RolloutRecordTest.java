package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.Dispatch;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tells what a breach deleted from what was deleted manually (rollout-strategy 3.4 and 3.6). */
class RolloutRecordTest {
  private static final Instant AT = Instant.parse("2026-03-04T10:00:00Z");
  private static final Optional<ClusterStatus> TIME_OUT = Optional.of(ClusterStatus.TIME_OUT);

  private static RolloutRecord record(String outcome) {
    return new RolloutRecord(
        "uid", 7, "u7", false, 4, "hash", Optional.of(outcome), Optional.empty());
  }

  private static Dispatch dispatch(long attempt) {
    return new Dispatch("u7", attempt, 4, Dispatch.As.DISPATCHED, AT, AT, Map.of());
  }

  @Test
  void aBreachDeletesOnlyWhatItsOwnDispatchCreatedOnAClusterThatTimedOut() {
    assertThat(record("Failed").deletedByBreach(dispatch(7).creating(), TIME_OUT)).isTrue();

    assertThat(record("Succeeded").deletedByBreach(dispatch(7).creating(), TIME_OUT)).isFalse();
    assertThat(record("Failed").deletedByBreach(dispatch(7), TIME_OUT)).isFalse();
    assertThat(record("Failed").deletedByBreach(dispatch(6).creating(), TIME_OUT)).isFalse();
    assertThat(
            record("Failed")
                .deletedByBreach(dispatch(7).creating(), Optional.of(ClusterStatus.FAILED)))
        .isFalse();
    assertThat(record("Failed").deletedByBreach(dispatch(7).creating(), Optional.empty()))
        .isFalse();
  }
}

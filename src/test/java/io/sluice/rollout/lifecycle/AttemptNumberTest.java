package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rollout-strategy 3.2, "Claim": where the number of an attempt comes from. */
class AttemptNumberTest {
  private static long former(OptionalLong onRevisions, long... onReplicas) {
    return AttemptNumber.former(onRevisions, LongStream.of(onReplicas));
  }

  @Test
  void aNumberOnARevisionCountsAndThoseOnReplicasDoNot() {
    assertThat(former(OptionalLong.of(4), 9, Long.MAX_VALUE)).isEqualTo(4);
  }

  @Test
  void whereTheRevisionsLostItTheHighestOnReplicasCountsUpToABillion() {
    assertThat(former(OptionalLong.empty(), 3, 7, 5)).isEqualTo(7);
    assertThat(former(OptionalLong.empty(), 1_000_000_000L)).isEqualTo(1_000_000_000L);
    assertThat(former(OptionalLong.empty(), 3, 1_000_000_001L, Long.MAX_VALUE, -1)).isEqualTo(3);
    assertThat(former(OptionalLong.empty())).isZero();
  }

  @Test
  void onlyANumberThatNoAttemptCanHaveIsForeign() {
    assertThat(AttemptNumber.foreign(1_000_000_000L)).isFalse();
    assertThat(AttemptNumber.foreign(1_000_000_001L)).isTrue();
  }

  @Test
  void noNumberOverflows() {
    assertThat(AttemptNumber.after(7)).isEqualTo(8);
    assertThat(AttemptNumber.after(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
  }
}

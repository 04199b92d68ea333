package io.sluice.placement.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.Taint;
import io.sluice.placement.spec.Toleration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TaintCheckTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Taint GPU = taint("gpu", "a", "NoSelect", NOW.minusSeconds(5));

  @Test
  void aTaintBlocks() {
    assertThat(check(GPU).blocking()).contains(GPU);
  }

  @Test
  void preferNoSelectNeverBlocks() {
    assertThat(check(taint("gpu", "a", "PreferNoSelect", NOW)).blocking()).isEmpty();
  }

  @Test
  void noSelectIfNewBlocksNewClustersOnly() {
    Taint taint = taint("gpu", "a", "NoSelectIfNew", NOW);
    assertThat(TaintCheck.of(List.of(taint), List.of(), false, NOW).blocking()).contains(taint);
    assertThat(TaintCheck.of(List.of(taint), List.of(), true, NOW).blocking()).isEmpty();
    assertThat(TaintCheck.of(List.of(GPU), List.of(), true, NOW).blocking()).contains(GPU);
  }

  @Test
  void keyValueAndEffectMustBeEqualWhereGiven() {
    assertThat(check(GPU, equal("gpu", "a", "")).blocking()).isEmpty();
    assertThat(check(GPU, equal("gpu", "a", "NoSelect")).blocking()).isEmpty();
    assertThat(check(GPU, equal("gpu", "", "")).blocking()).contains(GPU);
    assertThat(check(GPU, equal("cpu", "a", "")).blocking()).contains(GPU);
    assertThat(check(GPU, equal("gpu", "a", "NoSelectIfNew")).blocking()).contains(GPU);
  }

  @Test
  void existsTakesEveryValueAndWithoutKeyEveryTaint() {
    assertThat(check(GPU, exists("gpu", OptionalLong.empty())).blocking()).isEmpty();
    assertThat(check(GPU, exists("", OptionalLong.empty())).blocking()).isEmpty();
  }

  @Test
  void everyTaintMustBeTolerated() {
    Taint other = taint("zone", "", "NoSelect", NOW);
    assertThat(
            TaintCheck.of(
                    List.of(GPU, other), List.of(exists("gpu", OptionalLong.empty())), false, NOW)
                .blocking())
        .contains(other);
  }

  @Test
  void aLimitedTolerationHoldsStrictlyBeforeItsEnd() {
    assertThat(check(GPU, exists("gpu", OptionalLong.of(6))))
        .isEqualTo(new TaintCheck(Optional.empty(), Optional.of(NOW.plusSeconds(1))));
    assertThat(check(GPU, exists("gpu", OptionalLong.of(5))).blocking()).contains(GPU);
  }

  @Test
  void withoutTimeALimitedTolerationHasEnded() {
    Taint undated = new Taint("gpu", "", "NoSelect", Optional.empty());
    assertThat(check(undated, exists("gpu", OptionalLong.of(1_000_000))).blocking())
        .contains(undated);
    assertThat(check(undated, exists("gpu", OptionalLong.empty())).blocking()).isEmpty();
  }

  @Test
  void theFirstTolerationThatHoldsGivesTheEnd() {
    Toleration limited = exists("gpu", OptionalLong.of(20));
    Toleration unlimited = exists("gpu", OptionalLong.empty());
    assertThat(check(GPU, limited, unlimited).until()).contains(NOW.plusSeconds(15));
    assertThat(check(GPU, unlimited, limited).until()).isEmpty();
    assertThat(check(GPU, exists("gpu", OptionalLong.of(5)), unlimited))
        .isEqualTo(new TaintCheck(Optional.empty(), Optional.empty()));
  }

  @Test
  void theEarliestEndOfSeveralTaintsCounts() {
    Taint other = taint("zone", "", "NoSelect", NOW);
    assertThat(
            TaintCheck.of(
                    List.of(GPU, other),
                    List.of(exists("gpu", OptionalLong.of(60)), exists("zone", OptionalLong.of(7))),
                    false,
                    NOW)
                .until())
        .contains(NOW.plusSeconds(7));
  }

  private static TaintCheck check(Taint taint, Toleration... tolerations) {
    return TaintCheck.of(List.of(taint), List.of(tolerations), false, NOW);
  }

  private static Taint taint(String key, String value, String effect, Instant added) {
    return new Taint(key, value, effect, Optional.of(added));
  }

  private static Toleration equal(String key, String value, String effect) {
    return new Toleration(key, Optional.of(value), effect, OptionalLong.empty());
  }

  private static Toleration exists(String key, OptionalLong seconds) {
    return new Toleration(key, Optional.empty(), "", seconds);
  }
}

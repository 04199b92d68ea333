package io.sluice.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the order of names against rollout-strategy F2. */
class ByteOrderTest {
  @Test
  void namesAreOrderedByTheirBytes() {
    List<String> sorted = List.of("", "C", "a-b", "a.b", "ab", "b", "cluster10", "cluster2", "é");
    assertThat(sorted.stream().sorted(ByteOrder.NAMES.reversed()).sorted(ByteOrder.NAMES))
        .containsExactlyElementsOf(sorted);
  }

  @Test
  void lettersBeyondTheBasicPlaneComeLastUnlikeInUtf16() {
    String halfwidth = "\uFF5E";
    String beyond = "\uD83D\uDE00";
    assertThat(halfwidth.compareTo(beyond)).isPositive();
    assertThat(ByteOrder.NAMES.compare(halfwidth, beyond)).isNegative();
  }

  @Test
  void namesInAnyOrderAreSorted() {
    assertThat(ByteOrder.sorted(List.of("b", "a", "a", "C"))).containsExactly("C", "a", "a", "b");
    assertThat(ByteOrder.sorted(List.of("C", "a", "a", "b"))).containsExactly("C", "a", "a", "b");
    assertThat(ByteOrder.sorted(List.of())).isEmpty();
  }
}

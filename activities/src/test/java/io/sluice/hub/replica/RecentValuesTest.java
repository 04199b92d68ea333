package io.sluice.hub.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentValuesTest {
  private final List<String> derived = new ArrayList<>();
  private final RecentValues<String, Integer> lengths =
      new RecentValues<>(
          text -> {
            derived.add(text);
            return text.length();
          });

  @Test
  void aValueThatWasMetLastIsNotDerivedAgain() {
    assertThat(lengths.of("abc")).isEqualTo(3);
    assertThat(lengths.of(new String("abc"))).isEqualTo(3);
    assertThat(derived).containsExactly("abc");
  }

  /** Both have one hash, so they take the same place. */
  @Test
  void anotherKeyInTheSamePlaceGetsItsOwnValue() {
    assertThat("Aa\0".hashCode()).isEqualTo("BB\0".hashCode());
    assertThat(lengths.of("Aa\0")).isEqualTo(3);
    assertThat(lengths.of("BB\0")).isEqualTo(3);
    assertThat(lengths.of("Aa\0")).isEqualTo(3);
    assertThat(derived).containsExactly("Aa\0", "BB\0", "Aa\0");
  }

  @Test
  void moreKeysThanPlacesAreAllRight() {
    for (int i = 0; i < 20_000; i++) {
      String key = "k".repeat(i % 50) + i;
      assertThat(lengths.of(key)).isEqualTo(key.length());
    }
  }
}

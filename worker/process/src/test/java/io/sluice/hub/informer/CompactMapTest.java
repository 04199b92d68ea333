package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompactMapTest {
  private static LinkedHashMap<String, Integer> entries(int size) {
    LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
    IntStream.range(0, size).forEach(i -> map.put("key-" + (size - i), i == 3 ? null : i));
    return map;
  }

  @Test
  void itIsAMapLikeAnyOtherInTheSameOrder() {
    for (int size : new int[] {0, 1, 4, CompactMap.MOST, CompactMap.MOST + 1}) {
      LinkedHashMap<String, Integer> plain = entries(size);
      Map<String, Integer> compact = CompactMap.of(plain);
      assertThat(compact).isEqualTo(plain).hasSameHashCodeAs(plain);
      assertThat(plain).isEqualTo(compact);
      assertThat(compact.keySet()).containsExactlyElementsOf(plain.keySet());
      plain.forEach((key, value) -> assertThat(compact.get(key)).isEqualTo(value));
      assertThat(compact.containsKey("key-0")).isFalse();
      assertThat(compact.get("key-0")).isNull();
      assertThat(compact.containsKey("key-1")).isEqualTo(size > 0);
    }
  }

  @Test
  void itCannotBeChanged() {
    Map<String, Integer> compact = CompactMap.of(entries(4));
    assertThatThrownBy(() -> compact.put("key-1", 7))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> compact.remove("key-1"))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}

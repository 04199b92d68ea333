package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares the equivalence of trees with that of their texts, on trees that often differ little.
 */
class CanonicalJsonTest {
  private static final List<Object> SCALARS =
      Arrays.asList(
          null, true, false, "true", "", "1", 1, 1L, 1.0, new BigDecimal("1.00"), 0, -0.0, 2);
  private static final List<String> KEYS = List.of("a", "b", "objectDefinition");

  private final Random random = new Random(7);

  private Object tree(int depth) {
    int form = random.nextInt(depth == 0 ? 1 : 3);
    if (form == 0) {
      return SCALARS.get(random.nextInt(SCALARS.size()));
    }
    int size = random.nextInt(3);
    if (form == 1) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        list.add(tree(depth - 1));
      }
      return list;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < size; i++) {
      map.put(KEYS.get(random.nextInt(KEYS.size())), tree(depth - 1));
    }
    return map;
  }

  @Test
  void treesAreEquivalentWhenTheyGiveTheSameText() {
    int equivalent = 0;
    for (int i = 0; i < 200_000; i++) {
      Object left = tree(3);
      Object right = tree(3);
      boolean same = CanonicalJson.of(left).equals(CanonicalJson.of(right));
      equivalent += same ? 1 : 0;
      assertThat(CanonicalJson.equivalent(left, right))
          .as("%s and %s", left, right)
          .isEqualTo(same);
    }
    assertThat(equivalent).isGreaterThan(5_000);
  }
}

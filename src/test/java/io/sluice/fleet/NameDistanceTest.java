package io.sluice.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameDistanceTest {
  @Test
  void itCountsTheCharactersToChange() {
    assertThat(NameDistance.between("cluster7", "cluster7")).isZero();
    assertThat(NameDistance.between("cluster7", "cluster17")).isEqualTo(1);
    assertThat(NameDistance.between("", "abc")).isEqualTo(3);
    assertThat(NameDistance.between("kitten", "sitting")).isEqualTo(3);
  }

  @Test
  void theNearestNamesComeFirstAndEqualOnesInOrder() {
    assertThat(NameDistance.nearest("prod-1", List.of("stage-1", "prod-2", "prod-11", "prod-3"), 3))
        .containsExactly("prod-11", "prod-2", "prod-3");
  }
}

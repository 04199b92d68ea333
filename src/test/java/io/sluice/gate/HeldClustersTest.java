package io.sluice.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldClustersTest {
  private static final KeptVersion FOURTH = new KeptVersion(Optional.of(4L));

  @Test
  void itTellsHowManyKeepWhat() {
    assertThat(FOURTH.held(24, 30).sentence())
        .contains("Held: 24 of 30 clusters keep generation 4, enforced.");
    assertThat(FOURTH.held(1, 30).sentence())
        .contains("Held: 1 of 30 clusters keeps generation 4, enforced.");
    assertThat(FOURTH.held(0, 30).sentence()).isEmpty();
  }

  /**
   * Of a new policy clusters have nothing, and after attempts that did not end well they differ.
   */
  @Test
  void whatTheyKeepMayNotBeKnown() {
    assertThat(KeptVersion.UNKNOWN.held(2, 3).text())
        .contains("2 of 3 clusters keep the version that they have, if any");
    assertThat(KeptVersion.UNKNOWN.held(1, 1).text())
        .contains("1 of 1 cluster keeps the version that it has, if any");
  }
}

package io.sluice.hub.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RootContentsTest {
  private final RootContents contents = new RootContents(100);

  @Test
  void theLargestAreNotKept() {
    assertThat(contents.add("a", 60)).isEmpty();
    assertThat(contents.add("b", 30)).isEmpty();
    assertThat(contents.add("c", 50)).containsExactly("a");
    assertThat(contents.add("d", 90)).containsExactly("d");
    assertThat(contents.add("e", 20)).isEmpty();
    assertThat(contents.left()).isEqualTo(2);
  }

  @Test
  void whoeverFillsItCostsSmallOnesNothing() {
    contents.add("honest", 5);
    for (int i = 0; i < 1000; i++) {
      assertThat(contents.add("large-" + i, 50)).doesNotContain("honest");
    }
    assertThat(contents.left()).isEqualTo(999);
    assertThat(contents.add("honest", 6)).isEmpty();
  }

  @Test
  void whatIsGoneOrKeptAnewIsNotLeftOut() {
    contents.add("a", 60);
    contents.add("b", 70);
    assertThat(contents.left()).isOne();
    contents.remove("a");
    assertThat(contents.add("b", 70)).isEmpty();
    assertThat(contents.left()).isZero();
  }
}

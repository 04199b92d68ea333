package io.sluice.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RulesTest {
  @Test
  void aRunOfTheCurrentRulesTakesNoOldBranch() {
    assertThat(new Rules(Rules.CURRENT).before(Rules.CURRENT)).isFalse();
  }

  @Test
  void aRunOfTheFirstRulesTakesTheOldBranchOfEveryLaterChange() {
    for (int changed = Rules.FIRST + 1; changed <= Rules.CURRENT; changed++) {
      assertThat(new Rules(Rules.FIRST).before(changed)).isTrue();
    }
  }

  @Test
  void aBranchForUnknownRulesIsAnError() {
    Rules current = new Rules(Rules.CURRENT);
    assertThatThrownBy(() -> current.before(Rules.CURRENT + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but the current ones are " + Rules.CURRENT);
  }

  @Test
  void rulesOfANewerBuildAreRejected() {
    assertThatThrownBy(() -> new Rules(Rules.CURRENT + 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("and a newer one began the rollout. Start a newer worker.");
  }
}

package io.sluice.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import org.junit.jupiter.api.Test;

/** Checks the names of an override against policy-propagation 14.2. */
class OverrideNameTest {
  private static String of(String name) {
    return OverrideName.of(new PolicyName("policies", name));
  }

  @Test
  void aNameUpTo63CharactersIsKept() {
    assertThat(of("cis-baseline")).isEqualTo("sluice-cis-baseline");
    assertThat(of("a".repeat(56))).hasSize(63).isEqualTo("sluice-" + "a".repeat(56));
  }

  @Test
  void aLongerOneIsCutAndEndsInItsHash() {
    assertThat(of("a".repeat(57))).hasSize(63).matches("sluice-a{47}-[0-9a-f]{8}");
    assertThat(of("a".repeat(46) + "." + "b".repeat(10)))
        .matches("sluice-a{46}-[0-9a-f]{8}")
        .isNotEqualTo(of("a".repeat(46) + "." + "c".repeat(10)));
  }

  @Test
  void onlyItsOwnPagesHaveANumber() {
    PolicyName policy = new PolicyName("policies", "web");

    assertThat(OverrideName.pageNumber(policy, OverrideName.ofPage(policy, 12))).isEqualTo(12);
    assertThat(OverrideName.pageNumber(policy, "sluice-web-decision-0")).isZero();
    assertThat(OverrideName.pageNumber(policy, "sluice-web-2-decision-1")).isZero();
    assertThat(OverrideName.label(policy)).isEqualTo("policies.web");
  }
}

package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.upkeep.Stray;
import java.util.Map;

/** Puts the Policy of a conformance case into a namespace, and asks whether it has to go. */
final class StrayCase {
  private static final String NAME = "policies.root";

  private StrayCase() {}

  static void check(Map<String, Object> each) {
    Map<String, Object> input = Tree.map(each, "input");
    boolean labelled = Boolean.TRUE.equals(input.get("rootPolicyLabel"));
    boolean mustGo =
        Stray.mustGo(
            Tree.text(input, "name").orElse(NAME),
            labelled ? Map.of(PolicyApi.ROOT_POLICY, NAME) : Map.of(),
            Boolean.TRUE.equals(input.get("namespaceIsManagedCluster")),
            root -> Boolean.TRUE.equals(input.get("rootExists")));
    assertThat(mustGo).isEqualTo("deleted".equals(each.get("expect")));
  }
}

package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NestingTest {
  /** A spec of so many levels, of which the innermost holds a text. */
  private static Map<String, Object> spec(int levels, boolean lists) {
    Object tree = "leaf";
    for (int level = levels; level > 1; level--) {
      tree = lists ? List.of(tree) : Map.of("a", tree);
    }
    return Map.of("a", tree);
  }

  private static PolicySnapshot policy(Map<String, Object> spec) {
    return new PolicySnapshot(Map.of(), Map.of(), spec);
  }

  @Test
  void anObjectOfAHundredLevelsIsKeptAsItIs() {
    Map<String, Object> spec = spec(99, false);
    assertThat(policy(spec).spec()).isSameAs(spec);
    assertThat(Nesting.problem(policy(spec))).isEmpty();
    assertThat(Nesting.problem(policy(spec(99, true)))).isEmpty();
  }

  @Test
  void oneLevelMoreIsRefusedAlsoAfterItWasCut() {
    for (boolean lists : new boolean[] {false, true}) {
      PolicySnapshot cut = policy(spec(100, lists));
      assertThat(
              Problem.message("Cannot roll out policy a/b", Nesting.problem(cut).stream().toList()))
          .isEqualTo(
              "Cannot roll out policy a/b: its content has more than 100 levels of maps and lists"
                  + " in one another. Make it flatter.");
      assertThat(Nesting.problem(policy(cut.spec()))).isEqualTo(Nesting.problem(cut));
      assertThat(cut.spec().toString()).doesNotContain("leaf");
    }
  }

  @Test
  void whatOverflowsTheStackIsCutHashedAndRefused() {
    for (boolean lists : new boolean[] {false, true}) {
      PolicySnapshot cut = policy(spec(200_000, lists));
      assertThat(cut.hash()).hasSize(8);
      assertThat(Nesting.problem(cut)).isPresent();
    }
  }

  @Test
  void whatIsBesideStays() {
    Map<String, Object> cut =
        policy(Map.of("disabled", false, "deep", spec(200, false), "list", List.of(1, 2))).spec();
    assertThat(cut).containsEntry("disabled", false).containsEntry("list", List.of(1, 2));
  }
}

package io.sluice.policy.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {
  private static final String INITIAL = "ABCD";
  private static final String SUB = "AB";
  private static final String SUB_2 = "EF";
  private static final String EXTENDED = "ABEF";

  private final List<Map<String, Object>> bindings = new ArrayList<>();
  private final List<PlacementView> placements = new ArrayList<>();
  private final List<PolicySetView> sets = new ArrayList<>();

  /** The table of policy-propagation 5.3: e overrides, r is restricted. */
  @ParameterizedTest(name = "example {0}, shipped spelling: {6}")
  @CsvSource({
    "1, AB:e,        ABCD,   AB,   '',   AB,   true",
    "1, AB:e,        ABCD,   AB,   '',   AB,   false",
    "2, ABEF:e,      ABCDEF, ABEF, '',   ABEF, true",
    "2, ABEF:e,      ABCDEF, ABEF, '',   ABEF, false",
    "3, ABEF:er,     ABCD,   '',   ABEF, AB,   true",
    "3, ABEF:er,     ABCD,   '',   ABEF, AB,   false",
    "4, EF: ABEF:er, ABCDEF, '',   ABEF, ABEF, true",
    "4, EF: ABEF:er, ABCDEF, '',   ABEF, ABEF, false",
    "5, EF:er,       ABCD,   '',   EF,   '',   true",
    "5, EF:er,       ABCD,   '',   EF,   '',   false"
  })
  void theExamplesOfTheSpecificationHold(
      int example, String further, String p, String q, String r, String enforced, boolean shipped) {
    bind("initial", INITIAL, Map.of());
    for (String binding : further.split(" ")) {
      String[] parts = binding.split(":", 2);
      bind("b-" + parts[0], parts[0], override(parts[1], shipped));
    }

    Targets targets = targets("inform");

    assertThat(String.join("", targets.replicas())).isEqualTo(p);
    assertThat(String.join("", targets.overridden())).isEqualTo(q);
    assertThat(String.join("", targets.overriddenIfSelected())).isEqualTo(r);
    for (String cluster : targets.replicas()) {
      assertThat(targets.action(cluster))
          .contains(enforced.contains(cluster) ? "enforce" : "inform");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"enforce", "Enforce"})
  void anEnforcingRootKeepsItsSpelling(String action) {
    bind("initial", INITIAL, Map.of());
    bind("sub", SUB, Map.of("bindingOverrides", Map.of("remediationAction", "enforce")));

    assertThat(targets(action).action("A")).contains(action);
  }

  @Test
  void anUnsetActionStaysUnsetWhereNothingOverrides() {
    bind("initial", INITIAL, Map.of());
    bind("sub", SUB, Map.of("bindingOverrides", Map.of("remediationAction", "Enforce")));

    Targets targets = targets(null);

    assertThat(targets.action("A")).contains("Enforce");
    assertThat(targets.action("C")).isEmpty();
  }

  @Test
  void aNonRestrictedOverrideGivesTheSpellingBeforeARestrictedOne() {
    Map<String, Object> restricted = new LinkedHashMap<>();
    restricted.put("bindingOverrides", Map.of("remediationAction", "enforce"));
    restricted.put("subFilter", "restricted");
    bind("a-restricted", SUB, restricted);
    bind("z-plain", SUB, Map.of("bindingOverrides", Map.of("remediationAction", "Enforce")));

    assertThat(targets("inform").action("A")).contains("Enforce");
  }

  @Test
  void overridesAreIgnoredUnderAStrategyAndTheirBindingsAreNamed() {
    bind("initial", INITIAL, Map.of());
    bind("extended", EXTENDED, override("er", true));

    Targets targets = targets("inform").withoutOverrides();

    assertThat(targets.overriddenIfSelected()).isEmpty();
    assertThat(targets.action("A")).contains("inform");
    assertThat(targets.overridingBindings()).containsExactly("extended");
  }

  @Test
  void theShippedSpellingCountsAndABindingWithBothIsNamed() {
    Map<String, Object> both = new LinkedHashMap<>(override("er", false));
    both.put("bindingOverrides", Map.of("remediationAction", "enforce"));
    bind("both", SUB_2, both);

    Targets targets = targets("inform");

    assertThat(targets.overridden()).containsExactly("E", "F");
    assertThat(targets.bindingsInBothSpellings()).containsExactly("both");
  }

  @Test
  void aFormerVersionIsEnforcedByAnOverrideToo() {
    bind("initial", INITIAL, Map.of());
    bind("sub", SUB, override("e", true));

    assertThat(targets("inform").action("A", Optional.empty())).contains("enforce");
    assertThat(targets("enforce").action("C", Optional.of("inform"))).contains("inform");
  }

  @Test
  void anExclusionCountsOnlyForTheSetThatHasIt() {
    sets.add(
        new PolicySetView(
            "policies",
            "base",
            List.of("test-policy-1"),
            List.of(new PolicySetView.Exclusion("test-policy-1", List.of("B", "Z")))));
    bind("set", "ABC", Map.of(), "PolicySet", "base");

    assertThat(targets("inform").replicas()).containsExactly("A", "C");

    bind("direct", "B", Map.of());

    assertThat(targets("inform").replicas()).containsExactly("A", "B", "C");
  }

  @Test
  void aMissingSetAndAMissingMemberBindNothing() {
    sets.add(new PolicySetView("policies", "other", List.of("another-policy"), List.of()));
    bind("missing", "AB", Map.of(), "PolicySet", "base");
    bind("other", "AB", Map.of(), "PolicySet", "other");

    assertThat(targets("inform").replicas()).isEmpty();
  }

  private Targets targets(String action) {
    return new Bindings(bindings.stream().map(BindingView::of).toList(), sets, placements)
        .targets(
            new RootSpec(
                new PolicyName("policies", "test-policy-1"), false, Optional.ofNullable(action)));
  }

  private void bind(String name, String clusters, Map<String, Object> more) {
    bind(name, clusters, more, "Policy", "test-policy-1");
  }

  private void bind(
      String name, String clusters, Map<String, Object> more, String kind, String subject) {
    Map<String, Object> binding = new LinkedHashMap<>(more);
    binding.put("metadata", Map.of("namespace", "policies", "name", name));
    binding.put(
        "placementRef",
        Map.of(
            "apiGroup", "apps.open-cluster-management.io", "kind", "PlacementRule", "name", name));
    binding.put(
        "subjects",
        List.of(
            Map.of(
                "apiGroup", "policy.open-cluster-management.io", "kind", kind, "name", subject)));
    bindings.add(binding);
    placements.add(
        PlacementView.of("policies", "PlacementRule", name, List.of(clusters.split(""))));
  }

  private static Map<String, Object> override(String letters, boolean shipped) {
    boolean restricted = letters.contains("r");
    if (!letters.contains("e")) {
      return Map.of();
    }
    Map<String, Object> override = new LinkedHashMap<>();
    if (shipped) {
      override.put("bindingOverrides", Map.of("remediationAction", "enforce"));
      if (restricted) {
        override.put("subFilter", "restricted");
      }
    } else {
      override.put(
          "remediationActionOverride",
          Map.of("remediationAction", "enforce", "subFilter", restricted));
    }
    return override;
  }
}

package io.sluice.policy;

import static io.sluice.policy.Compliance.COMPLIANT;
import static io.sluice.policy.Compliance.NON_COMPLIANT;
import static io.sluice.policy.SpecTrees.configuration;
import static io.sluice.policy.SpecTrees.constraint;
import static io.sluice.policy.SpecTrees.enforce;
import static io.sluice.policy.evidence.ReplicaScenario.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.evidence.ReplicaScenario;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks what a write records of unchanged templates: rollout-strategy E5. */
class UnchangedTemplatesTest {
  private final ReplicaScenario life =
      new ReplicaScenario()
          .dispatched(0, enforce(configuration("a", "1"), configuration("b", "1")))
          .reported("a", COMPLIANT, "a.1", 5)
          .reported("b", COMPLIANT, "b.1", 5);

  private static Map<String, Object> content(String a, String b) {
    return enforce(configuration("a", a), configuration("b", b));
  }

  @Test
  void e5AVerdictGivenSinceTheLastRealChangeCarriesOver() {
    life.dispatched(600, content("1", "2")).isSilent();
    assertThat(life.result().because())
        .isEqualTo(
            "no report since the dispatch on 1 of 2 templates: b, for its newest event was there"
                + " before");
    life.reported("b", COMPLIANT, "b.2", 605).isConfirmed();
  }

  @Test
  void e5TheBaselineAndTheInstantOfTheLastRealChangeAreKept() {
    life.dispatched(600, content("2", "1")).dispatched(1200, content("3", "1"));
    assertThat(life.dispatch().baseline()).containsOnlyKeys("a");
    assertThat(life.dispatch().since()).isEqualTo(Map.of("b", at(0)));
    assertThat(life.dispatch().written()).isEqualTo(at(1200));
    life.dispatched(1800, content("3", "2")).dispatched(2400, content("4", "2"));
    assertThat(life.dispatch().baseline().get("b")).containsExactly(Hashes.ofName("b.1"));
    assertThat(life.dispatch().since()).isEqualTo(Map.of("b", at(1800)));
  }

  @Test
  void e5AVerdictFromBeforeTheLastRealChangeDoesNotCarryOver() {
    life.dispatched(600, content("1", "2"))
        .dispatched(1200, content("2", "2"))
        .reported("a", COMPLIANT, "a.2", 1205)
        .isSilent();
  }

  @Test
  void e5AnUnchangedTemplateWithoutAVerdictSinceItsChangeIsSilent() {
    new ReplicaScenario()
        .dispatched(0, content("1", "1"))
        .reported("a", COMPLIANT, "a.1", 5)
        .dispatched(600, content("2", "1"))
        .reported("a", COMPLIANT, "a.2", 605)
        .isSilent()
        .reported("b", COMPLIANT, "b.1", 610)
        .isConfirmed();
  }

  @Test
  void e5LabelsAnnotationsAndDependenciesAreNoChangeOfATemplate() {
    Map<String, Object> labelled =
        Map.of(
            "objectDefinition",
            Map.of(
                "apiVersion",
                PolicyApi.POLICY_VERSION,
                "kind",
                "ConfigurationPolicy",
                "metadata",
                Map.of("name", "b", "labels", Map.of("new", "yes")),
                "spec",
                Map.of("marker", "1", "remediationAction", "inform")),
            "extraDependencies",
            List.of(Map.of("kind", "Policy", "name", "c")));
    life.dispatched(600, enforce(configuration("a", "1"), labelled)).isConfirmed();
  }

  @Test
  void e5AnotherKindOrVersionUnderTheNameIsAChange() {
    life.dispatched(600, enforce(configuration("a", "1"), SpecTrees.operator("b", "1", "inform")))
        .isSilent();
  }

  @Test
  void e5AnEmptyMapInATemplateIsNotTheSameAsNone() {
    Map<String, Object> spec = Map.of("marker", "1", "remediationAction", "inform");
    Map<String, Object> withEmpty =
        Map.of("marker", "1", "remediationAction", "inform", "selector", Map.of());
    assertThat(hash(spec)).isNotEqualTo(hash(withEmpty));
  }

  private static String hash(Map<String, Object> spec) {
    return TemplateRef.listOf(
            enforce(SpecTrees.template(PolicyApi.POLICY_VERSION, "ConfigurationPolicy", "t", spec)))
        .get(0)
        .content();
  }

  @Test
  void e5ATemplateRemovedAndAddedAgainHasChanged() {
    life.dispatched(600, enforce(configuration("a", "1")))
        .dispatched(1200, content("1", "1"))
        .isSilent()
        .reported("b", COMPLIANT, "b.2", 1205)
        .isConfirmed();
  }

  @Test
  void e5OverAReplicaWithoutADispatchUnchangedTemplatesAreWeak() {
    ReplicaScenario unstaged =
        new ReplicaScenario()
            .given(content("1", "1"))
            .reported("a", COMPLIANT, "a.1", -500)
            .reported("b", COMPLIANT, "b.1", -500)
            .dispatched(0, content("1", "2"))
            .isSilent()
            .reported("b", COMPLIANT, "b.2", 5)
            .isWeakSuccess();
    assertThat(unstaged.dispatch().unknown()).containsExactly("a");
    unstaged.reported("a", COMPLIANT, "a.2", 6).isConfirmed();
  }

  @Test
  void e5AnUnknownBaselineStaysUnknownUntilTheTemplateChanges() {
    ReplicaScenario unstaged =
        new ReplicaScenario()
            .given(content("1", "1"))
            .reported("a", COMPLIANT, "a.1", -500)
            .reported("b", COMPLIANT, "b.1", -500)
            .dispatched(0, content("1", "2"))
            .dispatched(600, content("1", "3"))
            .reported("b", COMPLIANT, "b.2", 605)
            .isWeakSuccess();
    unstaged.dispatched(1200, content("2", "3"));
    assertThat(unstaged.dispatch().unknown()).isEmpty();
    unstaged.isSilent();
  }

  @Test
  void e5ContentOfAnotherWriterSinceTheDispatchIsWeakNotCarriedOver() {
    life.editedByHand(content("by hand", "1")).isWeakSuccess();
    life.dispatched(600, content("by hand", "2"))
        .reported("b", COMPLIANT, "b.2", 605)
        .isWeakSuccess();
    assertThat(life.dispatch().unknown()).containsExactly("a");
  }

  @Test
  void e5ARepairKeepsTheVerdictsOnUntouchedTemplates() {
    life.editedByHand(content("1", "by hand")).repaired(600, content("1", "1"));
    assertThat(life.dispatch().attempt()).isEqualTo(1);
    assertThat(life.dispatch().at()).isEqualTo(at(0));
    assertThat(life.dispatch().since()).isEqualTo(Map.of("a", at(0)));
    assertThat(life.dispatch().unknown()).isEmpty();
    life.isSilent().reported("b", COMPLIANT, "b.2", 605).isConfirmed();
  }

  @Test
  void e5ARepairOfMetadataAloneDiscardsNoVerdict() {
    life.repaired(600, content("1", "1")).isConfirmed();
  }

  @Test
  void e5AnOldAnnotationChangedEveryTemplate() {
    life.withAnOldAnnotation().isConfirmed();
    life.dispatched(600, content("1", "2"));
    assertThat(life.dispatch().since()).isEqualTo(Map.of("a", at(0)));
    life.reported("b", COMPLIANT, "b.2", 605).isConfirmed();
  }

  @Test
  void e5OfTwoTemplatesWithOneNameBothMustStay() {
    Map<String, Object> both = enforce(configuration("a", "1"), constraint("a", "1"));
    Map<String, Object> other = enforce(configuration("a", "1"), constraint("a", "2"));
    ReplicaScenario twins = new ReplicaScenario().dispatched(0, both).dispatched(600, other);
    assertThat(twins.dispatch().since()).isEmpty();
    assertThat(twins.dispatched(1200, other).dispatch().since()).containsOnlyKeys("a");
  }

  @Test
  void e5ARegressionOfAnUnchangedTemplateIsNegative() {
    life.dispatched(600, content("1", "2"))
        .reported("b", COMPLIANT, "b.2", 605)
        .isConfirmed()
        .reported("a", NON_COMPLIANT, "a.2", 610)
        .isNegative();
  }

  @Test
  void e5TheLimitOfTheAnnotationHoldsForEarlierBaselinesToo() {
    ReplicaScenario big = new ReplicaScenario();
    Map<?, ?>[] templates = new Map<?, ?>[129];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = configuration("template%03d".formatted(i) + "x", "1");
    }
    big.given(enforce());
    for (Map<?, ?> template : templates) {
      String name = TemplateRef.listOf(enforce(template)).get(0).name();
      for (int event = 0; event < 10; event++) {
        big.reported(name, COMPLIANT, name + "." + event, event);
      }
    }
    big.dispatched(600, enforce(templates));
    assertThat(big.dispatch().baseline().values()).allMatch(names -> names.size() == 3);
    big.dispatched(1200, enforce(templates));
    assertThat(big.dispatch().since()).hasSize(129);
    assertThat(big.dispatch().baseline().values()).allMatch(names -> names.size() == 3);
  }
}

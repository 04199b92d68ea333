package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.ManualSpoke.STEADILY;
import static io.sluice.simulator.spoke.ManualSpoke.STEADY;
import static io.sluice.simulator.spoke.PolicySpecs.configuration;
import static io.sluice.simulator.spoke.PolicySpecs.details;
import static io.sluice.simulator.spoke.PolicySpecs.enforced;
import static io.sluice.simulator.spoke.PolicySpecs.policy;
import static io.sluice.simulator.spoke.PolicySpecs.template;
import static io.sluice.simulator.spoke.PolicySpecs.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.tree.ObjectTree;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpokeComplianceTest {
  private static final String CIS = "policies.cis";
  private static final String V1 = "policy.open-cluster-management.io/v1";

  private final ManualSpoke spoke = new ManualSpoke(STEADILY);

  private List<String> judged() {
    return spoke.model.verdicts().stream().map(SpokeVerdict::content).toList();
  }

  private static String content(String value) {
    return SpokeVerdict.contentOf(enforced(value));
  }

  @Test
  void aChangeSoonAfterAJudgementWaitsForTheBackoff() {
    spoke.write(CIS, enforced("1")).millis(1000);
    spoke.write(CIS, enforced("2")).millis(5099);
    assertThat(judged()).containsExactly(content("1"));

    spoke.millis(1);
    assertThat(judged()).containsExactly(content("1"), content("2"));
  }

  @Test
  void contentsThatComeAndGoMeanwhileAreNeverJudged() {
    spoke.write(CIS, enforced("1")).millis(1000);
    spoke.write(CIS, enforced("2")).millis(1000);
    spoke.write(CIS, enforced("3")).millis(20_000);

    assertThat(judged()).containsExactly(content("1"), content("3"));
    assertThat(spoke.names(CIS, 0)).hasSize(2);
  }

  @Test
  void aContentThatReturnsIsANewGenerationAndIsReported() {
    spoke.write(CIS, enforced("1")).millis(1000);
    spoke.write(CIS, enforced("2")).millis(1000);
    spoke.write(CIS, enforced("1")).millis(20_000);

    assertThat(judged()).containsExactly(content("1"), content("1"));
    assertThat(spoke.names(CIS, 0)).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void onlyTheEffectiveTemplateCounts() {
    Map<String, Object> template = configuration("pod", "1");
    spoke.write(CIS, enforced(template)).millis(10_000);
    Map<String, Object> labelled =
        with(
            ObjectTree.map(template.get("objectDefinition")),
            "metadata",
            Map.of("name", "pod", "labels", Map.of("a", "b")));
    spoke
        .write(
            CIS,
            Map.of(),
            Map.of("new", "one"),
            enforced(with(template, "objectDefinition", labelled)))
        .millis(10_000);

    assertThat(spoke.names(CIS, 0)).hasSize(1);
  }

  @Test
  void aFlippedActionIsANewGenerationExceptForInformonly() {
    Map<String, Object> fixed =
        template(V1, "ConfigurationPolicy", "fixed", Map.of("remediationAction", "informOnly"));
    List<Map<String, Object>> templates = List.of(configuration("pod", "1"), fixed);
    spoke.write(CIS, policy("inform", templates)).millis(10_000);
    spoke.write(CIS, policy("enforce", templates)).millis(10_000);

    assertThat(spoke.names(CIS, 0)).hasSize(2);
    assertThat(spoke.names(CIS, 1)).hasSize(1);
  }

  @Test
  void otherKindsReportOnlyWhenTheirMessageChanges() {
    List<Map<String, Object>> templates =
        List.of(
            template("constraints.gatekeeper.sh/v1", "Limits", "limit", Map.of()),
            template("templates.gatekeeper.sh/v1", "ConstraintTemplate", "limits", Map.of()),
            template(V1, "CertificatePolicy", "cert", Map.of()),
            template(
                "policy.open-cluster-management.io/v1beta1", "OperatorPolicy", "op", Map.of()));
    spoke.write(CIS, policy("inform", templates)).millis(10_000);
    spoke.write(CIS, policy("enforce", templates)).millis(10_000);

    assertThat(List.of(0, 1, 2, 3))
        .extracting(template -> spoke.names(CIS, template).size())
        .containsExactly(1, 1, 1, 2);
    assertThat(spoke.model.verdicts())
        .as("judged all the same, but for the ConstraintTemplate, which has no action")
        .hasSize(7);
  }

  @Test
  void aTemplateWithoutAStateLeavesTheFormerValueOfTheWhole() {
    spoke.write(CIS, enforced("1")).millis(10_000);
    spoke.write(CIS, enforced(configuration("pod", "1"), configuration("late", "1"))).millis(149);

    assertThat(spoke.compliant(CIS)).isEqualTo("Compliant");
    assertThat(details(spoke.status(CIS)).get(1))
        .isEqualTo(Map.of("templateMeta", Map.of("name", "late")));
  }

  @Test
  void theHistoryKeepsTenEntriesTheNewestFirst() {
    for (int version = 0; version < 12; version++) {
      spoke.write(CIS, enforced("" + version)).millis(10_000);
    }
    List<String> names = spoke.names(CIS, 0);
    assertThat(names).hasSize(10);
    assertThat(names.stream().map(ManualSpoke::dated).toList())
        .isSortedAccordingTo((one, other) -> other.compareTo(one));
  }

  @Test
  void theClusterIsLookedAtOnlyEveryInterval() {
    ManualSpoke slow =
        new ManualSpoke(
            STEADILY
                .turnsNonCompliantAfter(Duration.ofSeconds(2))
                .withDelays(STEADY.withEvaluationInterval(Duration.ofSeconds(30))));
    slow.write(CIS, enforced("1")).millis(30_159);
    assertThat(slow.compliant(CIS)).isEqualTo("Compliant");

    slow.millis(1);
    assertThat(slow.compliant(CIS)).isEqualTo("NonCompliant");
  }

  @Test
  void aLookAtAnUnchangedClusterIsAJudgementForTheBackoff() {
    ManualSpoke slow =
        new ManualSpoke(STEADILY.withDelays(STEADY.withEvaluationInterval(Duration.ofSeconds(10))));
    slow.write(CIS, enforced("1")).millis(12_000); // looked at 0.15 s and 10.15 s
    slow.write(CIS, enforced("2")).millis(5099);
    assertThat(slow.model.verdicts()).hasSize(1);

    slow.millis(1);
    assertThat(slow.model.verdicts()).hasSize(2);
  }

  @Test
  void aSeedRepeatsARunToTheLastByte() {
    SpokeBehaviour drawn = SpokeBehaviour.ORDINARY.nonCompliantFirst();
    List<List<ManualSpoke.Write>> runs =
        List.of(3L, 3L, 4L).stream()
            .map(seed -> new ManualSpoke(drawn, seed))
            .map(run -> run.write(CIS, enforced("1")).millis(7000).write(CIS, enforced("2")))
            .map(run -> run.millis(20_000).writes)
            .toList();

    assertThat(runs.get(0)).isEqualTo(runs.get(1)).isNotEqualTo(runs.get(2));
  }
}

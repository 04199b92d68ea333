package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.EvidenceResult;
import io.sluice.template.KarmadaKeys;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what the status of a Work proves against lazy-activation 3, "Evidence". */
class WorkEvidenceTest {
  private static final Instant WRITTEN = Instant.parse("2026-03-01T10:00:00.700Z");
  private static final String BEFORE = "2026-03-01T09:59:59Z";
  private static final String SAME_SECOND = "2026-03-01T10:00:00Z";

  /** The Work has generation 4; its manifest has the template's generation 7, before it 6. */
  @ParameterizedTest
  @CsvSource({
    // Applied, observedGeneration of it, health -> verdict, weak
    "True,  4, Healthy,   POSITIVE, false",
    "True,  5, '',        POSITIVE, false",
    "True,  4, Unhealthy, NEGATIVE, false",
    "True,  4, Unknown,   NEGATIVE, false",
    "False, 4, '',        NEGATIVE, false",
    "True,  3, Healthy,   SILENT,   false",
    "False, 3, '',        SILENT,   false",
    "True,  0, Healthy,   POSITIVE, true",
    "True,  0, '',        POSITIVE, true",
    "True,  0, Unhealthy, NEGATIVE, true",
  })
  void theConditionCountsIfItNamesTheGeneration(
      String applied, long observed, String health, Verdict verdict, boolean weak) {
    EvidenceResult result =
        judge(status(condition(applied, observed, BEFORE), health, Map.of()), "6");
    assertThat(result.verdict()).isEqualTo(verdict);
    assertThat(result.weak()).isEqualTo(weak);
  }

  @ParameterizedTest
  @CsvSource({
    // former number of the manifest, number reported, generation, observed -> verdict, weak
    "6, 7, 9, 9, POSITIVE, false",
    "6, 6, 8, 8, SILENT,   false",
    "6, 7, 9, 8, SILENT,   false",
    // The number did not rise with this write, so that it proves nothing.
    "7, 7, 9, 9, POSITIVE, true",
  })
  void theReflectedStatusCountsIfItNamesTheTemplatesGeneration(
      String former, long reported, long generation, long observed, Verdict verdict, boolean weak) {
    Map<String, Object> reflected =
        Map.of(
            "resourceTemplateGeneration",
            reported,
            "generation",
            generation,
            "observedGeneration",
            observed);
    EvidenceResult result =
        judge(status(condition("True", 0, BEFORE), "Healthy", reflected), former);
    assertThat(result.verdict()).isEqualTo(verdict);
    assertThat(result.weak()).isEqualTo(weak);
  }

  @Test
  void aFailureOfBeforeTheWriteProvesNothing() {
    assertThat(judge(status(condition("False", 0, BEFORE), "", Map.of()), "6").verdict())
        .isEqualTo(Verdict.SILENT);
    assertThat(judge(status(condition("False", 0, SAME_SECOND), "", Map.of()), "6").verdict())
        .isEqualTo(Verdict.NEGATIVE);
  }

  @Test
  void withoutAConditionNothingIsProved() {
    assertThat(judge(Map.of(), "6").verdict()).isEqualTo(Verdict.SILENT);
  }

  private static Map<String, Object> condition(String applied, long observed, String since) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", "Applied");
    condition.put("status", applied);
    condition.put("lastTransitionTime", since);
    if (observed > 0) {
      condition.put("observedGeneration", observed);
    }
    return condition;
  }

  private static Map<String, Object> status(
      Map<String, Object> condition, String health, Map<String, Object> reflected) {
    Map<String, Object> member = new LinkedHashMap<>();
    member.put("status", reflected);
    if (!health.isEmpty()) {
      member.put("health", health);
    }
    return Map.of("conditions", List.of(condition), "manifestStatuses", List.of(member));
  }

  private static EvidenceResult judge(Map<String, Object> status, String former) {
    Map<String, Object> manifest =
        Map.of("metadata", Map.of("annotations", Map.of(KarmadaKeys.TEMPLATE_GENERATION, "7")));
    Dispatch dispatch =
        new Dispatch(
            "uid",
            1,
            1,
            Dispatch.As.DISPATCHED,
            WRITTEN,
            WRITTEN,
            Map.of(WorkState.GENERATION, List.of(former)));
    return WorkEvidence.judge(
        new WorkState(
            "m1",
            4,
            Map.of(),
            Map.of("workload", Map.of("manifests", List.of(manifest))),
            status,
            Optional.of(dispatch)));
  }
}

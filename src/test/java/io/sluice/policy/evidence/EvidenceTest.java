package io.sluice.policy.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Baseline;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import io.sluice.policy.TemplateReport.Entry;
import io.sluice.policy.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Checks the evidence of a replica of strict templates against rollout-strategy E1 to E3, E7 and
 * E8.
 */
class EvidenceTest {
  private static final Instant WRITTEN = Instant.parse("2026-01-01T10:00:00Z");
  private static final Evidence EVIDENCE = new Evidence(Evidence.DEFAULT_SKEW);

  private final List<TemplateRef> templates = new ArrayList<>();
  private final List<TemplateReport> details = new ArrayList<>();
  private Map<String, List<String>> baseline = Map.of();
  private Optional<Compliance> whole = Optional.of(Compliance.COMPLIANT);

  private EvidenceTest template(String name) {
    templates.add(new TemplateRef("ConfigurationPolicy", name));
    return this;
  }

  private EvidenceTest reported(String name, Compliance compliance, Entry... history) {
    details.add(new TemplateReport(name, Optional.ofNullable(compliance), List.of(history)));
    return this;
  }

  /** Records the present reports as the baseline of the dispatch. */
  private EvidenceTest dispatched() {
    baseline = Baseline.names(details);
    details.clear();
    return this;
  }

  private EvidenceTest whole(Compliance compliance) {
    whole = Optional.ofNullable(compliance);
    return this;
  }

  private static Entry entry(String name, long secondsAfterWrite) {
    return new Entry(name, WRITTEN.plusSeconds(secondsAfterWrite));
  }

  private EvidenceResult result() {
    Dispatch dispatch =
        new Dispatch("u1", 1, 2, Dispatch.As.DISPATCHED, WRITTEN, WRITTEN, baseline);
    return judged(Optional.of(dispatch));
  }

  private EvidenceResult judged(Optional<Dispatch> dispatch) {
    return EVIDENCE.judge(replica(dispatch), true, Expectation.AS_CARRIED);
  }

  private Replica replica(Optional<Dispatch> dispatch) {
    return new Replica(
        new PolicyName("policies", "web"), "c1", "1", "hash", dispatch, whole, templates, details);
  }

  private void is(Verdict verdict) {
    assertThat(result().verdict()).isEqualTo(verdict);
  }

  @Test
  void e3ANewReportOnEveryTemplateIsPositive() {
    template("a").template("b");
    reported("a", Compliance.COMPLIANT, entry("a.2", 5))
        .reported("b", Compliance.COMPLIANT, entry("b.2", 6));
    is(Verdict.POSITIVE);
    assertThat(result().because())
        .isEqualTo("2 of 2 templates are Compliant, by reports on what the replica carries");
  }

  @Test
  void e1ANameThatTheDispatchFoundThereProvesNothing() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -30)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.1", -30));
    is(Verdict.SILENT);
    assertThat(result().because())
        .isEqualTo(
            "no report since the dispatch on 1 of 1 templates: a, for its newest event was there"
                + " before");
  }

  @Test
  void e1AnOldNamePatchedInPlaceProvesNothingHoweverNewItsTime() {
    template("a").reported("a", Compliance.NON_COMPLIANT, entry("a.1", -30)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.1", 30));
    is(Verdict.SILENT);
  }

  @Test
  void e1NamesAreTheTemplatesOwn() {
    template("a").template("b");
    reported("b", Compliance.COMPLIANT, entry("same", -30)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("same", 5))
        .reported("b", Compliance.COMPLIANT, entry("n", 5));
    is(Verdict.POSITIVE);
  }

  @Test
  void e2ANewNameMayLagBehindByTheSkew() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.2", -60));
    is(Verdict.POSITIVE);
  }

  @Test
  void e2ANewNameOlderThanTheSkewProvesNothing() {
    template("a")
        .reported(
            "a", Compliance.COMPLIANT, new Entry("a.2", WRITTEN.minusSeconds(60).minusMillis(1)));
    is(Verdict.SILENT);
  }

  @Test
  void e2AnOldCopyOfARecreatedReplicaIsCaughtByItsTime() {
    template("a").reported("a", Compliance.COMPLIANT, entry("never seen", -3600));
    is(Verdict.SILENT);
  }

  @Test
  void e2AReportRefusedForItsDateIsExplained() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.2", -3600));
    assertThat(result().because())
        .isEqualTo(
            "no report since the dispatch on 1 of 1 templates: a, for its newest event is dated"
                + " 2026-01-01T09:00:00Z, before the dispatch: check the clock of the cluster");
  }

  @Test
  void e2OnlyANewReportThatIsDatedBeforeTheDispatchTellsOfAWrongClock() {
    template("a").template("b").reported("a", Compliance.COMPLIANT, entry("a.1", -3600));
    assertThat(result().predated()).isTrue();
    dispatched().reported("a", Compliance.COMPLIANT, entry("a.1", -3600));
    assertThat(result().predated()).isFalse();
    details.clear();
    reported("a", Compliance.COMPLIANT, entry("a.2", -59));
    assertThat(result().predated()).isFalse();
  }

  @Test
  void e2AnEventPatchedInPlaceFlipsTheVerdictUnderItsName() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -5)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    is(Verdict.POSITIVE);
    details.clear();
    reported("a", Compliance.NON_COMPLIANT, entry("a.2", 5));
    is(Verdict.NEGATIVE);
  }

  @Test
  void e2AfterAnEvaluationANegativeUnderAnOldNameIsARegression() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -5)).dispatched();
    reported("a", Compliance.NON_COMPLIANT, entry("a.1", 20), entry("a.2", 10));
    is(Verdict.NEGATIVE);
  }

  @Test
  void e3OfTwoTemplatesWithOneNameEachHasItsOwnReport() {
    template("a").template("a");
    reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    is(Verdict.SILENT);
    reported("a", Compliance.NON_COMPLIANT, entry("a.3", 5));
    is(Verdict.NEGATIVE);
  }

  @Test
  void e7AReplicaWithoutAStatusIsSilent() {
    template("a").template("b").whole(null);
    is(Verdict.SILENT);
    assertThat(result().because())
        .isEqualTo(
            "no report since the dispatch on 2 of 2 templates: a, for it is not in the details");
  }

  @Test
  void e7AFreshButIncompleteStatusWithoutANegativeIsSilent() {
    template("a")
        .template("b")
        .reported("a", Compliance.COMPLIANT, entry("a.2", 5))
        .reported("b", null);
    is(Verdict.SILENT);
    assertThat(result().because())
        .isEqualTo("no report since the dispatch on 1 of 2 templates: b, for it has no verdict");
  }

  @Test
  void e7AFreshButIncompleteStatusWithANegativeIsNegative() {
    template("a")
        .template("b")
        .reported("a", Compliance.PENDING, entry("a.2", 5))
        .reported("b", null);
    is(Verdict.NEGATIVE);
  }

  @Test
  void e8NonCompliantJustBeforeTheCompliantOfTheSameEvaluationIsNoFailure() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -5)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.3", 5), entry("a.2", 5), entry("a.1", -5));
    is(Verdict.POSITIVE);
  }

  @Test
  void e8TheBaselineIsASetWhereverItsNamesTurnUpAgain() {
    template("a")
        .reported("a", Compliance.COMPLIANT, entry("a.2", -1), entry("a.1", -2), entry("a.0", -3))
        .dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.0", 1), entry("a.2", -1));
    is(Verdict.SILENT);
  }

  @Test
  void e8AMissingHistoryIsSilentNotNegative() {
    template("a").reported("a", Compliance.NON_COMPLIANT, entry("a.1", -5)).dispatched();
    whole(null);
    is(Verdict.SILENT);
  }

  @Test
  void e8TenNewerEntriesThatReplaceTheBaselineAreNew() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.0", -1)).dispatched();
    reported(
        "a",
        Compliance.COMPLIANT,
        IntStream.range(0, 10).mapToObj(i -> entry("n." + i, 20 - i)).toArray(Entry[]::new));
    is(Verdict.POSITIVE);
  }

  @Test
  void e2OnlyTheNewestEntryCounts() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -5)).dispatched();
    reported("a", Compliance.COMPLIANT, entry("a.1", 20), entry("a.2", 10));
    is(Verdict.SILENT);
  }

  @Test
  void e8ATemplateMissingInTheDetailsIsNotEvaluated() {
    template("a").template("b").reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    is(Verdict.SILENT);
  }

  @Test
  void e8DetailsOfAnUnknownTemplateDoNotCount() {
    template("a").reported("z", Compliance.COMPLIANT, entry("z.2", 5));
    is(Verdict.SILENT);
  }

  @Test
  void e2ATemplateWithoutHistoryIsNotEvaluated() {
    template("a").reported("a", Compliance.COMPLIANT);
    is(Verdict.SILENT);
  }

  @Test
  void e3AFormerWholeIsNoSuccess() {
    template("a")
        .reported("a", Compliance.COMPLIANT, entry("a.2", 5))
        .whole(Compliance.NON_COMPLIANT);
    is(Verdict.SILENT);
    assertThat(result().because()).isEqualTo("the policy as a whole is NonCompliant");
  }

  @Test
  void e2ACompliantWholeAloneIsNoSuccess() {
    template("a").whole(Compliance.COMPLIANT);
    is(Verdict.SILENT);
  }

  @Test
  void e3AWholeWithoutAVerdictIsNoSuccess() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.2", 5)).whole(null);
    is(Verdict.SILENT);
  }

  @Test
  void e3OneNegativeAmongTheSilentIsNegative() {
    template("a").template("b").template("c");
    reported("b", Compliance.NON_COMPLIANT, entry("b.2", 5));
    is(Verdict.NEGATIVE);
    assertThat(result().because())
        .isEqualTo("1 of 3 templates not as they should be: b is NonCompliant");
  }

  @Test
  void e3OneNegativeAmongThePositiveIsNegative() {
    template("a").template("b");
    reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    reported("b", Compliance.NON_COMPLIANT, entry("b.2", 5));
    is(Verdict.NEGATIVE);
  }

  @Test
  void e8AnUnmetDependencyShowsAsPendingAndIsNegative() {
    template("a").reported("a", Compliance.PENDING, entry("a.2", 5));
    is(Verdict.NEGATIVE);
  }

  @Test
  void e1AnOldNegativeIsSilent() {
    template("a").reported("a", Compliance.NON_COMPLIANT, entry("a.1", -5)).dispatched();
    reported("a", Compliance.NON_COMPLIANT, entry("a.1", -5));
    is(Verdict.SILENT);
  }

  @Test
  void e3AnUnfamiliarComplianceIsSilent() {
    template("a").reported("a", Compliance.ofLabel("Terminating").orElse(null), entry("a.2", 5));
    is(Verdict.SILENT);
  }

  @Test
  void e4WithoutADispatchThePresentVerdictCountsButIsWeak() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.2", -5000));
    EvidenceResult result = judged(Optional.empty());
    assertThat(result.verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(result.weak()).isTrue();
    assertThat(result.because())
        .isEqualTo("1 of 1 templates are Compliant, 1 by reports that may be older than that: a");
  }

  @Test
  void e4WithoutADispatchATemplateWithoutAReportIsSilent() {
    template("a").template("b").reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    assertThat(judged(Optional.empty()).verdict()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void e3APolicyWithoutTemplatesProvesNothing() {
    is(Verdict.SILENT);
  }

  @Test
  void e3ATemplateWithoutANameIsNeverEvaluated() {
    template("").template("a").reported("a", Compliance.COMPLIANT, entry("a.2", 5));
    is(Verdict.SILENT);
    reported("", Compliance.COMPLIANT, entry("b.2", 5));
    is(Verdict.SILENT);
  }
}

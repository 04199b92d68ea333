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
import org.junit.jupiter.api.Test;

/** Checks what replicas show that inform until their cluster's turn (rollout-strategy 6.3). */
class PendingEvidenceTest {
  private static final Instant WRITTEN = Instant.parse("2026-01-01T10:00:00Z");
  private static final Evidence EVIDENCE = new Evidence(Evidence.DEFAULT_SKEW);

  private final List<TemplateRef> templates = new ArrayList<>();
  private final List<TemplateReport> details = new ArrayList<>();
  private Map<String, List<String>> baseline = Map.of();
  private List<String> unknown = List.of();
  private String written = "hash";
  private Optional<Compliance> whole = Optional.of(Compliance.COMPLIANT);

  private PendingEvidenceTest template(String kind, String name) {
    templates.add(new TemplateRef("policy.open-cluster-management.io/v1", kind, name, "x"));
    return this;
  }

  private PendingEvidenceTest template(String name) {
    return template("ConfigurationPolicy", name);
  }

  private PendingEvidenceTest reported(String name, Compliance compliance, Entry... history) {
    details.add(new TemplateReport(name, Optional.ofNullable(compliance), List.of(history)));
    return this;
  }

  /** This version is written: what stands there is about the former one. */
  private void given() {
    baseline = Baseline.names(details);
  }

  private static Entry entry(String name, long secondsAfterWrite) {
    return new Entry(name, WRITTEN.plusSeconds(secondsAfterWrite));
  }

  private EvidenceResult shown(Dispatch.As as) {
    return EVIDENCE.judgePending(
        replica(),
        Optional.of(
            new Dispatch(
                "u1", 1, 2, as, WRITTEN, WRITTEN, baseline, Map.of(), unknown, written, "",
                false)));
  }

  private Replica replica() {
    return new Replica(
        new PolicyName("policies", "web"),
        "c1",
        "1",
        "hash",
        Optional.empty(),
        whole,
        templates,
        details,
        true);
  }

  private void shows(Verdict verdict) {
    assertThat(shown(Dispatch.As.PENDING).verdict()).isEqualTo(verdict);
  }

  @Test
  void aReportSinceThisVersionShowsWhetherTheClusterComplies() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    shows(Verdict.POSITIVE);
    details.clear();
    whole = Optional.of(Compliance.NON_COMPLIANT);
    reported("a", Compliance.NON_COMPLIANT, entry("a.2", 3));
    shows(Verdict.NEGATIVE);
    assertThat(shown(Dispatch.As.PENDING).because()).isEqualTo("a is NonCompliant under inform");
  }

  @Test
  void theVerdictOnTheFormerVersionIsNone() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -2)).given();
    shows(Verdict.SILENT);
    assertThat(shown(Dispatch.As.PENDING).because())
        .isEqualTo("a was not judged: its newest event was there before");
    details.clear();
    reported("a", Compliance.COMPLIANT, entry("a.2", 2), entry("a.1", -2));
    shows(Verdict.POSITIVE);
  }

  @Test
  void anEventFromLongBeforeTheWriteIsNoneThoughItCameLate() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", -61));
    shows(Verdict.SILENT);
  }

  @Test
  void withoutAKnownLastChangeNothingIsShown() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    assertThat(EVIDENCE.judgePending(replica(), Optional.empty()).verdict())
        .isEqualTo(Verdict.SILENT);
    unknown = List.of("a");
    shows(Verdict.SILENT);
  }

  @Test
  void contentThatAnotherWriterChangedIsNotJudgedByTheFormerBaseline() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    written = "other";
    shows(Verdict.SILENT);
  }

  @Test
  void weakTemplatesNeedANewEventToo() {
    template("CertificatePolicy", "a").reported("a", Compliance.COMPLIANT, entry("a.1", -2));
    given();
    shows(Verdict.SILENT);
    details.clear();
    reported("a", Compliance.COMPLIANT, entry("a.2", 2));
    shows(Verdict.POSITIVE);
  }

  @Test
  void oneTemplateThatWasNotJudgedLeavesAllUnreportedUnlessAnotherIsNonCompliant() {
    template("a").template("b").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    shows(Verdict.SILENT);
    reported("b", Compliance.PENDING, entry("b.1", 2));
    whole = Optional.of(Compliance.PENDING);
    shows(Verdict.SILENT);
    template("c").reported("c", Compliance.NON_COMPLIANT, entry("c.1", 2));
    shows(Verdict.NEGATIVE);
  }

  @Test
  void theWholeMustComplyAsWell() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    whole = Optional.empty();
    shows(Verdict.SILENT);
  }

  @Test
  void aPolicyWithoutTemplatesShowsNothing() {
    shows(Verdict.SILENT);
  }

  @Test
  void itIsNoSuccessForTheAttempt() {
    template("a").reported("a", Compliance.COMPLIANT, entry("a.1", 2));
    Dispatch pending = new Dispatch("u1", 1, 2, Dispatch.As.PENDING, WRITTEN, WRITTEN, baseline);
    assertThat(
            EVIDENCE
                .judge(replica().with(Optional.of(pending)), true, Expectation.AS_CARRIED)
                .verdict())
        .isEqualTo(Verdict.SILENT);
  }
}

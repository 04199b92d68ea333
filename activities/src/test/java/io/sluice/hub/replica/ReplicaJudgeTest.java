package io.sluice.hub.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.Yaml;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.InformPolicy;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.policy.propagation.BindingView;
import io.sluice.policy.propagation.Bindings;
import io.sluice.policy.propagation.RootSpec;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the reports for a run (rollout-strategy 3.3 and 3.8). */
class ReplicaJudgeTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyName POLICY = new PolicyName("retail", "tls");
  private static final ReplicaJudge JUDGING = new ReplicaJudge(new Evidence(Evidence.DEFAULT_SKEW));

  private Dispatch.As as = Dispatch.As.DISPATCHED;
  private Compliance verdict = Compliance.COMPLIANT;
  private boolean fresh = true;
  private boolean unreachable;

  private static Map<String, Object> spec(String action, String group) {
    return Yaml.tree(
        """
        remediationAction: %s
        policy-templates: [{objectDefinition: {apiVersion: %s/v1, kind: ConfigurationPolicy, metadata: {name: t}}}]
        """
            .formatted(action, group));
  }

  private static Map<String, Object> spec(String action) {
    return spec(action, "policy.open-cluster-management.io");
  }

  private Replica replica(Map<String, Object> spec) {
    String hash = new ReplicaContent(Map.of(), Map.of(), spec).contentHash();
    Instant reported = fresh ? NOW.plusSeconds(5) : NOW.minusSeconds(3600);
    return new Replica(
        POLICY,
        "c1",
        "1",
        hash,
        Optional.of(new Dispatch("u1", 3, 2, as, NOW, NOW, Map.of())),
        Optional.of(verdict),
        TemplateRef.listOf(spec),
        List.of(
            new TemplateReport(
                "t", Optional.of(verdict), List.of(new TemplateReport.Entry("t.1", reported)))),
        InformPolicy.is(spec));
  }

  /** The report for a run of the one content on a cluster that carries the other. */
  private Report report(Map<String, Object> rolledOut, Map<String, Object> carried) {
    return JUDGING.report(
        replica(carried), content(rolledOut), version(rolledOut), unreachable, NOW.plusSeconds(10));
  }

  private static PolicyVersion version(Map<String, Object> rolledOut) {
    PolicySnapshot snapshot = new PolicySnapshot(Map.of(), Map.of(), rolledOut);
    return new PolicyVersion("uid", 2, VersionContent.hash(POLICY, snapshot));
  }

  private static VersionContent content(Map<String, Object> rolledOut) {
    Bindings bindings = new Bindings(List.<BindingView>of(), List.of(), List.of());
    return new VersionContent(
        POLICY,
        new PolicySnapshot(Map.of(), Map.of(), rolledOut),
        bindings.targets(RootSpec.of(POLICY, rolledOut)),
        PolicySets.NONE);
  }

  private static Map<String, Object> depending() {
    Map<String, Object> spec = new LinkedHashMap<>(spec("enforce"));
    spec.put(
        "dependencies",
        Yaml.tree(
                """
                d: [{apiVersion: policy.open-cluster-management.io/v1beta1, kind: PolicySet, name: base, compliance: Compliant}]
                """)
            .get("d"));
    return spec;
  }

  private static VersionContent depending(String... members) {
    Bindings bindings = new Bindings(List.<BindingView>of(), List.of(), List.of());
    return new VersionContent(
        POLICY,
        new PolicySnapshot(Map.of(), Map.of(), depending()),
        bindings.targets(RootSpec.of(POLICY, depending())),
        (namespace, name) -> Optional.of(List.of(members)));
  }

  /** A replica that attempt {@code u1} has written while the set had these members. */
  private Replica written(String... members) {
    ReplicaContent given = depending(members).on("c1", Optional.empty());
    Replica found = replica(given.spec());
    Dispatch dispatch =
        new Dispatch("u1", 3, 2, as, NOW, NOW, Map.of()).over(Optional.empty(), given, NOW);
    return new Replica(
        found.policy(),
        found.cluster(),
        found.resourceVersion(),
        found.contentHash(),
        Optional.of(dispatch),
        found.compliant(),
        found.templates(),
        found.details(),
        found.informs());
  }

  /** Rollout-strategy E3: what is rendered of today is no part of the comparison. */
  @Test
  void aVersionStaysWhatItIsWhenASetThatItDependsOnChanges() {
    String stored = version(depending()).contentHash();
    for (Replica replica : List.of(written("a"), written("a", "b"))) {
      Report report =
          JUDGING.report(
              replica, depending("a", "b"), version(depending()), "u1", false, NOW.plusSeconds(10));
      assertThat(report.contentHash()).isEqualTo(stored);
      assertThat(report.verdict()).isEqualTo(Verdict.POSITIVE);
    }
  }

  @Test
  void whatAnotherAttemptWroteOrAPersonEditedIsNoOldRendering() {
    VersionContent today = depending("a", "b");
    PolicyVersion version = version(depending());
    assertThat(today.hashOf(written("a"), version, "u2")).isNotEqualTo(version.contentHash());
    Replica edited = replica(spec("enforce"));
    assertThat(today.hashOf(edited, version, "u1")).isNotEqualTo(version.contentHash());
  }

  /** What is shown of the one content before the turn of a cluster that carries the other. */
  private Report pending(Map<String, Object> rolledOut, Map<String, Object> carried) {
    Replica replica = replica(carried);
    return JUDGING.pending(
        replica, replica.dispatch(), content(rolledOut), version(rolledOut), NOW.plusSeconds(10));
  }

  @Test
  void beforeItsTurnAReplicaShowsWhetherItCompliesWithTheVersionThatItHasAsInform() {
    as = Dispatch.As.PENDING;
    Report complies = pending(spec("enforce"), spec("inform"));
    assertThat(complies.verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(complies.pending()).isTrue();
    assertThat(complies.contentHash()).isEqualTo(hash(spec("enforce")));
    verdict = Compliance.NON_COMPLIANT;
    assertThat(pending(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.NEGATIVE);
    verdict = Compliance.PENDING;
    assertThat(pending(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void beforeItsTurnAnOldVerdictOrOneOnOtherContentIsNotShown() {
    as = Dispatch.As.PENDING;
    Report other = pending(spec("enforce"), spec("inform", "example.com"));
    assertThat(other.verdict()).isEqualTo(Verdict.SILENT);
    assertThat(other.contentHash()).isNotEqualTo(hash(spec("enforce")));
    fresh = false;
    assertThat(pending(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.SILENT);
    Map<String, Object> weak = spec("inform", "example.com");
    assertThat(pending(spec("enforce", "example.com"), weak).verdict()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void anUnreachableClusterKeepsWhatItHasReportedOnTheVersion() {
    as = Dispatch.As.PENDING;
    unreachable = true;
    Report report = pending(spec("enforce"), spec("inform"));
    assertThat(report.verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(report.unreachable()).as("a change of it is sent to no run").isFalse();
  }

  @Test
  void beforeItsTurnAReplicaThatEnforcesTheVersionAlreadyIsShownAsItReports() {
    assertThat(pending(spec("enforce"), spec("enforce")).verdict()).isEqualTo(Verdict.POSITIVE);
  }

  private static String hash(Map<String, Object> spec) {
    return new ReplicaContent(Map.of(), Map.of(), spec).contentHash();
  }

  @Test
  void theWeakVerdictOfAnUnreachableClusterTravelsAsSilence() {
    fresh = false;
    Map<String, Object> weak = spec("enforce", "example.com");
    assertThat(report(weak, weak).verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(report(weak, weak).weak()).isTrue();
    unreachable = true;
    assertThat(report(weak, weak).verdict()).isEqualTo(Verdict.SILENT);
    assertThat(report(weak, weak).unreachable()).isTrue();
    verdict = Compliance.NON_COMPLIANT;
    assertThat(report(weak, weak).verdict()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void anInformPolicySucceedsWithNonCompliant() {
    verdict = Compliance.NON_COMPLIANT;
    assertThat(report(spec("inform"), spec("inform")).verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(report(spec("enforce"), spec("enforce")).verdict()).isEqualTo(Verdict.NEGATIVE);
  }

  @Test
  void aReplicaHeldAtInformUntilItsTurnIsSilent() {
    as = Dispatch.As.PENDING;
    assertThat(report(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.SILENT);
    verdict = Compliance.NON_COMPLIANT;
    assertThat(report(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void aReplicaWhoseContentBecameTheVersionItselfIsJudged() {
    as = Dispatch.As.PENDING;
    verdict = Compliance.NON_COMPLIANT;
    Report report = report(spec("inform"), spec("inform"));
    assertThat(report.verdict()).isEqualTo(Verdict.POSITIVE);
    assertThat(report.contentHash()).isEqualTo(hash(spec("inform")));
  }

  @Test
  void aVerdictOnOtherContentIsNeverReportedUnderTheVersionsHash() {
    for (Dispatch.As given : List.of(Dispatch.As.NEWCOMER, Dispatch.As.TAKEN_BACK)) {
      as = given;
      Report report = report(spec("enforce"), spec("inform"));
      assertThat(report.contentHash())
          .as("a run counts no verdict under another hash, %s", given)
          .isEqualTo(hash(spec("inform")))
          .isNotEqualTo(hash(spec("enforce")));
      assertThat(report.attempt()).isEqualTo(3);
    }
  }

  @Test
  void aReplicaTakenBackToInformIsNoInformPolicy() {
    as = Dispatch.As.TAKEN_BACK;
    verdict = Compliance.NON_COMPLIANT;
    assertThat(report(spec("enforce"), spec("inform")).verdict()).isEqualTo(Verdict.NEGATIVE);
  }
}

package io.sluice.tools.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.approval.ApprovalRecord;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.JsonTree;
import io.sluice.tools.approval.ApprovalEditor;
import io.sluice.tools.approval.ApprovalRecords;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.MapAssert;
import org.junit.jupiter.api.Test;

class RolloutSpecEditorTest {
  @Test
  void aPatchHasTheFieldsAloneThatDiffer() {
    assertPatch("{paused: false, future: 1, ungrouped: {}}", spec -> spec.paused = true)
        .hasToString("{paused=true}");
    assertPatch("{paused: true, future: 1}", spec -> spec.paused = true).isEmpty();
  }

  @Test
  void whatIsTakenAwayIsNull() {
    assertPatch(
            "{retryRollout: {rolloutUID: u0, failedOnly: true}}",
            spec -> spec.retryRollout = new RolloutSpec.RetryRollout("u1", null))
        .hasToString("{retryRollout={rolloutUID=u1, failedOnly=null}}");
    assertPatch("{abortRollout: {rolloutUID: u0}}", spec -> spec.abortRollout = null)
        .hasToString("{abortRollout=null}");
    assertPatch(
            "{skippedClusters: [{clusterName: c1, rolloutUID: u0}]}",
            spec -> spec.skippedClusters = List.of())
        .hasToString("{skippedClusters=null}");
  }

  @Test
  void entriesKeepTheirOrderAndWhatIsUnknownOfThem() {
    assertPatch(
            "{skippedClusters: [{clusterName: c1, future: 1}, {clusterName: c2, rolloutUID: u0, future: {a: 2}}]}",
            spec ->
                spec.skippedClusters =
                    List.of(
                        new RolloutSpec.SkippedCluster("c2", "u1"),
                        new RolloutSpec.SkippedCluster("c3", "u1")))
        .hasToString(
            "{skippedClusters=[{clusterName=c2, rolloutUID=u1, future={a=2}}, {clusterName=c3, rolloutUID=u1}]}");
  }

  /** What others approve meanwhile stays, and so does what a manifest says. */
  @Test
  void anApprovalIsOneKeyOfAPatch() {
    String stored =
        "{decisionGroups: [{groupName: dev, rolloutApproved: true}], approvals: {dev:"
            + " {rolloutApproved: true}, prod: {rolloutApproved: false, future: 1}}}";
    assertPatch(stored, spec -> ApprovalEditor.set(spec, Optional.of("prod"), true))
        .hasToString("{approvals={prod={rolloutApproved=true}}}");
    assertPatch(stored, spec -> ApprovalEditor.set(spec, Optional.empty(), false))
        .hasToString("{approvals={_ungrouped={rolloutApproved=false}}}");
  }

  /** Nobody may change what another person has recorded, nor what is unknown of it. */
  @Test
  void aRecordedApprovalLeavesThoseOfOthers() {
    String bob = "{by: bob, at: '2026-01-01T00:00:00Z', for: {content: c1, future: 1}, other: 2}";
    String ann = "{by: ann, at: '2026-01-01T00:00:00Z', for: {content: c1}, comment: old}";
    assertPatch(
            "{decisionGroups: [{groupName: dev, rolloutApproved: true}, {groupName: prod, future: 1, approvals: [%s, %s]}]}"
                .formatted(bob, ann),
            spec ->
                ApprovalRecords.put(
                    spec,
                    new ApprovalRecord(
                        Optional.of("prod"),
                        "ann",
                        Instant.parse("2026-01-02T00:00:00Z"),
                        Optional.empty(),
                        Optional.of("7"),
                        Optional.of("c2"),
                        Optional.empty(),
                        Optional.empty())))
        .hasToString(
            "{decisionGroups=[{groupName=dev, rolloutApproved=true}, {groupName=prod, future=1,"
                + " approvals=[{by=bob, at=2026-01-01T00:00:00Z, for={content=c1, future=1},"
                + " other=2}, {by=ann, at=2026-01-02T00:00:00Z, for={version=7, content=c2}}]}]}");
  }

  /** An entry that nobody asked for would outlive the next approval in the manifest. */
  @Test
  void anotherVersionWithdrawsWithoutAWordWhereTheManifestHasNone() {
    assertPatch(
            "{approvalsForVersion: '7', decisionGroups: [{groupName: dev, rolloutApproved: true}],"
                + " approvals: {prod: {rolloutApproved: true}, qa: {rolloutApproved: false}}}",
            spec -> ApprovalEditor.setVersion(spec, "8"))
        .hasToString("{approvalsForVersion=8, approvals={dev={rolloutApproved=false}, prod=null}}");
  }

  @Test
  void aValueOfAnotherTypeStaysUntilItsFieldIsAskedFor() {
    assertPatch("{paused: 'yes', ungrouped: 'yes'}", spec -> spec.approvalsForVersion = "7")
        .hasToString("{approvalsForVersion=7}");
    assertPatch(
            "{paused: 'yes', ungrouped: 'yes'}",
            spec -> ApprovalEditor.set(spec, Optional.empty(), true))
        .hasToString("{approvals={_ungrouped={rolloutApproved=true}}}");
  }

  private static MapAssert<String, Object> assertPatch(String stored, Consumer<RolloutSpec> edit) {
    Map<String, Object> tree = JsonTree.map(Serialization.unmarshal("---\n" + stored, Map.class));
    RolloutSpec spec = RolloutSpecReader.of(tree);
    edit.accept(spec);
    return assertThat(RolloutSpecEditor.patch(tree, spec));
  }
}

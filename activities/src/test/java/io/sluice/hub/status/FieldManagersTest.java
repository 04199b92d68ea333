package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.rollout.Intent;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Finds who approved in managed fields of an API server (rollout-strategy 5, approvals). */
class FieldManagersTest {
  private static final Instant NOW = Instant.parse("2026-02-03T13:00:00Z");

  private static FieldManagers managers(String entries) {
    GenericKubernetesResource object =
        Yaml.object(
            """
            kind: Rollout
            metadata:
              name: policy-web
              managedFields:
            %s
            """
                .formatted(entries.indent(2)));
    return FieldManagers.of(object, NOW);
  }

  @Test
  void theManagerOfAnEntryApprovedIt() {
    FieldManagers managers =
        managers(
            """
            - manager: argocd
              operation: Update
              time: "2026-02-03T10:00:00Z"
              fieldsV1: {"f:spec": {"f:decisionGroups": {".": {}, 'k:{"groupName":"dev"}': {".": {}, "f:groupName": {}, "f:rolloutApproved": {}}}}}
            - manager: kubectl-edit
              operation: Update
              time: "2026-02-03T11:00:00Z"
              fieldsV1: {"f:spec": {"f:decisionGroups": {'k:{"groupName":"prod"}': {".": {}, "f:groupName": {}, "f:rolloutApproved": {}}}, "f:ungrouped": {".": {}, "f:rolloutApproved": {}}}}
            - manager: sluice
              operation: Update
              subresource: status
              time: "2026-02-03T12:00:00Z"
              fieldsV1: {"f:status": {"f:phase": {}}}
            """);
    assertThat(managers.ofGroup("dev"))
        .contains(new FieldWrite("argocd", Optional.of(Instant.parse("2026-02-03T10:00:00Z"))));
    assertThat(managers.ofGroup("prod").map(FieldWrite::manager)).contains("kubectl-edit");
    assertThat(managers.ofUngrouped().map(FieldWrite::manager)).contains("kubectl-edit");
    assertThat(managers.ofGroup("qa")).isEmpty();
  }

  @Test
  void theManagerOfAnEntryOfAPersonIsNotThatOfTheList() {
    FieldManagers managers =
        managers(
            """
            - manager: argocd
              fieldsV1: {"f:spec": {"f:decisionGroups": {'k:{"groupName":"dev"}': {".": {}, "f:groupName": {}, "f:rolloutApproved": {}}, 'k:{"groupName":"prod"}': {".": {}, "f:groupName": {}, "f:rolloutApproved": {}}}, "f:ungrouped": {"f:rolloutApproved": {}}}}
            - manager: sluice:ann
              time: "2026-02-03T11:00:00Z"
              fieldsV1: {"f:spec": {"f:approvals": {".": {}, "f:prod": {".": {}, "f:rolloutApproved": {}}, "f:_ungrouped": {".": {}, "f:rolloutApproved": {}}}}}
            """);
    Intent intent =
        IntentParser.of(
            RolloutSpecReader.of(
                Yaml.tree(
                    """
                decisionGroups: [{groupName: dev, rolloutApproved: true}, {groupName: prod, rolloutApproved: true}]
                ungrouped: {rolloutApproved: true}
                approvals: {prod: {rolloutApproved: true}, _ungrouped: {rolloutApproved: true}}
                """)),
            managers,
            3);
    assertThat(intent.decisionGroups())
        .extracting(approval -> approval.by().orElseThrow())
        .containsExactly("argocd", "sluice:ann");
    assertThat(intent.decisionGroups().get(1).at()).contains(Instant.parse("2026-02-03T11:00:00Z"));
    assertThat(intent.ungroupedBy()).contains("sluice:ann");
  }

  @Test
  void aLabelIsDatedByTheWriteThatSetIt() {
    FieldManagers managers =
        managers(
            """
            - manager: sluice
              operation: Update
              time: "2026-02-03T10:00:00Z"
              fieldsV1: {"f:metadata": {"f:labels": {"f:sluice.io/release": {}}}}
            """);
    assertThat(managers.ofLabel("sluice.io/release"))
        .contains(Instant.parse("2026-02-03T10:00:00Z"));
    assertThat(managers.ofLabel("sluice.io/held")).isEmpty();
  }

  @Test
  void theLaterOfTwoManagersOfAFieldCounts() {
    FieldManagers managers =
        managers(
            """
            - {manager: late, time: "2026-02-03T11:00:00Z", fieldsV1: {"f:spec": {"f:ungrouped": {"f:rolloutApproved": {}}}}}
            - {manager: early, time: "2026-02-03T10:00:00Z", fieldsV1: {"f:spec": {"f:ungrouped": {"f:rolloutApproved": {}}}}}
            """);
    assertThat(managers.ofUngrouped().map(FieldWrite::manager)).contains("late");
  }

  /** Whoever may update the object may cut the entry of another one. */
  @Test
  void whoIsListedWithoutFieldsOwnsNothingBelow() {
    for (String cut :
        new String[] {
          "{}", "{\"f:approvals\": {\"f:dev\": {}}, \"f:decisionGroups\": {}, \"f:ungrouped\": {}}"
        }) {
      FieldManagers managers =
          managers("- {manager: sluice:ann, fieldsV1: {\"f:spec\": %s}}\n".formatted(cut));
      assertThat(managers.ofApproval("dev")).isEmpty();
      assertThat(managers.ofGroup("dev")).isEmpty();
      assertThat(managers.ofUngrouped()).isEmpty();
      assertThat(managers.ofPause()).isEmpty();
      assertThat(managers.ofAbort()).isEmpty();
      assertThat(managers.ofSkipped("c1")).isEmpty();
    }
  }

  @Test
  void aWriteThatIsYetToComeIsNobodys() {
    String entries =
        """
        - {manager: bob, time: "2026-02-03T10:00:00Z", fieldsV1: {"f:spec": {"f:ungrouped": {"f:rolloutApproved": {}}}}}
        - {manager: ann, time: "%s", fieldsV1: {"f:spec": {"f:ungrouped": {"f:rolloutApproved": {}}}}}
        """;
    assertThat(managers(entries.formatted("2026-02-03T13:01:01Z")).ofUngrouped()).isEmpty();
    // The clocks of a hub differ.
    assertThat(managers(entries.formatted("2026-02-03T13:01:00Z")).ofUngrouped())
        .map(FieldWrite::manager)
        .contains("ann");
  }

  @Test
  void withoutManagedFieldsTheManagerIsUnknown() {
    assertThat(FieldManagers.unknown().ofGroup("dev")).isEmpty();
    assertThat(managers("  - {manager: x}\n").ofUngrouped()).isEmpty();
  }

  @Test
  void anAbortAndEachSkippedClusterNameTheirs() {
    FieldManagers managers =
        managers(
            """
            - manager: sluice:ann
              fieldsV1: {"f:spec": {"f:abortRollout": {"f:rolloutUID": {}}, "f:skippedClusters": {'k:{"clusterName":"c1"}': {".": {}, "f:clusterName": {}, "f:rolloutUID": {}}}}}
            - manager: sluice:bob
              fieldsV1: {"f:spec": {"f:skippedClusters": {'k:{"clusterName":"c2"}': {".": {}, "f:clusterName": {}, "f:rolloutUID": {}}}}}
            """);
    Intent intent =
        IntentParser.of(
            RolloutSpecReader.of(
                Yaml.tree(
                    """
                abortRollout: {rolloutUID: u1}
                skippedClusters: [{clusterName: c1, rolloutUID: u1}, {clusterName: c2, rolloutUID: u1}]
                """)),
            managers,
            3);
    assertThat(intent.abort().orElseThrow().by()).contains("sluice:ann");
    assertThat(intent.skippedIn("u1").get("c1").by()).contains("sluice:ann");
    assertThat(intent.skippedIn("u1").get("c2").by()).contains("sluice:bob");
    assertThat(intent.skippedIn("u2")).isEmpty();
  }

  @Test
  void anIntentNamesThem() {
    FieldManagers managers =
        managers(
            """
            - manager: ann
              fieldsV1: {"f:spec": {"f:decisionGroups": {'k:{"groupName":"dev"}': {"f:rolloutApproved": {}}}, "f:ungrouped": {"f:rolloutApproved": {}}}}
            """);
    Intent intent =
        IntentParser.of(
            RolloutSpecReader.of(
                Yaml.tree(
                    """
                decisionGroups: [{groupName: dev, rolloutApproved: true}]
                ungrouped: {rolloutApproved: true}
                """)),
            managers,
            3);
    assertThat(intent.generation()).isEqualTo(3);
    assertThat(intent.decisionGroups().get(0).by()).contains("ann");
    assertThat(intent.ungroupedBy()).contains("ann");
  }
}

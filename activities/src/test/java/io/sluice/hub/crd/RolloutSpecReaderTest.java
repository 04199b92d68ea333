package io.sluice.hub.crd;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.OverrideRelease;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Yaml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RolloutSpecReaderTest {
  @Test
  void everyFieldIsReadAsItIsWritten() {
    Map<String, Object> written =
        Yaml.tree(
            """
            rolloutStrategy: {type: Progressive, progressive: {maxConcurrency: 2}}
            approvals:
              prod: {rolloutApproved: true}
              _ungrouped: {rolloutApproved: false}
            approvalsForVersion: "7"
            decisionGroups:
            - {groupName: dev, rolloutApproved: true}
            - {groupName: prod}
            ungrouped: {rolloutApproved: true}
            retryRollout: {rolloutUID: u1, failedOnly: true}
            abortRollout: {rolloutUID: u1}
            skippedClusters:
            - {clusterName: c1, rolloutUID: u1}
            paused: true
            activatePending: {revision: r1, at: "2026-03-01T22:00:00Z"}
            schedule: {timeZone: Europe/Zurich}
            overrideRelease: Never
            """);
    RolloutSpec spec = RolloutSpecReader.of(written);
    assertThat(spec).hasNoNullFieldsOrProperties();
    assertThat(HubObjects.toTree(spec)).isEqualTo(written);
    assertThat(spec.listedGroups()).containsExactly("dev", "prod");
    assertThat(spec.approvedGroups()).containsExactly("dev", "prod");
    assertThat(spec.approves(Optional.empty())).isFalse();
  }

  @Test
  void theReleasesOfTheObjectAreThoseOfTheOverride() {
    assertThat(Stream.of(RolloutSpec.Release.values()).map(Enum::name))
        .containsExactlyElementsOf(
            Stream.of(OverrideRelease.values()).map(OverrideRelease::label).toList());
  }

  @Test
  void aValueOfAnotherTypeReadsAsAnAbsentOne() {
    RolloutSpec spec =
        RolloutSpecReader.of(
            Yaml.tree(
                """
                rolloutStrategy: [Progressive]
                approvals: [prod]
                approvalsForVersion: 7
                decisionGroups: {dev: true}
                ungrouped: true
                retryRollout: u1
                abortRollout: {rolloutUID: 1}
                skippedClusters: c1
                paused: "true"
                activatePending: []
                overrideRelease: Sometimes
                """));
    assertThat(HubObjects.toTree(spec)).hasToString("{abortRollout={}}");
  }

  @Test
  void anEntryOfAnotherTypeKeepsItsPlace() {
    RolloutSpec spec =
        RolloutSpecReader.of(
            Yaml.tree("decisionGroups: [dev, {groupName: prod, rolloutApproved: 'true'}]"));
    assertThat(spec.decisionGroups)
        .containsExactly(
            new RolloutSpec.GroupApproval(null, null), new RolloutSpec.GroupApproval("prod", null));
    assertThat(spec.approvedGroups()).isEmpty();
  }

  @Test
  void anEntryCountsBeforeWhatAManifestLists() {
    RolloutSpec spec =
        RolloutSpecReader.of(
            Yaml.tree(
                """
                decisionGroups:
                - {groupName: dev, rolloutApproved: true}
                - {groupName: stage, rolloutApproved: false}
                - {groupName: prod, rolloutApproved: true}
                ungrouped: {rolloutApproved: true}
                approvals:
                  dev: {rolloutApproved: false}
                  stage: {rolloutApproved: true}
                  west: {rolloutApproved: true}
                  east: true
                """));
    assertThat(spec.approvedGroups()).containsExactly("stage", "prod", "west");
    assertThat(spec.namedGroups()).containsExactly("dev", "stage", "prod", "west", "east");
    assertThat(spec.groupsByField())
        .containsEntry("spec.decisionGroups", List.of("dev", "stage", "prod"))
        .containsEntry("spec.approvals", List.of("dev", "stage", "west", "east"));
    assertThat(spec.approves(Optional.empty())).isTrue();
  }

  @Test
  void anObjectWithoutASpecAsksForNothing() {
    assertThat(HubObjects.toTree(RolloutSpecReader.of(Map.of()))).isEmpty();
  }
}

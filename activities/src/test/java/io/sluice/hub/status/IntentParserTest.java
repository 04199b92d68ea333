package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.rollout.Intent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentParserTest {
  @Test
  void aRolloutWithoutASpecWantsNothing() {
    assertThat(of(Map.of())).isEqualTo(Intent.NONE);
  }

  @Test
  void everyFieldIsParsed() {
    Intent intent =
        of(
            Yaml.tree(
                """
                approvalsForVersion: "7"
                decisionGroups:
                - {groupName: dev, rolloutApproved: true}
                - {groupName: prod}
                ungrouped: {rolloutApproved: true}
                paused: true
                abortRollout: {rolloutUID: u1}
                skippedClusters:
                - {clusterName: c2, rolloutUID: u1}
                - {clusterName: c1}
                """));
    assertThat(intent)
        .isEqualTo(
            new Intent(
                    List.of(
                        new Intent.GroupApproval("dev", true),
                        new Intent.GroupApproval("prod", false)),
                    true,
                    Optional.of("7"),
                    true)
                .with(
                    Optional.of(new Intent.RequestedAbort("u1", Optional.empty())),
                    List.of(
                        new Intent.SkippedCluster("c2", "u1", Optional.empty()),
                        new Intent.SkippedCluster("c1", "", Optional.empty()))));
  }

  /** The run sees what counts, in the form that it always had. */
  @Test
  void anEntryOfAPersonCountsBeforeWhatAManifestLists() {
    Intent intent =
        of(
            Yaml.tree(
                """
                decisionGroups:
                - {groupName: dev, rolloutApproved: true}
                - {groupName: stage}
                ungrouped: {rolloutApproved: true}
                approvals:
                  dev: {rolloutApproved: false}
                  prod: {rolloutApproved: true}
                  _ungrouped: {rolloutApproved: false}
                """));
    assertThat(intent)
        .isEqualTo(
            new Intent(
                List.of(
                    new Intent.GroupApproval("dev", false),
                    new Intent.GroupApproval("stage", false),
                    new Intent.GroupApproval("prod", true)),
                false,
                Optional.empty(),
                false));
  }

  private static Intent of(Map<String, Object> spec) {
    return IntentParser.of(RolloutSpecReader.of(spec), FieldManagers.unknown(), 0);
  }
}

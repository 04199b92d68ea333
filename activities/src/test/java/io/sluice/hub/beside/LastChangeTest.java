package io.sluice.hub.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks from when on reports on replicas that OCM's propagator wrote are about their present
 * content (rollout-strategy E1 and 6.3).
 */
class LastChangeTest {
  private static final Instant NOW = Instant.parse("2026-02-03T12:00:00Z");
  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final PropagatedChanges changes = new PropagatedChanges(Clock.fixed(NOW, ZoneOffset.UTC));
  private final ReplicaStore store = new ReplicaStore(namespace -> true, changes);
  private final OverriddenReplicas replicas =
      new OverriddenReplicas(store, changes, policy -> List.of());

  private long generation = 1;
  private String managedFields = "[]";

  /** The replica as the informer sees it, with one Compliant report. */
  private void seen(String content, String event, String reportedAt) {
    GenericKubernetesResource replica =
        Serialization.unmarshal(
            """
            apiVersion: policy.open-cluster-management.io/v1
            kind: Policy
            metadata:
              name: policies.web
              namespace: c1
              uid: u
              resourceVersion: "1"
              generation: %d
              creationTimestamp: "2026-02-03T10:00:00Z"
              managedFields: %s
              labels: {policy.open-cluster-management.io/root-policy: policies.web}
            spec:
              disabled: false
              remediationAction: inform
              policy-templates:
              - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: t}, spec: {severity: %s}}
            status:
              compliant: Compliant
              details:
              - templateMeta: {name: t}
                compliant: Compliant
                history: [{eventName: %s, lastTimestamp: "%s", message: m}]
            """
                .formatted(generation, managedFields, content, event, reportedAt),
            GenericKubernetesResource.class);
    store.put(store.getKey(replica), replica);
  }

  private Verdict shown() {
    Replica replica = replicas.replica(WEB, "c1").orElseThrow().replica();
    assertThat(replica.dispatch()).as("no page lists it").isEmpty();
    return new Evidence(Evidence.DEFAULT_SKEW)
        .judgePending(replica, replicas.lastChange(replica))
        .verdict();
  }

  private void writtenAt(String instant) {
    generation = 2;
    managedFields =
        "[{manager: propagator, operation: Update, time: '%s'},".formatted(instant)
            + " {manager: spoke, operation: Update, subresource: status, time:"
            + " '2026-02-03T11:59:00Z'}]";
  }

  @Test
  void theFirstContentOfAReplicaIsWhatEveryReportIsAbout() {
    seen("low", "t.1", "2026-02-03T10:00:05Z");
    assertThat(shown()).isEqualTo(Verdict.POSITIVE);
  }

  @Test
  void laterContentCountsFromTheWriteThatTheApiServerRecords() {
    writtenAt("2026-02-03T11:00:00Z");
    seen("low", "t.2", "2026-02-03T11:00:04Z");
    assertThat(shown()).isEqualTo(Verdict.POSITIVE);
    seen("low", "t.1", "2026-02-03T10:59:59Z");
    assertThat(shown()).isEqualTo(Verdict.SILENT);
    seen("low", "t.1", "2026-02-03T11:00:00Z");
    assertThat(shown()).as("within the second of the write").isEqualTo(Verdict.SILENT);
  }

  @Test
  void withoutARecordOfTheWriteNothingIsShown() {
    generation = 2;
    seen("low", "t.2", "2026-02-03T11:00:04Z");
    assertThat(shown()).isEqualTo(Verdict.SILENT);
  }

  @Test
  void aChangeThatThisProcessSawMakesEarlierReportsOld() {
    seen("low", "t.1", "2026-02-03T10:00:05Z");
    writtenAt("2026-02-03T12:00:00Z");
    seen("high", "t.1", "2026-02-03T10:00:05Z");
    assertThat(shown()).isEqualTo(Verdict.SILENT);
    seen("high", "t.2", "2026-02-03T12:00:02Z");
    assertThat(shown()).isEqualTo(Verdict.POSITIVE);
  }
}

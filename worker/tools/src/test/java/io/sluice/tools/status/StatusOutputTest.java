package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows rollouts to programs. */
class StatusOutputTest {
  static final String WAITING =
      """
      observedGeneration: 1
      rolloutUID: 0b9f
      currentRolloutGeneration: 1
      policyVersion: v7
      rolloutStatus: Progressing
      phase: WaitingForApproval
      attempt: 3
      runOpen: true
      strategyHash: abc
      progress: 2/4
      waitingFor: Waiting for approval of group prod (2 clusters).
      waitingSince: 2026-03-01T10:00:00Z
      waitedForPeopleSeconds: 7
      reason: group dev is finished
      startedAt: 2026-03-01T09:00:00Z
      nextCheckAt: 2026-03-01T11:00:00Z
      decisionGroups:
        - placement: web
          groupName: dev
          groupIndex: 0
          approved: true
          failuresTolerated: 0
          counts: {clusters: 2, toApply: 0, progressing: 0, soaking: 0, succeeded: 2, failed: 0, timeOut: 0, newCluster: 0, ignored: 0}
        - placement: web
          groupName: prod
          groupIndex: 1
          approved: false
          failuresTolerated: 0
          counts: {clusters: 2, toApply: 2, progressing: 0, soaking: 0, succeeded: 0, failed: 0, timeOut: 0, newCluster: 0, ignored: 0}
          inform: {comply: 1, wouldChange: 1, notReported: 0}
      counts: {clusters: 4, toApply: 2, progressing: 0, soaking: 0, succeeded: 2, failed: 0, timeOut: 0, newCluster: 0, ignored: 0}
      evidence: {confirmed: 2, weak: 0}
      exceptions:
        - {cluster: c1, groupName: dev, status: Succeeded, reason: Regressed, since: 2026-03-01T09:30:00Z, message: m, ignored: false}
      approvals:
        - {groupName: dev, approved: true, by: "sluice:ann", at: 2026-03-01T09:10:00Z, how: Spec}
      lastSuccessful: {spec: {disabled: false}}
      lastSuccessfulRevision: web-tls-1
      history:
        - {rolloutUID: 0a11, generation: 1, outcome: Failed, reason: "2 failed > 0 tolerated", startedAt: 2026-02-01T09:00:00Z, endedAt: 2026-02-01T10:30:00Z}
        - {rolloutUID: 09ff, generation: 1, outcome: Superseded, startedAt: 2026-01-01T09:00:00Z}
      conditions:
        - {type: Ready, status: "False", reason: WaitingForApproval, message: m, observedGeneration: 1, lastTransitionTime: 2026-03-01T10:00:00Z}
      """;

  private final RolloutsHub hub = new RolloutsHub();
  private final OutputSchema one = OutputSchema.of("rollout-status.json");

  @BeforeEach
  void fillTheHub() {
    hub.namespace("policies");
    hub.policy("policies", "web-tls", "rolloutStrategy: {type: manualPerGroup}");
    hub.rollout("policies", "policy-web-tls", WAITING);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void oneRolloutIsADocumentOfItsSchema() {
    JsonNode tree = one.accepts(out("status", "web-tls", "-n", "policies", "-o", "json"));

    assertThat(tree.path("metadata").path("name").asText()).isEqualTo("web-tls");
    assertThat(tree.path("target").asText()).isEqualTo("Policy");
    assertThat(tree.path("rollout").asText()).isEqualTo("policy-web-tls");
    assertThat(tree.path("strategy").asText()).isEqualTo("manualPerGroup");
    assertThat(tree.path("status").path("phase").asText()).isEqualTo("WaitingForApproval");
    assertThat(tree.path("status").path("approvals").get(0).path("by").asText())
        .isEqualTo("sluice:ann");
    assertThat(tree.path("status").has("lastSuccessful")).isFalse();
  }

  @Test
  void yamlIsTheSameDocument() {
    assertThat(one.acceptsYaml(out("status", "web-tls", "-n", "policies", "-o", "yaml")))
        .isEqualTo(one.accepts(out("status", "web-tls", "-n", "policies", "-o", "json")));
  }

  @Test
  void theNameIsThatOfTheRolloutObject() {
    assertThat(out("status", "web-tls", "-n", "policies", "-o", "name"))
        .isEqualTo("rollout.cluster.open-cluster-management.io/policy-web-tls\n");
  }

  @Test
  void aPolicyWithoutARolloutIsADocumentToo() {
    hub.policy("policies", "plain", "disabled: true");

    JsonNode tree = one.accepts(out("status", "plain", "-n", "policies", "-o", "json"));

    assertThat(tree.path("disabled").asBoolean()).isTrue();
    assertThat(tree.has("strategy")).isFalse();
    assertThat(tree.path("status")).isEmpty();
  }

  @Test
  void aListIsADocumentWithItems() {
    OutputSchema list = OutputSchema.of("rollout-status-list.json");

    JsonNode tree = list.accepts(out("status", "-A", "-o", "json"));
    assertThat(tree.path("items")).hasSize(1);
    assertThat(tree.path("items").get(0).path("status").path("attempt").asInt()).isEqualTo(3);
    assertThat(list.acceptsYaml(out("status", "-A", "-o", "yaml"))).isEqualTo(tree);
    assertThat(list.accepts(out("status", "-n", "empty", "-o", "json")).path("items")).isEmpty();
  }

  private String out(String... args) {
    CommandRun run = hub.run(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    return run.out();
  }
}

package io.sluice.tools.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import io.sluice.tools.status.RolloutsHub;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows the attempts of a policy. */
class HistoryCommandTest {
  private final RolloutsHub hub = new RolloutsHub();

  @BeforeEach
  void fillTheHub() {
    hub.namespace("policies");
    hub.policy("policies", "web-tls", "rolloutStrategy: {type: manualPerGroup}");
    hub.policy("policies", "new", "rolloutStrategy: {type: manualPerGroup}");
    hub.rollout(
        "policies",
        "policy-web-tls",
        """
        rolloutUID: uid3
        attempt: 3
        currentRolloutGeneration: 2
        policyVersion: v7
        phase: Done
        outcome: Succeeded
        waitingFor: ""
        startedAt: 2026-03-01T09:00:00Z
        endedAt: 2026-03-01T11:05:00Z
        approvals:
          - {groupName: dev, approved: true, how: Mandatory}
          - {groupName: prod, approved: true, by: "sluice:ann", at: 2026-03-01T09:10:00Z, how: Spec}
        history:
          - {rolloutUID: uid2, generation: 2, outcome: Failed, reason: "Halted: 2 failed > 0 tolerated.", startedAt: 2026-02-01T09:00:00Z, endedAt: 2026-02-01T09:03:30Z, approvals: [{groupName: prod, approved: true, by: "sluice:bob", at: 2026-02-01T09:01:00Z, how: Spec}]}
          - {rolloutUID: uid1, generation: 1, outcome: Superseded, startedAt: 2026-01-01T09:00:00Z, unstagedChanges: [d1, d2], unstagedChangesOmitted: 3}
        """);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void theAttemptsAreListedWithDurationsAndApprovals() {
    assertThat(shown("history", "web-tls", "-n", "policies"))
        .isEqualTo(
            """
            ATTEMPT   GENERATION   OUTCOME      STARTED                ENDED                  DURATION
            3         2            Succeeded    2026-03-01T09:00:00Z   2026-03-01T11:05:00Z   125m
            2         2            Failed       2026-02-01T09:00:00Z   2026-02-01T09:03:30Z   3m30s
            1         1            Superseded   2026-01-01T09:00:00Z   <none>                 <none>

            Approvals of attempt 3
              dev   mandatory, by the strategy
              prod  in the spec, by ann, with sluice, 2026-03-01T09:10:00Z

            Approvals of attempt 2
              prod  in the spec, by bob, with sluice, 2026-02-01T09:01:00Z

            Unstaged changes of attempt 1
              5 clusters got a version of the policy before the turn: d1, d2 and 3 more.

            Not known is who approved the groups of attempt 1: the hub does not keep it.
            Temporal, which may keep them, is not named: add --temporal HOST:PORT.
            """);
  }

  @Test
  void aTemporalThatIsAwayIsNamedAndTheRestIsShown() {
    String shown = shown("history", "web-tls", "-n", "policies", "--temporal", "127.0.0.1:1");

    assertThat(shown.replaceAll("\\s+", " "))
        .contains(
            "Approvals of attempt 2",
            "Not known is who approved the groups of attempt 1: the hub does not keep it. Cannot"
                + " reach Temporal at 127.0.0.1:1");
  }

  @Test
  void wideShowsIdsAndReasons() {
    assertThat(shown("history", "web-tls", "-n", "policies", "-o", "wide").lines().toList())
        .element(2)
        .asString()
        .endsWith("3m30s      uid2          Halted: 2 failed > 0 tolerated.");
  }

  @Test
  void anAttemptThatGoesOnShowsItsPhaseAndTheTimeSoFar() {
    hub.rollout(
        "policies",
        "policy-new",
        "{\"rolloutUID\": \"u\", \"attempt\": 1, \"currentRolloutGeneration\": 1, \"phase\":"
            + " \"Soaking\", \"startedAt\": \"2000-01-01T00:00:00Z\"}");

    assertThat(shown("history", "new", "-n", "policies").replaceAll("\\d+y", "<age>"))
        .isEqualTo(
            """
            ATTEMPT   GENERATION   OUTCOME   STARTED                ENDED    DURATION
            1         1            Soaking   2000-01-01T00:00:00Z   <none>   <age> so far
            """);
  }

  @Test
  void aPolicyWithoutAttemptsSaysSo() {
    assertThat(shown("history", "new", "-n", "policies"))
        .isEqualTo("No attempt of policy policies/new is recorded.\n");
  }

  @Test
  void programsGetADocumentOfItsSchema() {
    OutputSchema schema = OutputSchema.of("rollout-history.json");

    JsonNode tree = schema.accepts(shown("history", "web-tls", "-n", "policies", "-o", "json"));

    assertThat(tree.at("/attempts/0/durationSeconds").asLong()).isEqualTo(7500);
    assertThat(tree.at("/attempts/0/approvals/1/by").asText()).isEqualTo("sluice:ann");
    assertThat(tree.at("/attempts/1/approvalsFrom").asText()).isEqualTo("Hub");
    assertThat(tree.at("/attempts/1/approvals/0/by").asText()).isEqualTo("sluice:bob");
    assertThat(tree.at("/attempts/2/approvalsFrom").asText()).isEqualTo("Unknown");
    assertThat(tree.at("/note").asText())
        .startsWith("Not known is who approved the groups of attempt 1");
    assertThat(tree.at("/attempts/2/outcome").asText()).isEqualTo("Superseded");
    assertThat(tree.at("/attempts/2").has("durationSeconds")).isFalse();
    assertThat(schema.acceptsYaml(shown("history", "web-tls", "-n", "policies", "-o", "yaml")))
        .isEqualTo(tree);
    assertThat(shown("history", "web-tls", "-n", "policies", "-o", "name"))
        .isEqualTo("rollout.cluster.open-cluster-management.io/policy-web-tls\n");
  }

  private String shown(String... args) {
    CommandRun run = hub.run(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    return run.out();
  }
}

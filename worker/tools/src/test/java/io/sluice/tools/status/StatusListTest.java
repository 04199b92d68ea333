package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists rollouts as {@code kubectl get} lists objects. */
class StatusListTest {
  private final RolloutsHub hub = new RolloutsHub();

  @BeforeEach
  void fillTheHub() {
    hub.namespace("policies");
    hub.namespace("shop");
    hub.rollout(
        "policies",
        "policy-web-tls",
        """
        phase: WaitingForApproval
        attempt: 3
        currentRolloutGeneration: 7
        progress: 20/40
        waitingFor: Waiting for approval of group prod (20 clusters).
        waitingSince: 2026-03-01T10:00:00Z
        startedAt: 2000-01-01T00:00:00Z
        conditions: [{type: Ready, status: "False", reason: WaitingForApproval, message: m}]
        """);
    hub.rollout(
        "policies",
        "policy-audit",
        """
        phase: Done
        outcome: Succeeded
        attempt: 1
        currentRolloutGeneration: 1
        progress: 3/3
        waitingFor: ""
        startedAt: 2000-01-01T00:00:00Z
        """);
    hub.rollout(
        "shop",
        "binding-web-deployment",
        """
        phase: Halted
        outcome: Failed
        attempt: 1
        progress: 1/3
        waitingFor: "Halted: 2 failed > 0 tolerated in group dev."
        startedAt: 2000-01-01T00:00:00Z
        """);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void withoutAPolicyTheRolloutsOfTheNamespaceAreListed() {
    assertThat(shown("status", "-n", "policies"))
        .isEqualTo(
            """
            NAME      PHASE                OUTCOME     PROGRESS   AGE   WAITING FOR
            audit     Done                 Succeeded   3/3        <age>
            web-tls   WaitingForApproval   <none>      20/40      <age>   Waiting for approval of group prod (20 clusters).
            """);
  }

  @Test
  void whatWaitsForNothingShowsWhoIsStillEnforced() {
    hub.rollout(
        "shop",
        "policy-web",
        """
        phase: Done
        outcome: Succeeded
        progress: 12/12
        startedAt: 2000-01-01T00:00:00Z
        conditions: [{type: OverrideReleased, status: "True", reason: Released, message: "0 of 12 enforced: all inform again."}]
        """);
    assertThat(shown("status", "-n", "shop"))
        .contains("Done     Succeeded   12/12      <age>   0 of 12 enforced: all inform again.\n");
  }

  @Test
  void allNamespacesAreListedWithTheTemplates() {
    assertThat(shown("status", "-A"))
        .isEqualTo(
            """
            NAMESPACE   NAME             PHASE                OUTCOME     PROGRESS   AGE   WAITING FOR
            policies    audit            Done                 Succeeded   3/3        <age>
            policies    web-tls          WaitingForApproval   <none>      20/40      <age>   Waiting for approval of group prod (20 clusters).
            shop        deployment/web   Halted               Failed      1/3        <age>   Halted: 2 failed > 0 tolerated in group dev.
            """);
  }

  @Test
  void wideShowsAttemptGenerationReadinessAndSinceWhenItWaits() {
    assertThat(shown("status", "-n", "policies", "-o", "wide"))
        .isEqualTo(
            """
            NAME      PHASE                OUTCOME     PROGRESS   AGE   ATTEMPT   GENERATION   READY    HELD     WAITING SINCE          WAITING FOR
            audit     Done                 Succeeded   3/3        <age>   1         1            <none>   <none>   <none>
            web-tls   WaitingForApproval   <none>      20/40      <age>   3         7            False    <none>   2026-03-01T10:00:00Z   Waiting for approval of group prod (20 clusters).
            """);
  }

  @Test
  void namesAreThoseThatKubectlTakes() {
    assertThat(shown("status", "-A", "-o", "name"))
        .isEqualTo(
            """
            rollout.cluster.open-cluster-management.io/policy-audit
            rollout.cluster.open-cluster-management.io/policy-web-tls
            rollout.cluster.open-cluster-management.io/binding-web-deployment
            """);
  }

  @Test
  void thatNoWorkerLeadsIsSaidBesideTheListIfSomethingWaitsForOne() {
    hub.loseLeader();
    CommandRun run = hub.run("status", "-n", "policies");
    assertThat(run.out()).startsWith("NAME ").doesNotContain("leads");
    assertThat(run.err())
        .startsWith("No worker leads: Lease sluice-system/sluice was renewed last at ");
    assertThat(
            OutputSchema.of("rollout-status-list.json")
                .accepts(hub.run("status", "-n", "policies", "-o", "json").out())
                .path("noLeader")
                .asText())
        .startsWith("No worker leads: ");

    hub.delete("policies", "policy-web-tls");
    assertThat(hub.run("status", "-n", "policies").err()).as("all is done").isEmpty();
  }

  @Test
  void aNamespaceWithoutRolloutsIsNoFailure() {
    CommandRun run = hub.run("status", "-n", "empty");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                "",
                "No rollouts found in namespace empty. All namespaces are listed with -A.\n"));
  }

  @Test
  void aListOfMoreThanOnePageIsWhole() {
    for (int i = 0; i < 501; i++) {
      hub.rollout("shop", "policy-p%03d".formatted(i), "phase: Pending");
    }

    assertThat(shown("status", "-n", "shop", "-o", "name").lines()).hasSize(502);
    assertThat(hub.run("status", "-n", "shop").out()).contains("p000").contains("p500");
  }

  @Test
  void onATerminalTheLinesEndWithItAndPhasesHaveColours() {
    CommandRun run =
        CommandRun.on(
            new Terminal(true, true, 24, new TerminalStyle(70, true, true)),
            hub.arguments("status", "-n", "policies"));

    assertThat(run.out().lines().map(line -> line.replaceAll("\\b\\d+y(\\d+d)?", "<age>")))
        .containsExactly(
            "NAME      PHASE                OUTCOME     PROGRESS   AGE   WAITING FOR",
            "audit     Done                 \u001b[32mSucceeded\u001b[0m   3/3        <age>",
            "web-tls   \u001b[33mWaitingForApproval\u001b[0m   <none>      20/40      <age>  "
                + " Waiting for…");
  }

  @Test
  void aNameInAllNamespacesIsRefused() {
    CommandRun run = hub.run("status", "web-tls", "-A");

    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err())
        .startsWith(
            "Cannot show policy web-tls in all namespaces: a name is of one namespace. Leave out"
                + " -A, or the name.");
  }

  @Test
  void anUnknownFormIsRefusedWithThoseThatThereAre() {
    CommandRun run = hub.run("status", "-o", "xml");

    assertThat(run.code()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err())
        .startsWith(
            "Cannot use --output xml: it is none of: text, wide, json, yaml, name. Write one.");
    assertThat(hub.run("adopt", "-o", "wide").err())
        .startsWith("Cannot use --output wide: it is none of: text, json, yaml. Write one.");
  }

  private String shown(String... args) {
    CommandRun run = hub.run(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    return run.out().replaceAll("\\b\\d+y(\\d+d)?", "<age>");
  }
}

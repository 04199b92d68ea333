package io.sluice.tools.wait;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.status.OutputSchema;
import io.sluice.tools.status.RolloutsHub;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waits for rollouts, as pipelines do. */
class WaitCommandTest {
  private static final String ROLLOUT = "policy-web-tls";
  private static final String STAGED = "rolloutStrategy: {type: manualPerGroup}";

  private final RolloutsHub hub = new RolloutsHub();

  @BeforeEach
  void fillTheHub() {
    hub.namespace("policies");
    hub.policy("policies", "web-tls", STAGED);
  }

  @AfterEach
  void close() {
    hub.close();
  }

  @Test
  void aSuccessIsReached() {
    hub.rollout("policies", ROLLOUT, succeeded(1));

    assertThat(waited())
        .isEqualTo(
            new CommandRun(
                ExitCodes.OK,
                """
                <time>  Group dev: 2 of 2 done
                <time>  Succeeded
                Policy policies/web-tls: attempt 1 of generation 1 has the outcome Succeeded.
                """,
                ""));
  }

  /** The finalizer stands until the override is released. */
  @Test
  void besideThePropagatorASuccessSaysThatClustersInformAgain() {
    hub.rollout("policies", ROLLOUT, succeeded(1) + "counts: {clusters: 12, succeeded: 12}\n");
    hub.finalizer("policies", ROLLOUT, "sluice.io/release-override");
    assertThat(waited().out())
        .endsWith(
            "has the outcome Succeeded. As soon as it is released, 0 of 12 enforced: all inform"
                + " again.\n");

    hub.spec("policies", ROLLOUT, "overrideRelease: Never");
    assertThat(waited().out()).endsWith("has the outcome Succeeded.\n");

    hub.status(
        "policies",
        ROLLOUT,
        succeeded(1)
            + "conditions: [{type: OverrideReleased, status: 'True', reason: Released, message: '0 of"
            + " 12 enforced: all inform again.'}]\n");
    assertThat(waited().out())
        .contains("<time>  0 of 12 enforced: all inform again.\n")
        .endsWith("has the outcome Succeeded. 0 of 12 enforced: all inform again.\n");
  }

  @Test
  void theOutcomeOfTheFormerVersionIsNotThatOfTheNewOne() {
    hub.rollout("policies", ROLLOUT, succeeded(1));
    hub.edit("policies", "web-tls", STAGED + ", disabled: false");
    CompletableFuture<CommandRun> wait = begin("--timeout", "1m");
    await().until(() -> hub.server().requests().toString().contains("watch"));
    assertThat(wait).isNotDone();

    hub.status("policies", ROLLOUT, progressing(2, 0));
    hub.status("policies", ROLLOUT, succeeded(2));

    CommandRun run = wait.join();
    assertThat(run.code()).isEqualTo(ExitCodes.OK);
    assertThat(run.out())
        .startsWith("<time>  Policy policies/web-tls: generation 2 has not begun.\n")
        .endsWith("attempt 1 of generation 2 has the outcome Succeeded.\n");
  }

  @Test
  void aFailureEndsItWithTheReason() {
    hub.rollout("policies", ROLLOUT, failed(1));

    CommandRun run = waited();

    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .isEqualTo(
            "Policy policies/web-tls: attempt 1 of generation 1 has the outcome Failed: Halted: 2"
                + " failed > 0 tolerated in group dev.\n"
                + "Next: change the policy, or roll the same version out again with:\n"
                + "  ./sluice retry web-tls -n policies --hub %s\n",
            hub.url());
  }

  @Test
  void aFailureThatIsRetriedIsWaitedFor() {
    hub.rollout("policies", ROLLOUT, failed(1));
    hub.spec("policies", ROLLOUT, "retryRollout: {rolloutUID: uid1}");

    assertThat(waited("--timeout", "0s").code()).isEqualTo(ExitCodes.TOO_LATE);
    hub.spec("policies", ROLLOUT, "retryRollout: {rolloutUID: other}");
    assertThat(waited("--timeout", "0s").code()).isEqualTo(ExitCodes.FAILED);
  }

  @Test
  void theEndIsReachedWhateverTheOutcomeOnceNoRunIsOpen() {
    hub.rollout("policies", ROLLOUT, failed(1) + "runOpen: true\n");
    assertThat(waited("--for", "Done", "--timeout", "0s").code()).isNotZero();

    hub.status("policies", ROLLOUT, failed(1) + "runOpen: false\n");
    assertThat(waited("--for", "Done").code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void anApprovalIsWaitedForUnlessThatIsAFailure() {
    hub.rollout("policies", ROLLOUT, waitsForApproval());

    CommandRun late = waited("--timeout", "0s");
    assertThat(late.code()).isEqualTo(ExitCodes.WAITS_FOR_A_PERSON);
    assertThat(late.err())
        .isEqualTo(
            "Cannot wait longer than 0s for Succeeded of policy policies/web-tls: Waiting for"
                + " approval of group prod (2 clusters).\n");
    assertThat(waited("--fail-on-approval").code()).isEqualTo(ExitCodes.WAITS_FOR_A_PERSON);
    assertThat(waited("--for", "Approval").code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void whatHasNotBegunInTimeIsTooLate() {
    CommandRun run = waited("--timeout", "0s");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                ExitCodes.TOO_LATE,
                "<time>  Policy policies/web-tls: generation 1 has not begun.\n",
                "Cannot wait longer than 0s for Succeeded of policy policies/web-tls: its attempt"
                    + " has not begun. Check that a worker runs.\n"));
  }

  @Test
  void anEditMeanwhileSupersedesIt() {
    hub.rollout("policies", ROLLOUT, progressing(1, 0));
    CompletableFuture<CommandRun> wait = begin("--timeout", "1m");
    await().until(() -> hub.server().requests().toString().contains("watch"));

    hub.edit("policies", "web-tls", STAGED + ", disabled: false");

    CommandRun run = wait.join();
    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .isEqualTo(
            "Policy policies/web-tls has been edited: generation 1 is superseded by 2. Wait for"
                + " that one.\n");
  }

  @Test
  void aPolicyWithoutAStrategyHasNothingToWaitFor() {
    hub.policy("policies", "plain", "disabled: false");

    CommandRun run = hub.run("wait", "plain", "-n", "policies");

    assertThat(run.code()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .isEqualTo(
            "Policy policies/plain has no rollout strategy: there is no rollout to wait for.\n");
    assertThat(hub.run("wait", "nope", "-n", "policies").err())
        .startsWith("Cannot wait for policy policies/nope: the hub has no such policy.");
    assertThat(hub.run("wait").err())
        .startsWith("Cannot wait: no policy is named. Write a policy's name,");
    assertThat(hub.run("wait", "x", "--for", "Ready").err())
        .startsWith("Cannot use --for Ready: it is none of: Succeeded, Approval, Done. Write one.");
  }

  @Test
  void watchesThatBreakDelayNothingForLong() {
    hub.rollout("policies", ROLLOUT, progressing(1, 0));
    hub.server()
        .faults()
        .inject(RequestMatcher.anything().verb("watch"), Fault.watchFrozen(), 1000);
    CompletableFuture<CommandRun> wait = begin("--timeout", "1m");
    await().until(() -> hub.server().requests().toString().contains("watch"));

    hub.status("policies", ROLLOUT, succeeded(1));

    assertThat(wait.join().code()).isEqualTo(ExitCodes.OK);
  }

  @Test
  void aProgramGetsTheStatusAtTheEnd() {
    hub.rollout("policies", ROLLOUT, succeeded(1));

    CommandRun run = waited("-o", "json");

    assertThat(
            OutputSchema.of("rollout-status.json")
                .accepts(run.out())
                .at("/status/outcome")
                .asText())
        .isEqualTo("Succeeded");
    assertThat(run.err()).contains("Group dev: 2 of 2 done");
  }

  private CommandRun waited(String... options) {
    return begin(options).join();
  }

  private CompletableFuture<CommandRun> begin(String... options) {
    String[] args = new String[options.length + 4];
    args[0] = "wait";
    args[1] = "web-tls";
    args[2] = "-n";
    args[3] = "policies";
    System.arraycopy(options, 0, args, 4, options.length);
    return CompletableFuture.supplyAsync(() -> withoutTimes(hub.run(args)));
  }

  private static CommandRun withoutTimes(CommandRun run) {
    return new CommandRun(
        run.code(), run.out().replaceAll("(?m)^20\\d\\d-[-0-9T:]+Z", "<time>"), run.err());
  }

  private static String progressing(long generation, long done) {
    return status(generation, "Progressing", "", "Waiting for 2 clusters to report.", done);
  }

  private static String succeeded(long generation) {
    return status(generation, "Done", "outcome: Succeeded\n", "", 2);
  }

  private static String failed(long generation) {
    return status(
        generation,
        "Halted",
        "outcome: Failed\n",
        "Halted: 2 failed > 0 tolerated in group dev.",
        0);
  }

  private static String waitsForApproval() {
    return status(
        1, "WaitingForApproval", "", "Waiting for approval of group prod (2 clusters).", 0);
  }

  private static String status(
      long generation, String phase, String outcome, String waitingFor, long done) {
    return """
    observedGeneration: 9
    rolloutUID: uid1
    attempt: 1
    currentRolloutGeneration: %d
    phase: %s
    %swaitingFor: "%s"
    decisionGroups:
      - placement: web
        groupName: dev
        groupIndex: 0
        approved: true
        failuresTolerated: 0
        counts: {clusters: 2, toApply: 0, progressing: %d, soaking: 0, succeeded: %d, failed: 0, timeOut: 0, newCluster: 0, ignored: 0}
    """
        .formatted(generation, phase, outcome, waitingFor, 2 - done, done);
  }
}

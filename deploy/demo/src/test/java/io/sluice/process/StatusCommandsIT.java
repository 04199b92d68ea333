package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.BackgroundCommand;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.terminal.Terminal;
import io.sluice.tools.terminal.TerminalStyle;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Follows a rollout on a real API server with status, wait and history. */
@Timeout(Patience.TEST)
class StatusCommandsIT {
  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void aRolloutIsFollowedFromItsApprovalToItsEnd() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");

      assertThat(run(fixture, "wait", "web", "--for", "Approval", "--timeout", "150s").code())
          .isEqualTo(ExitCodes.OK);
      assertThat(run(fixture, "wait", "web", "--fail-on-approval").code())
          .isEqualTo(ExitCodes.WAITS_FOR_A_PERSON);
      try (BackgroundCommand list = follow(fixture, "status", "-w");
          BackgroundCommand one = follow(fixture, "status", "web", "-w")) {
        CompletableFuture<CommandRun> end =
            CompletableFuture.supplyAsync(
                () -> run(fixture, "wait", "web", "--timeout", "150s", "-o", "name"));
        await()
            .atMost(Patience.MOST)
            .until(
                () ->
                    one.out().contains("Waiting for") && list.out().contains("WaitingForApproval"));
        fixture.approve("dev", "prod");

        assertThat(end.join())
            .returns(ExitCodes.OK, CommandRun::code)
            .returns("rollout.cluster.open-cluster-management.io/policy-web\n", CommandRun::out);
        await()
            .atMost(Patience.MOST)
            .untilAsserted(
                () -> {
                  assertThat(one.out()).contains("Succeeded");
                  assertThat(list.out()).contains("WaitingForApproval", "Succeeded", "2/2");
                });
      }
      assertThat(run(fixture, "history", "web").out()).contains("1         1            Succeeded");
      assertThat(run(fixture, "status", "-A").out()).contains(fixture.namespace() + " ");
    }
  }

  private CommandRun run(RolloutFixture fixture, String... command) {
    return CommandRun.of(arguments(fixture, command));
  }

  private BackgroundCommand follow(RolloutFixture fixture, String... command) {
    return new BackgroundCommand(
        new Terminal(false, false, 24, TerminalStyle.PLAIN), arguments(fixture, command));
  }

  private String[] arguments(RolloutFixture fixture, String... command) {
    String[] all = new String[command.length + 4];
    System.arraycopy(command, 0, all, 0, command.length);
    all[command.length] = "--kubeconfig";
    all[command.length + 1] = servers.servers().kubeconfig().toString();
    all[command.length + 2] = "-n";
    all[command.length + 3] = fixture.namespace();
    return all;
  }
}

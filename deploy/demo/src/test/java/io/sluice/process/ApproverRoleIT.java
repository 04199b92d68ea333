package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.Kubectl;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Works as somebody who has ClusterRole sluice-rollouts-approve in one namespace alone. */
@Timeout(Patience.TEST)
class ApproverRoleIT {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("status"),
          List.of("status", "web"),
          List.of("history", "web"),
          List.of("pause", "web"),
          List.of("resume", "web"),
          List.of("approve", "web", "dev"),
          List.of("skip", "web", "p1"),
          List.of("skip", "web", "p1", "--undo"),
          List.of("abort", "web"));

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void theRoleIsEnoughForEachRequestAndForNothingElse() throws IOException {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      String namespace = fixture.namespace();
      assertThat(kubectl("apply", "-f", "../deploy/rbac/users").code()).isZero();
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      Path ann = approver(namespace);
      Patience.await()
          .untilAsserted(
              () ->
                  assertThat(as(ann, "auth", "can-i", "patch", "rollouts", "-n", namespace).code())
                      .isZero());

      for (List<String> command : COMMANDS) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--kubeconfig", ann.toString(), "-n", namespace));
        CommandRun run = CommandRun.of(all.toArray(String[]::new));
        assertThat(run.code()).as("%s: %s", command, run.err()).isEqualTo(ExitCodes.OK);
      }

      for (List<String> refused :
          List.of(
              List.of("delete", "rollouts", "policy-web", "-n", namespace),
              List.of("label", "policy", "web", "mine=yes", "-n", namespace),
              List.of("get", "rollouts", "-n", "default"))) {
        assertThat(as(ann, refused.toArray(String[]::new)).output())
            .as("%s", refused)
            .contains("Forbidden");
      }
    }
  }

  /** Writes a kubeconfig of a person who has the role there. */
  private Path approver(String namespace) throws IOException {
    kubectl("create", "serviceaccount", "ann", "-n", namespace);
    kubectl(
        "create",
        "rolebinding",
        "approvers",
        "--clusterrole=sluice-rollouts-approve",
        "--serviceaccount=" + namespace + ":ann",
        "-n",
        namespace);
    String token = kubectl("create", "token", "ann", "-n", namespace).output().strip();
    return Files.writeString(
        folder.resolve("ann"),
        """
        apiVersion: v1
        kind: Config
        current-context: hub
        clusters: [{name: hub, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
        users: [{name: ann, user: {token: %s}}]
        contexts: [{name: hub, context: {cluster: hub, user: ann, namespace: %s}}]
        """
            .formatted(servers.servers().hub(), token, namespace));
  }

  private Kubectl.Output as(Path kubeconfig, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    return kubectl(all.toArray(String[]::new));
  }

  private Kubectl.Output kubectl(String... arguments) {
    return new Kubectl(servers.servers(), folder).run(arguments);
  }
}

package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** Approves as persons whom the API server has verified, and tries to write under other names. */
@Timeout(Patience.TEST)
class VerifiedPersonIT {
  private static final String MANIFESTS = "../deploy/admission";

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void theStatusNamesWhomTheHubHasVerifiedAndNoOther() throws IOException {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      String namespace = fixture.namespace();
      kubectl("apply", "-f", MANIFESTS);
      Path ann = person(namespace, "ann");
      Path bob = person(namespace, "bob");
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");
      // A binding of admission takes a moment to count.
      await()
          .atMost(Patience.MOST)
          .untilAsserted(
              () ->
                  assertThat(write(bob, namespace, "sluice:" + name(namespace, "ann")))
                      .contains("Cannot write as sluice:" + name(namespace, "ann")));

      assertThat(approve(ann, namespace, "dev").code()).isEqualTo(ExitCodes.OK);
      assertThat(approve(bob, namespace, "prod").code()).isEqualTo(ExitCodes.OK);
      fixture.awaitPhase(Patience.MOST, "Done");

      assertThat(fixture.status().get("approvals").toString())
          .contains("by=sluice:" + name(namespace, "ann"), "by=sluice:" + name(namespace, "bob"));
      assertThat(forge(bob, namespace)).contains("Cannot write metadata.managedFields");
      assertThat(write(bob, namespace, "kubectl-patch")).contains("patched");
    } finally {
      kubectl("delete", "-f", MANIFESTS);
    }
  }

  /** Writes a kubeconfig of a person, under a name there that is not the verified one. */
  private Path person(String namespace, String name) throws IOException {
    kubectl("create", "serviceaccount", name, "-n", namespace);
    kubectl(
        "create",
        "clusterrolebinding",
        namespace + "-" + name,
        "--clusterrole=cluster-admin",
        "--serviceaccount=" + namespace + ":" + name);
    String token = kubectl("create", "token", name, "-n", namespace).output().strip();
    return Files.writeString(
        folder.resolve(name),
        """
        apiVersion: v1
        kind: Config
        current-context: hub
        clusters: [{name: hub, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
        users: [{name: admin, user: {token: %s}}]
        contexts: [{name: hub, context: {cluster: hub, user: admin, namespace: %s}}]
        """
            .formatted(servers.servers().hub(), token, namespace));
  }

  private static String name(String namespace, String name) {
    return "system:serviceaccount:%s:%s".formatted(namespace, name);
  }

  private static CommandRun approve(Path kubeconfig, String namespace, String group) {
    return CommandRun.of(
        "approve", "web", group, "--kubeconfig", kubeconfig.toString(), "-n", namespace);
  }

  /** Pauses under this field manager, and returns the answer. */
  private String write(Path kubeconfig, String namespace, String manager) {
    return as(
        kubeconfig,
        "",
        "patch",
        "plcro",
        "policy-web",
        "-n",
        namespace,
        "--type=merge",
        "--field-manager=" + manager,
        "-p",
        "{\"spec\": {\"paused\": false}}");
  }

  /** Replaces the Rollout by one that names another person for what this one wrote. */
  private String forge(Path kubeconfig, String namespace) {
    String rollout =
        as(
            kubeconfig,
            "",
            "get",
            "plcro",
            "policy-web",
            "-n",
            namespace,
            "-o",
            "json",
            "--show-managed-fields");
    return as(
        kubeconfig,
        rollout.replace("sluice:" + name(namespace, "bob"), "sluice:" + name(namespace, "ann")),
        "replace",
        "-f",
        "-");
  }

  private String as(Path kubeconfig, String input, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    return new Kubectl(servers.servers(), folder)
        .runWith(input, all.toArray(String[]::new))
        .output();
  }

  private Kubectl.Output kubectl(String... arguments) {
    return new Kubectl(servers.servers(), folder).run(arguments);
  }
}

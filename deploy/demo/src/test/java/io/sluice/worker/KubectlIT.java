package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads rollouts and edits policies with kubectl, as users do. */
@Timeout(120)
class KubectlIT {
  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void aRolloutIsListedWithItsPhaseAndWhatItWaitsFor() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Duration.ofSeconds(60), "WaitingForApproval");

      List<String> lines =
          kubectl(fixture, "", "get", "ro", "-o", "wide").output().lines().toList();
      assertThat(lines.get(0).split(" {2,}"))
          .containsExactly("NAME", "PHASE", "OUTCOME", "WAITING FOR", "AGE");
      assertThat(lines.get(1)).startsWith("policy-web").contains("WaitingForApproval", "dev");

      assertThat(kubectl(fixture, "", "describe", "ro", "policy-web").output())
          .contains(
              "Phase:", "WaitingForApproval", "Waiting for approval of group dev", "Accepted");

      String approval =
          "{\"spec\": {\"decisionGroups\": [{\"groupName\": \"dev\", \"rolloutApproved\": true}, {\"groupName\": \"prod\", \"rolloutApproved\": true}]}}";
      assertThat(kubectl(fixture, "", "patch", "ro", "policy-web", "--type=merge", "-p", approval))
          .extracting(Output::code)
          .isEqualTo(0);
      fixture.awaitPhase(Duration.ofSeconds(60), "Done");
      assertThat(kubectl(fixture, "", "get", "ro").output()).contains("Done", "Succeeded");
    }
  }

  @Test
  void aStrategyWithMistakesIsRefusedWithAMessage() throws Exception {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1")) {
      Output result =
          kubectl(
              fixture,
              """
              apiVersion: policy.open-cluster-management.io/v1
              kind: Policy
              metadata: {name: web}
              spec:
                disabled: false
                policy-templates: []
                rolloutStrategy:
                  type: Progressive
                  progressive: {maxConcurrency: "3"}
                  progressivePerGroup: {}
              """,
              "apply",
              "-f",
              "-");
      assertThat(result.code()).isEqualTo(1);
      assertThat(result.output())
          .contains(
              "maxConcurrency is \"3\", a number in quotes. Write 3, or a percentage such as \"3%\".",
              "progressivePerGroup is set, but the type is Progressive. Remove it, or set the type to ProgressivePerGroup.");
      assertThat(kubectl(fixture, "", "get", "policies").output()).contains("No resources found");
    }
  }

  private record Output(int code, String output) {}

  private Output kubectl(RolloutFixture fixture, String input, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(
        servers.servers().programFolders().stream()
            .map(programs -> programs.resolve("kubectl"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow()
            .toString());
    command.addAll(
        List.of(
            "--kubeconfig",
            servers.servers().kubeconfig().toString(),
            "--cache-dir",
            folder.toString(),
            "--namespace",
            fixture.namespace()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(process.waitFor(), output);
  }
}

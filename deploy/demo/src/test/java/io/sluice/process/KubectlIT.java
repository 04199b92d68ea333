package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devservers.Kubectl;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads rollouts and edits policies with kubectl, as users do. */
@Timeout(Patience.TEST)
class KubectlIT {
  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void aRolloutIsListedWithItsPhaseAndWhatItWaitsFor() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      fixture.awaitPhase(Patience.MOST, "WaitingForApproval");

      List<String> lines =
          kubectl(fixture, "", "get", "rollouts", "-o", "wide").output().lines().toList();
      assertThat(lines.get(0).split(" {2,}"))
          .containsExactly(
              "NAME",
              "PHASE",
              "OUTCOME",
              "PROGRESS",
              "READY",
              "HELD",
              "WAITING FOR",
              "OVERRIDE",
              "AGE");
      assertThat(lines.get(1))
          .startsWith("policy-web")
          .contains("WaitingForApproval", " 0/2 ", " False ", "dev");

      assertThat(kubectl(fixture, "", "describe", "rollouts", "policy-web").output())
          .contains(
              "Phase:", "WaitingForApproval", "Waiting for approval of group dev", "Accepted");

      String approval =
          "{\"spec\": {\"decisionGroups\": [{\"groupName\": \"dev\", \"rolloutApproved\": true},"
              + " {\"groupName\": \"prod\", \"rolloutApproved\": true}]}}";
      assertThat(
              kubectl(
                  fixture, "", "patch", "rollouts", "policy-web", "--type=merge", "-p", approval))
          .extracting(Kubectl.Output::code)
          .isEqualTo(0);
      assertThat(
              kubectl(
                  fixture,
                  "",
                  "wait",
                  "plcro/policy-web",
                  "--for=condition=Ready",
                  "--timeout=150s"))
          .extracting(Kubectl.Output::code)
          .isEqualTo(0);
      assertThat(kubectl(fixture, "", "get", "sluice").output())
          .contains("Done", "Succeeded", "2/2");
    }
  }

  @Test
  void aStrategyWithMistakesIsRefusedWithAMessage() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1")) {
      Kubectl.Output result =
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
              "maxConcurrency is \"3\", a number in quotes. Write 3, or a percentage such as"
                  + " \"3%\".",
              "progressivePerGroup is set, but the type is Progressive. Remove it, or set the type"
                  + " to ProgressivePerGroup.");
      assertThat(kubectl(fixture, "", "get", "policies").output()).contains("No resources found");
    }
  }

  private Kubectl.Output kubectl(RolloutFixture fixture, String input, String... arguments) {
    List<String> scoped = new ArrayList<>(List.of("--namespace", fixture.namespace()));
    scoped.addAll(List.of(arguments));
    return new Kubectl(servers.servers(), folder).runWith(input, scoped.toArray(String[]::new));
  }
}

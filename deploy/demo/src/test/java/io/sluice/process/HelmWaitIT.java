package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.chart.Helm;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Installs a Rollout by Helm, which waits for it by kstatus, as Flux does. */
@Timeout(Patience.TEST)
class HelmWaitIT {
  private static final String ROLLOUT =
      """
      apiVersion: cluster.open-cluster-management.io/v1beta1
      kind: Rollout
      metadata: {name: policy-web}
      spec:
        decisionGroups:
          - {groupName: dev, rolloutApproved: true}
          - {groupName: prod, rolloutApproved: true}
      """;

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @Test
  void helmWaitsUntilTheRolloutIsDone() throws IOException {
    Path chart = folder.resolve("chart");
    Files.createDirectories(chart.resolve("templates"));
    Files.writeString(
        chart.resolve("Chart.yaml"), "apiVersion: v2\nname: approvals\nversion: 1.0.0\n");
    Files.writeString(chart.resolve("templates/rollout.yaml"), ROLLOUT);
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.policy("one", "{type: manualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      Helm.ProgramOutput unanswered = install(fixture, chart, "10s");
      assertThat(unanswered.code()).isNotZero();
      assertThat(unanswered.errors()).contains("policy-web").contains("InProgress");

      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      Helm.ProgramOutput waited = install(fixture, chart, "150s");

      assertThat(waited.code()).as(waited.errors()).isZero();
      assertThat(fixture.status()).containsEntry("outcome", "Succeeded");
    }
  }

  private Helm.ProgramOutput install(RolloutFixture fixture, Path chart, String timeout) {
    return Helm.on(servers.servers(), folder)
        .run(
            "upgrade",
            "--install",
            "approvals",
            chart.toString(),
            "--namespace",
            fixture.namespace(),
            "--wait",
            "--timeout",
            timeout);
  }
}

package io.sluice.process;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.settings.Settings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that only staged changes wait for Temporal (policy-propagation 7, rollout-strategy 3.8).
 */
@Tag("nightly")
@Timeout(300)
class TemporalOutageTest {
  private static final Duration SOON = Patience.MOST;

  @Test
  void disablingRemovesReplicasWhileTemporalIsAwayAndARunIsOpen() {
    Cut servers = new Cut();
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", "{type: manualPerGroup}");
      fixture.approve("dev");
      await().until(() -> fixture.replica("d1").isPresent());
      fixture.awaitStatus(
          SOON, status -> String.valueOf(status.get("waitingFor")).contains("group prod"));
      assertThat(fixture.status()).containsEntry("runOpen", true);

      servers.cut();
      fixture.edit(
          fixture.namespace(),
          "web",
          root -> {
            Map<String, Object> spec = new LinkedHashMap<>(RolloutFixture.part(root, "spec"));
            spec.put("disabled", true);
            root.setAdditionalProperty("spec", spec);
            return root;
          });

      await().until(() -> fixture.replica("d1").isEmpty());
    }
  }

  /** Has a connection to Temporal of its own for Sluice, which can be cut. */
  private static final class Cut implements TestServers {
    private final InMemoryTestServers servers = new InMemoryTestServers();
    private final WorkflowServiceStubs own =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(servers.temporal().getOptions().getTarget())
                .build());
    private boolean cut;

    void cut() {
      own.shutdownNow();
      cut = true;
    }

    @Override
    public WorkflowServiceStubs temporal() {
      return cut ? servers.temporal() : own;
    }

    @Override
    public KubernetesClient client() {
      return servers.client();
    }

    @Override
    public KubernetesClient workerClient() {
      return servers.workerClient();
    }

    @Override
    public Settings adapt(Settings settings) {
      return servers.adapt(settings);
    }

    @Override
    public String namespace() {
      return servers.namespace();
    }

    @Override
    public String temporalNamespace() {
      return servers.temporalNamespace();
    }

    @Override
    public long contentWrites(String cluster, String replica) {
      return servers.contentWrites(cluster, replica);
    }

    @Override
    public void close() {
      own.shutdownNow();
      servers.close();
    }
  }
}

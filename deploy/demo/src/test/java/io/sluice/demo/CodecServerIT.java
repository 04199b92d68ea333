package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.PlaywrightException;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.policy.PolicyName;
import io.sluice.process.Patience;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.codec.CodecServer;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.payload.PayloadKeys;
import io.sluice.workflow.payload.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reads an encrypted run in Temporal's Web UI, whose browser asks the codec server. */
@Timeout(Patience.TEST)
class CodecServerIT {
  private static final PolicyName POLICY = new PolicyName("policies", "encrypted");
  private static final PayloadKeys KEYS =
      PayloadKeys.parse("it " + Base64.getEncoder().encodeToString(new byte[32]));

  @Test
  void theWebUiShowsWhatTheCodecServerDecodes() {
    DevServers servers = SharedDevServers.get();
    start(servers);
    String origin = servers.temporalUi().toString();
    try (CodecServer codec =
            CodecServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), origin, KEYS);
        Chromium chromium = Chromium.start()) {
      WebUi ui = new WebUi(chromium.page(), servers.temporalUi(), servers.temporalNamespace());
      open(ui);
      await()
          .atMost(Patience.MOST)
          .ignoreExceptionsInstanceOf(PlaywrightException.class)
          .untilAsserted(() -> assertThat(ui.read()).containsPattern("Input\\s+\"[\\w+/=]{40,}\""));
      assertThat(ui.read()).doesNotContain("what the run was given");

      ui.page()
          .evaluate(
              "address => localStorage.setItem('endpoint', JSON.stringify(address))",
              "http://127.0.0.1:" + codec.address().getPort());
      open(ui);
      await()
          .atMost(Patience.MOST)
          .ignoreExceptionsInstanceOf(PlaywrightException.class)
          .until(() -> ui.read().contains("what the run was given"));
    }
  }

  private static void open(WebUi ui) {
    ui.openRollout(POLICY);
    ui.page().reload();
  }

  /** No worker takes it: only what it was given is looked at. */
  private static void start(DevServers servers) {
    WorkflowServiceStubs temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(servers.temporalTarget()).build());
    try {
      WorkflowStub run =
          WorkflowClient.newInstance(
                  temporal,
                  WorkflowClientOptions.newBuilder()
                      .setNamespace(servers.temporalNamespace())
                      .setDataConverter(Payloads.converter(KEYS))
                      .build())
              .newUntypedWorkflowStub(
                  PolicyRolloutWorkflow.TYPE,
                  WorkflowOptions.newBuilder()
                      .setWorkflowId(HubName.DEFAULT.workflowId(POLICY))
                      .setTaskQueue("codec-server-it")
                      .build());
      run.start("what the run was given");
    } finally {
      temporal.shutdownNow();
    }
  }
}

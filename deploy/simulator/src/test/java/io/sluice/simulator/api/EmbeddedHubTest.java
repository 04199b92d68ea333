package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests what only the embedded hub has: its port, its counts, its refusals of what it lacks. */
class EmbeddedHubTest {
  private static final String POLICY = "policy.open-cluster-management.io/v1";

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient client = ContractTarget.client(hub.url());

  @AfterEach
  void stop() {
    client.close();
    hub.close();
  }

  private static GenericKubernetesResource policy(String name) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(POLICY)
        .withKind("Policy")
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .addToAdditionalProperties("spec", Map.of("disabled", false))
        .build();
  }

  private int code(String method, String path, String mediaType, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(hub.url() + path))
            .header("Content-Type", mediaType)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient()
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .join()
        .statusCode();
  }

  @Test
  void aPortInUseIsNamed() {
    assertThatThrownBy(() -> EmbeddedHub.start(hub.port()))
        .hasMessage(
            "Cannot start the Kubernetes API on 127.0.0.1:"
                + hub.port()
                + ": the port is in use. Choose another with --api-port (0 takes any free one).");
  }

  @Test
  void itListensOnTheLoopbackAddressOnly() throws Exception {
    assertThat(hub.url()).isEqualTo("http://127.0.0.1:" + hub.port());
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address :
          each.inetAddresses().filter(a -> !a.isLoopbackAddress()).toList()) {
        assertThatThrownBy(() -> new Socket(address, hub.port()).close()).as(address.toString());
      }
    }
  }

  @Test
  void requestsAreCountedByVerbAndResource() {
    GenericKubernetesResource created = client.resource(policy("p")).create();
    created.setAdditionalProperty("spec", Map.of("disabled", true));
    client.resource(created).update();
    GenericKubernetesResource stale = client.resource(policy("p")).get();
    stale.setAdditionalProperty("status", Map.of("compliant", "Compliant"));
    client.resource(stale).updateStatus();
    assertThat(hub.requests())
        .containsEntry("create policies", 1L)
        .containsEntry("get policies", 1L)
        .containsEntry("update policies", 1L)
        .containsEntry("update policies/status", 1L);
    assertThat(hub.writes())
        .containsExactly(
            new RecordedWrite("create", "policies", "", "default", "p", 201),
            new RecordedWrite("update", "policies", "", "default", "p", 200),
            new RecordedWrite("update", "policies", "status", "default", "p", 200));
    assertThat(hub.writes()).allMatch(RecordedWrite::succeeded);
    hub.forgetRequests();
    assertThat(hub.requests()).isEmpty();
    assertThat(hub.writes()).isEmpty();
  }

  @Test
  void dataOutliveARestart() {
    String version = client.resource(policy("p")).create().getMetadata().getResourceVersion();
    String url = hub.url();
    hub.stop();
    hub.restart();
    assertThat(hub.url()).isEqualTo(url);
    assertThat(client.resource(policy("p")).get().getMetadata().getResourceVersion())
        .isEqualTo(version);
  }

  @Test
  void aStoppedHubCanBeClosed() {
    hub.stop();
    hub.close();
    assertThatThrownBy(() -> new Socket("127.0.0.1", hub.port()).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void whatItLacksIsRefusedAndNotIgnored() {
    String policies = "/apis/" + POLICY + "/namespaces/default/policies";
    client.resource(policy("p")).create();
    assertThat(code("PATCH", policies + "/p?fieldManager=m", "application/apply-patch+yaml", "{}"))
        .isEqualTo(415);
    assertThat(code("POST", policies + "?dryRun=Some", "application/json", "{}")).isEqualTo(422);
    assertThat(code("DELETE", policies + "/p?dryRun=All", "application/json", "{}")).isEqualTo(422);
    assertThat(code("GET", policies + "?watch=true&sendInitialEvents=true", "", "")).isEqualTo(422);
    assertThat(code("DELETE", policies, "application/json", "")).isEqualTo(405);
    assertThat(
            code(
                "PATCH",
                "/api/v1/namespaces/default",
                "application/strategic-merge-patch+json",
                "{}"))
        .isEqualTo(415);
  }

  @Test
  void aDryRunIsARequestAndNoWrite() {
    client.resource(policy("p")).dryRun().create();

    assertThat(hub.requests()).containsEntry("create policies", 1L);
    assertThat(hub.writes()).isEmpty();
  }

  @Test
  void whatIsWithdrawnIsNotServedAnyMore() {
    assertThat(client.supports(POLICY, "Policy")).isTrue();

    hub.withdraw("policies");

    assertThat(client.supports(POLICY, "Policy")).isFalse();
    assertThat(client.supports(POLICY, "PlacementBinding")).isTrue();
    String policies = "/apis/" + POLICY + "/namespaces/default/policies";
    assertThat(code("GET", policies, "", "")).isEqualTo(404);
  }

  @Test
  void fabric8SaysWhenServerSideApplyIsMissing() {
    client.resource(policy("p")).create();
    PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
    client.resource(policy("p")).patch(merge, "{\"spec\": {\"disabled\": true}}");
    assertThatThrownBy(() -> client.resource(policy("p")).forceConflicts().serverSideApply())
        .hasMessageContaining("unknown format");
  }

  @Test
  void everyKindIsFoundByItsNameAndTakesObjects() {
    for (ResourceKind kind : ResourceKind.ALL) {
      GenericKubernetesResource object = policy("any");
      object.setApiVersion(kind.apiVersion());
      object.setKind(kind.name());
      object.getMetadata().setNamespace(kind.namespaced() ? "default" : null);
      client.resource(object).create();
      assertThat(
              client
                  .genericKubernetesResources(kind.apiVersion(), kind.name())
                  .withField("metadata.name", "any")
                  .list()
                  .getItems())
          .as(kind.toString())
          .hasSize(1);
    }
  }

  @Test
  void aLeaderIsElected() {
    AtomicBoolean leads = new AtomicBoolean();
    CompletableFuture<?> election =
        client
            .leaderElector()
            .withConfig(
                new LeaderElectionConfigBuilder()
                    .withName("test")
                    .withLock(new LeaseLock("default", "leader", "me"))
                    .withLeaseDuration(Duration.ofSeconds(5))
                    .withRenewDeadline(Duration.ofSeconds(4))
                    .withRetryPeriod(Duration.ofSeconds(1))
                    .withReleaseOnCancel()
                    .withLeaderCallbacks(
                        new LeaderCallbacks(
                            () -> leads.set(true), () -> leads.set(false), leader -> {}))
                    .build())
            .build()
            .start();
    await().until(leads::get);
    election.cancel(true);
    await().until(() -> !leads.get());
  }
}

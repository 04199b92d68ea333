package io.sluice.process;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.RecordedWrite;
import io.sluice.simulator.api.WriteAdmission;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

/** Runs both servers in this JVM, for one fixture. */
public final class InMemoryTestServers implements ObservedTestServers {
  private static final String TEMPORAL_NAMESPACE = "default";
  private static final int PORT_TRIES = 5;

  private final EmbeddedHub hub;
  private final RecordedAdmission admission = new RecordedAdmission();
  private TestServer.PortBoundTestServer server;
  private WorkflowServiceStubs temporal;

  /** The name of programs that are no workers, where it matters who writes. */
  private static final String USER = "user";

  private final boolean named;
  private final String temporalNamespace;

  /** Whether Temporal is another hub's, which ends it. */
  private final boolean shared;

  public InMemoryTestServers() {
    this(false);
  }

  /**
   * Makes a hub of its own on the Temporal of another, which must be closed later. Its users name
   * themselves so.
   */
  public static InMemoryTestServers sharingTemporal(InMemoryTestServers other) {
    return onTemporal(other.temporal, other.temporalNamespace);
  }

  /** Makes a hub of its own, for that namespace of a Temporal that somebody else closes. */
  public static InMemoryTestServers onTemporal(WorkflowServiceStubs temporal, String namespace) {
    return new InMemoryTestServers(temporal, namespace);
  }

  private InMemoryTestServers(WorkflowServiceStubs temporal, String temporalNamespace) {
    this.named = true;
    this.shared = true;
    this.temporalNamespace = temporalNamespace;
    this.hub = EmbeddedHub.start(0);
    this.temporal = temporal;
  }

  /** As whom workers write. */
  static final String WORKER = "sluice";

  /** Has users, spokes and others name themselves so, if asked: workers have another name. */
  public static InMemoryTestServers withNamedUsers() {
    return new InMemoryTestServers(true);
  }

  private InMemoryTestServers(boolean named) {
    this.named = named;
    this.shared = false;
    this.temporalNamespace = TEMPORAL_NAMESPACE;
    hub = EmbeddedHub.start(0);
    startTemporal();
  }

  private void startTemporal() {
    int port = listen(PORT_TRIES);
    temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
    registerSearchAttributes();
  }

  /** Tries another port where one was taken since it was found free. */
  private int listen(int tries) {
    int port = freePort();
    try {
      server = TestServer.createPortBoundServer(port, true);
      return port;
    } catch (RuntimeException e) {
      if (tries == 1 || !(e.getCause() instanceof IOException)) {
        throw e;
      }
      return listen(tries - 1);
    }
  }

  @Override
  public void loseTemporal() {
    temporal.shutdownNow();
    server.close();
    startTemporal();
  }

  private void registerSearchAttributes() {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(temporal.getRawChannel())
                .validateAndBuildWithDefaults());
    AddSearchAttributesRequest.Builder request =
        AddSearchAttributesRequest.newBuilder().setNamespace(TEMPORAL_NAMESPACE);
    RunVisibility.SEARCH_ATTRIBUTES.forEach(
        name -> request.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator.blockingStub().addSearchAttributes(request.build());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public EmbeddedHub hub() {
    return hub;
  }

  @Override
  public KubernetesClient client() {
    return named
        ? new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder(Config.empty())
                    .withMasterUrl(hub.url())
                    .withUserAgent(USER)
                    .withHttp2Disable(true)
                    .withOnlyHttpWatches(true)
                    .build())
            .build()
        : HubClient.ofUrl(hub.url());
  }

  /** Others do not write as this user: a gate lets it alone write tickets. */
  @Override
  public KubernetesClient workerClient() {
    return as(WORKER);
  }

  /** There are no rights here: everybody may. */
  @Override
  public KubernetesClient policyEditor(String user) {
    return as(user);
  }

  private KubernetesClient as(String user) {
    try (KubernetesClient plain = HubClient.ofUrl(hub.url())) {
      return new KubernetesClientBuilder()
          .withConfig(
              new ConfigBuilder(plain.getConfiguration()).withImpersonateUsername(user).build())
          .build();
    }
  }

  @Override
  public WorkflowServiceStubs temporal() {
    return temporal;
  }

  @Override
  public Settings adapt(Settings settings) {
    return settings.with(
        all -> all.temporalNamespace(temporalNamespace).stickyTimeout(Duration.ZERO));
  }

  @Override
  public String namespace() {
    return "policies";
  }

  @Override
  public String temporalNamespace() {
    return temporalNamespace;
  }

  @Override
  public long contentWrites(String cluster, String replica) {
    return hub.writes().stream()
        .filter(write -> write.resource().equals("policies") && write.subresource().isEmpty())
        .filter(write -> write.namespace().equals(cluster))
        // The request that creates an object does not name it.
        .filter(write -> write.name().isEmpty() || write.name().equals(replica))
        .filter(RecordedWrite::succeeded)
        .count();
  }

  @Override
  public List<RecordedWrite> workerWrites() {
    return hub.writes(HubClient.USER_AGENT);
  }

  @Override
  public void installGate(boolean quiet) {
    hub.admit(admission);
    admission.rules(new GateAdmission(WORKER, quiet));
  }

  @Override
  public void removeGate() {
    admission.rules(WriteAdmission.OPEN);
  }

  @Override
  public void openGate() {
    removeGate();
  }

  @Override
  public void restartHub() {
    hub.stop();
    hub.restart();
  }

  @Override
  public List<ObservedWrite> accepted() {
    return admission.writes();
  }

  @Override
  public void close() {
    if (!shared) {
      temporal.shutdownNow();
      server.close();
    }
    hub.close();
  }
}

package io.sluice.demo;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.sluice.connection.TemporalConnection;
import io.sluice.tools.option.CliFailure;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.internal.testservice.TestServicesStarter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Runs Temporal in memory on the loopback address, with the search attributes of rollouts; all is
 * gone when it closes.
 *
 * <p>The test server's own start-up listens on every address of the machine, which a demo must not.
 */
final class TemporalInMemory implements AutoCloseable {
  private final TestServicesStarter services;
  private final Server server;
  private final WorkflowServiceStubs stubs;

  private TemporalInMemory(
      TestServicesStarter services, Server server, WorkflowServiceStubs stubs) {
    this.services = services;
    this.server = server;
    this.stubs = stubs;
  }

  /** Starts it on a port, or on any free one when that is 0. */
  static TemporalInMemory start(int port, String namespace) {
    TestServicesStarter services = new TestServicesStarter(true, 0);
    Server server = null;
    try {
      server = listen(port, services);
      WorkflowServiceStubs stubs = TemporalConnection.open("127.0.0.1:" + server.getPort());
      register(stubs, namespace);
      return new TemporalInMemory(services, server, stubs);
    } catch (RuntimeException e) {
      if (server != null) {
        server.shutdownNow();
      }
      services.close();
      throw e;
    }
  }

  private static Server listen(int port, TestServicesStarter services) {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    HealthStatusManager health = new HealthStatusManager();
    for (BindableService service : services.getServices()) {
      ServerServiceDefinition definition = service.bindService();
      builder.addService(definition);
      health.setStatus(definition.getServiceDescriptor().getName(), ServingStatus.SERVING);
    }
    // Clients ask it whether the server is there.
    builder.addService(health.getHealthService());
    try {
      return builder.build().start();
    } catch (IOException e) {
      throw new CliFailure(
          "Cannot start Temporal on 127.0.0.1:%d: the port is in use. Choose another with --temporal-port (0 takes any free one)."
              .formatted(port),
          e);
    }
  }

  private static void register(WorkflowServiceStubs stubs, String namespace) {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .validateAndBuildWithDefaults());
    AddSearchAttributesRequest.Builder request =
        AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
    RunVisibility.SEARCH_ATTRIBUTES.forEach(
        name -> request.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator.blockingStub().addSearchAttributes(request.build());
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  WorkflowServiceStubs stubs() {
    return stubs;
  }

  @Override
  public void close() {
    TemporalConnection.close(stubs);
    server.shutdownNow();
    services.close();
  }
}

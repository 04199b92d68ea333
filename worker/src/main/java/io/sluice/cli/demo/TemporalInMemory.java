package io.sluice.cli.demo;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.sluice.cli.CliFailure;
import io.sluice.cli.TemporalConnection;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.internal.testservice.GRPCServerHelper;
import io.temporal.internal.testservice.TestServicesStarter;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * Runs Temporal in memory, with the search attributes of rollouts; all is gone when it closes.
 *
 * <p>It listens on the loopback address alone. {@code TestServer.createPortBoundServer} would do
 * the same work, but for every network that the machine is on, and it cannot say which port it
 * took.
 */
final class TemporalInMemory implements AutoCloseable {
  private static final List<String> KEYWORDS =
      List.of(
          "SluicePolicy", "SluiceNamespace", "SluicePhase", "SluiceOutcome", "SluiceWaitingFor");

  private final TestServicesStarter services = new TestServicesStarter(true, 0);
  private final Server server;
  private final WorkflowServiceStubs stubs;

  private TemporalInMemory(int port, String namespace) {
    this.server = listen(port);
    this.stubs = TemporalConnection.open(address());
    register(namespace);
  }

  /** Starts it on a port, or on any free one when that is 0. */
  static TemporalInMemory start(int port, String namespace) {
    return new TemporalInMemory(port, namespace);
  }

  private Server listen(int port) {
    try {
      NettyServerBuilder builder =
          NettyServerBuilder.forAddress(
              new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      GRPCServerHelper.registerServicesAndHealthChecks(services.getServices(), builder);
      return builder.build().start();
    } catch (IOException e) {
      services.close();
      throw new CliFailure(
          "Cannot start Temporal on 127.0.0.1:%d: %s. Choose another with --temporal-port (0 takes any free one)."
              .formatted(port, reason(e)),
          e);
    }
  }

  /** Netty's native transport says it in words only. */
  private static String reason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).contains("already in use")) {
        return "the port is in use";
      }
    }
    return failure.getMessage();
  }

  private void register(String namespace) {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setTarget(address())
                .validateAndBuildWithDefaults());
    AddSearchAttributesRequest.Builder request =
        AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
    KEYWORDS.forEach(
        name -> request.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator.blockingStub().addSearchAttributes(request.build());
    operator.shutdownNow();
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

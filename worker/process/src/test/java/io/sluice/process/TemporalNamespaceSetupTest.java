package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.AddSearchAttributesResponse;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesResponse;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceImplBase;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.RegisterNamespaceRequest;
import io.temporal.api.workflowservice.v1.RegisterNamespaceResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceImplBase;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TemporalNamespaceSetupTest {
  private static final IndexedValueType KEYWORD = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

  private final Map<String, IndexedValueType> attributes = new TreeMap<>();
  private Duration retention = Duration.ZERO;
  private boolean known;
  private boolean strict;
  private Server server;
  private WorkflowServiceStubs stubs;

  @BeforeEach
  void start() throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new Workflows())
            .addService(new Operators())
            .build()
            .start();
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + server.getPort())
                .build());
  }

  @AfterEach
  void stop() {
    stubs.shutdownNow();
    server.shutdownNow();
  }

  @Test
  void whatIsMissingIsMadeWhereThatIsAllowed() {
    new TemporalNamespaceSetup(stubs, "sluice").ensure();

    assertThat(known).isTrue();
    assertThat(retention).isEqualTo(Duration.ofDays(30));
    assertThat(attributes)
        .containsOnlyKeys(
            "SluiceNamespace", "SluiceOutcome", "SluicePhase", "SluicePolicy", "SluiceWaitingFor")
        .containsValue(KEYWORD);
  }

  @Test
  void aNamespaceThatMayNotBeMadeIsNamedWithItsCommand() {
    strict = true;

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "fleet").ensure())
        .hasMessage(
            "Cannot use Temporal namespace fleet: it does not exist, and this user may not create"
                + " it. Run temporal operator namespace create --namespace fleet --retention 30d,"
                + " or name another with --temporal-namespace.");
  }

  @Test
  void searchAttributesThatMayNotBeMadeAreNamedWithTheirCommand() {
    known = true;
    strict = true;
    attributes.put("SluicePolicy", KEYWORD);
    attributes.put("SluiceNamespace", KEYWORD);
    attributes.put("SluicePhase", KEYWORD);

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "sluice").ensure())
        .hasMessage(
            "Cannot list rollouts in Temporal namespace sluice: it lacks the search attributes"
                + " SluiceOutcome, SluiceWaitingFor, and this user may not add them. Run temporal"
                + " operator search-attribute create --namespace sluice --name SluiceOutcome --type"
                + " Keyword --name SluiceWaitingFor --type Keyword.");
  }

  @Test
  void aSearchAttributeOfAnotherTypeIsNamed() {
    known = true;
    attributes.put("SluicePhase", IndexedValueType.INDEXED_VALUE_TYPE_TEXT);

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "sluice").ensure())
        .hasMessageStartingWith("Cannot use the search attribute SluicePhase: its type is")
        .hasMessageContaining("temporal operator search-attribute remove");
  }

  private static StatusRuntimeException status(Status status) {
    return status.asRuntimeException();
  }

  private static <T> void answer(StreamObserver<T> to, T what) {
    to.onNext(what);
    to.onCompleted();
  }

  private final class Workflows extends WorkflowServiceImplBase {
    @Override
    public void getSystemInfo(
        GetSystemInfoRequest asked, StreamObserver<GetSystemInfoResponse> to) {
      answer(to, GetSystemInfoResponse.getDefaultInstance());
    }

    @Override
    public void describeNamespace(
        DescribeNamespaceRequest asked, StreamObserver<DescribeNamespaceResponse> to) {
      if (known) {
        answer(to, DescribeNamespaceResponse.getDefaultInstance());
      } else {
        to.onError(status(Status.NOT_FOUND));
      }
    }

    @Override
    public void registerNamespace(
        RegisterNamespaceRequest asked, StreamObserver<RegisterNamespaceResponse> to) {
      if (strict) {
        to.onError(status(Status.PERMISSION_DENIED));
        return;
      }
      known = true;
      retention = Duration.ofSeconds(asked.getWorkflowExecutionRetentionPeriod().getSeconds());
      answer(to, RegisterNamespaceResponse.getDefaultInstance());
    }
  }

  private final class Operators extends OperatorServiceImplBase {
    @Override
    public void listSearchAttributes(
        ListSearchAttributesRequest asked, StreamObserver<ListSearchAttributesResponse> to) {
      answer(
          to, ListSearchAttributesResponse.newBuilder().putAllCustomAttributes(attributes).build());
    }

    @Override
    public void addSearchAttributes(
        AddSearchAttributesRequest asked, StreamObserver<AddSearchAttributesResponse> to) {
      if (strict) {
        to.onError(status(Status.PERMISSION_DENIED));
        return;
      }
      attributes.putAll(asked.getSearchAttributesMap());
      answer(to, AddSearchAttributesResponse.getDefaultInstance());
    }
  }
}

package io.sluice.process;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Answers, in place of a Temporal server, what concerns its one namespace, which is missing at
 * first: Temporal's server for tests knows every namespace, and no search attributes.
 */
final class NamespaceServer implements AutoCloseable {
  private final Server server;
  private final Map<String, IndexedValueType> attributes = new ConcurrentSkipListMap<>();
  private volatile Duration retention = Duration.ZERO;
  private volatile boolean known;
  private volatile boolean strict;

  /** Starts it on that port; 0: any free one. */
  NamespaceServer(int port) {
    try {
      server =
          NettyServerBuilder.forAddress(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
              .addService(new Workflows())
              .addService(new Operators())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the namespace. */
  void create() {
    known = true;
  }

  /** Refuses to make what is missing from now on. */
  void refuse() {
    strict = true;
  }

  int port() {
    return server.getPort();
  }

  boolean known() {
    return known;
  }

  Duration retention() {
    return retention;
  }

  /** Returns the search attributes, which may be changed. */
  Map<String, IndexedValueType> attributes() {
    return attributes;
  }

  @Override
  public void close() {
    server.shutdownNow();
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

package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.util.Durations;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.RegisterNamespaceRequest;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Makes sure that a Temporal server has the namespace and search attributes; safe to repeat. */
final class TemporalSetup {
  static final String NAMESPACE = "sluice";
  static final int RETENTION_DAYS = 30;
  static final List<String> KEYWORDS =
      List.of(
          "SluicePolicy", "SluiceNamespace", "SluicePhase", "SluiceOutcome", "SluiceWaitingFor");

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final WorkflowServiceStubs temporal;

  TemporalSetup(WorkflowServiceStubs temporal) {
    this.temporal = requireNonNull(temporal, "temporal is null");
  }

  void ensure() {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(temporal.getRawChannel())
                .validateAndBuildWithDefaults());
    try {
      if (!namespaceKnown()) {
        registerNamespace();
      }
      await("search attributes " + KEYWORDS, () -> searchAttributesKnown(operator));
    } catch (StatusRuntimeException e) {
      throw new DevServersException(
          "Cannot set up Temporal: %s. Read its log.".formatted(e.getStatus()), e);
    } finally {
      operator.shutdown();
    }
  }

  private void registerNamespace() {
    temporal
        .blockingStub()
        .registerNamespace(
            RegisterNamespaceRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setDescription("Rollouts of policies")
                .setWorkflowExecutionRetentionPeriod(Durations.fromDays(RETENTION_DAYS))
                .build());
    await("namespace " + NAMESPACE, this::namespaceKnown);
  }

  private boolean namespaceKnown() {
    try {
      temporal
          .blockingStub()
          .withDeadlineAfter(10, TimeUnit.SECONDS)
          .describeNamespace(DescribeNamespaceRequest.newBuilder().setNamespace(NAMESPACE).build());
      return true;
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private boolean searchAttributesKnown(OperatorServiceStubs operator) {
    try {
      Map<String, IndexedValueType> missing = missing(operator);
      if (!missing.isEmpty()) {
        add(operator, missing);
      }
      return missing.isEmpty();
    } catch (StatusRuntimeException e) {
      // Parts of the server learn of a new namespace a little later than others.
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private static void add(OperatorServiceStubs operator, Map<String, IndexedValueType> missing) {
    operator
        .blockingStub()
        .withDeadlineAfter(10, TimeUnit.SECONDS)
        .addSearchAttributes(
            AddSearchAttributesRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .putAllSearchAttributes(missing)
                .build());
  }

  /** The server accepts another type for a known name and keeps the old one: so compare. */
  private Map<String, IndexedValueType> missing(OperatorServiceStubs operator) {
    Map<String, IndexedValueType> present =
        operator
            .blockingStub()
            .withDeadlineAfter(10, TimeUnit.SECONDS)
            .listSearchAttributes(
                ListSearchAttributesRequest.newBuilder().setNamespace(NAMESPACE).build())
            .getCustomAttributesMap();
    Map<String, IndexedValueType> missing = new TreeMap<>();
    for (String name : KEYWORDS) {
      IndexedValueType type = present.get(name);
      if (type == null) {
        missing.put(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD);
      } else if (type != IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD) {
        throw new DevServersException(
            "Cannot use the search attribute %1$s: its type is %2$s, not Keyword. Remove it with temporal operator search-attribute remove --namespace %3$s --name %1$s."
                .formatted(name, type, NAMESPACE));
      }
    }
    return missing;
  }

  private static void await(String what, BooleanSupplier done) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new DevServersException(
            "Cannot register the %s: Temporal does not know it after %d s. Read its log."
                .formatted(what, LIMIT.toSeconds()));
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}

package io.sluice.process;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.protobuf.util.Durations;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.sluice.workflow.visibility.RunVisibility;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.RegisterNamespaceRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Creates the namespace and the search attributes of rollouts on a Temporal server if they are
 * missing; safe to repeat.
 *
 * <p>Where this user may not create them, the message holds the command that does.
 */
public final class TemporalNamespaceSetup {
  private static final int RETENTION_DAYS = 30;
  private static final IndexedValueType KEYWORD = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

  /** This user may not do it, or the service is not exposed here. */
  private static final Set<Status.Code> REFUSED =
      EnumSet.of(
          Status.Code.PERMISSION_DENIED, Status.Code.UNAUTHENTICATED, Status.Code.UNIMPLEMENTED);

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final WorkflowServiceStubs temporal;
  private final String namespace;

  public TemporalNamespaceSetup(WorkflowServiceStubs temporal, String namespace) {
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
  }

  /**
   * Creates what is missing.
   *
   * @throws StatusRuntimeException while the server is away
   */
  public void ensure() {
    if (!namespaceKnown()) {
      registerNamespace();
      await("namespace " + namespace, this::namespaceKnown);
    }
    await("search attributes " + RunVisibility.SEARCH_ATTRIBUTES, this::searchAttributesKnown);
  }

  private WorkflowServiceGrpc.WorkflowServiceBlockingStub workflows() {
    return temporal.blockingStub().withDeadlineAfter(10, TimeUnit.SECONDS);
  }

  /** Uses the channel of the stubs: the raw one carries no API key. */
  private OperatorServiceGrpc.OperatorServiceBlockingStub operator() {
    return OperatorServiceGrpc.newBlockingStub(temporal.blockingStub().getChannel())
        .withDeadlineAfter(10, TimeUnit.SECONDS);
  }

  private boolean namespaceKnown() {
    try {
      workflows()
          .describeNamespace(DescribeNamespaceRequest.newBuilder().setNamespace(namespace).build());
      return true;
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private void registerNamespace() {
    try {
      workflows()
          .registerNamespace(
              RegisterNamespaceRequest.newBuilder()
                  .setNamespace(namespace)
                  .setDescription("Rollouts of policies")
                  .setWorkflowExecutionRetentionPeriod(Durations.fromDays(RETENTION_DAYS))
                  .build());
    } catch (StatusRuntimeException e) {
      if (REFUSED.contains(e.getStatus().getCode())) {
        throw new IllegalStateException(
            "Cannot use Temporal namespace %1$s: it does not exist, and this user may not create it. Run temporal operator namespace create --namespace %1$s --retention %2$dd, or name another with --temporal-namespace."
                .formatted(namespace, RETENTION_DAYS),
            e);
      }
      if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
        throw e;
      }
    }
  }

  private boolean searchAttributesKnown() {
    try {
      Map<String, IndexedValueType> missing = missing();
      if (!missing.isEmpty()) {
        add(missing);
      }
      return missing.isEmpty();
    } catch (StatusRuntimeException e) {
      // Some services of the server see a new namespace a little later than others.
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** The server accepts another type for a known name and keeps the old one: so compare. */
  private Map<String, IndexedValueType> missing() {
    Map<String, IndexedValueType> present;
    try {
      present =
          operator()
              .listSearchAttributes(
                  ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
              .getCustomAttributesMap();
    } catch (StatusRuntimeException e) {
      if (REFUSED.contains(e.getStatus().getCode())) {
        // Unknown: if some are missing, the first run fails, and its history names them.
        return Map.of();
      }
      throw e;
    }
    Map<String, IndexedValueType> missing = new TreeMap<>();
    for (String name : RunVisibility.SEARCH_ATTRIBUTES) {
      IndexedValueType type = present.get(name);
      if (type == null) {
        missing.put(name, KEYWORD);
      } else if (type != KEYWORD) {
        throw new IllegalStateException(
            "Cannot use the search attribute %1$s: its type is %2$s, not Keyword. Run temporal operator search-attribute remove --namespace %3$s --name %1$s."
                .formatted(name, type, namespace));
      }
    }
    return missing;
  }

  private void add(Map<String, IndexedValueType> missing) {
    try {
      operator()
          .addSearchAttributes(
              AddSearchAttributesRequest.newBuilder()
                  .setNamespace(namespace)
                  .putAllSearchAttributes(missing)
                  .build());
    } catch (StatusRuntimeException e) {
      if (REFUSED.contains(e.getStatus().getCode())) {
        throw new IllegalStateException(
            "Cannot list rollouts in Temporal namespace %1$s: it lacks the search attributes %2$s, and this user may not add them. Run temporal operator search-attribute create --namespace %1$s %3$s."
                .formatted(
                    namespace,
                    String.join(", ", missing.keySet()),
                    missing.keySet().stream()
                        .map("--name %s --type Keyword"::formatted)
                        .collect(joining(" "))),
            e);
      }
      throw e;
    }
  }

  private static void await(String what, BooleanSupplier done) {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "Cannot register the %s: Temporal does not know it after %d s. Read its log."
                .formatted(what, LIMIT.toSeconds()));
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}

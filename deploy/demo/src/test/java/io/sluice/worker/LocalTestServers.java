package io.sluice.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.settings.Settings;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Uses development servers, those of this JVM if no others are given: clusters and their namespaces
 * are shared by all fixtures, each has a namespace of its own for its policy.
 */
final class LocalTestServers implements TestServers {
  private static final AtomicInteger FIXTURES = new AtomicInteger();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");

  private final DevServers servers;
  private final String namespace = "policies-" + FIXTURES.incrementAndGet();
  private final WorkflowServiceStubs temporal;

  LocalTestServers() {
    this(SharedDevServers.get());
    removePropagatorLeases();
  }

  /** A former fixture may have left one, by which a worker would decide its mode. */
  private void removePropagatorLeases() {
    try (KubernetesClient client = client()) {
      client
          .leases()
          .inAnyNamespace()
          .withField("metadata.name", PropagatorGuard.LEASE)
          .list()
          .getItems()
          .forEach(lease -> client.resource(lease).delete());
    }
  }

  LocalTestServers(DevServers servers) {
    this.servers = servers;
    this.temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(servers.temporalTarget()).build());
  }

  DevServers servers() {
    return servers;
  }

  /** Connects with short limits, for workers that may be dead. The caller closes it. */
  WorkflowServiceStubs quickConnection() {
    Duration second = Duration.ofSeconds(1);
    return WorkflowServiceStubs.newServiceStubs(
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(servers.temporalTarget())
            .setRpcQueryTimeout(second)
            .setRpcRetryOptions(
                RpcRetryOptions.newBuilder().setExpiration(second).validateBuildWithDefaults())
            .build());
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
  public WorkflowServiceStubs temporal() {
    return temporal;
  }

  @Override
  public Settings adapt(Settings settings) {
    return settings.with(all -> all.temporalNamespace(servers.temporalNamespace()));
  }

  @Override
  public String namespace() {
    return namespace;
  }

  @Override
  public String temporalNamespace() {
    return servers.temporalNamespace();
  }

  @Override
  public long contentWrites(String cluster, String replica) {
    return contentWrites(replica).stream().filter(cluster::equals).count();
  }

  /**
   * Returns the cluster of each write of such a replica's content by Sluice, from the audit log.
   */
  List<String> contentWrites(String replica) {
    return policyWrites("\"" + replica + "\"")
        .filter(entry -> !entry.path("verb").asText().equals("delete"))
        .map(entry -> entry.path("objectRef"))
        .filter(object -> object.path("subresource").asText().isEmpty())
        .filter(object -> object.path("name").asText().equals(replica))
        .map(object -> object.path("namespace").asText())
        .toList();
  }

  /** Returns the path of each write of a policy, a replica or their status by Sluice since then. */
  List<String> policyWrites(Instant since) {
    return policyWrites("\"policies\"")
        .filter(
            entry ->
                !Instant.parse(entry.path("requestReceivedTimestamp").asText()).isBefore(since))
        .map(entry -> entry.path("requestURI").asText())
        .toList();
  }

  /** Returns what the audit log has on writes that the hub accepted, in lines with that text. */
  private Stream<JsonNode> policyWrites(String text) {
    try (Stream<String> lines = Files.lines(servers.auditLog())) {
      return lines
          .filter(line -> line.contains(text))
          .map(LocalTestServers::parse)
          .filter(entry -> entry.path("user").path("username").asText().equals("sluice"))
          .filter(entry -> WRITES.contains(entry.path("verb").asText()))
          .filter(entry -> entry.path("responseStatus").path("code").asInt() < 300)
          .filter(entry -> entry.path("objectRef").path("resource").asText().equals("policies"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + servers.auditLog(), e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the line " + line, e);
    }
  }

  /** The servers stay for the next fixture. */
  @Override
  public void close() {
    temporal.shutdownNow();
  }
}

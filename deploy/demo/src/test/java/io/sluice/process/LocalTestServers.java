package io.sluice.process;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.Program;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateState;
import io.sluice.policy.PolicyApi;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.RecordedWrite;
import io.temporal.serviceclient.RpcRetryOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Uses development servers, those of this JVM if no others are given: clusters and their namespaces
 * are shared by all fixtures, each has a namespace of its own for its policy.
 */
public final class LocalTestServers implements ObservedTestServers {
  private static final AtomicInteger FIXTURES = new AtomicInteger();
  private static final String WORKER = "sluice";

  private final DevServers servers;
  private final String namespace = "policies-" + FIXTURES.incrementAndGet();
  private final WorkflowServiceStubs temporal;
  private final Instant begin = Instant.now();
  private final List<AuditLog> others = new ArrayList<>();

  /** A former fixture may have left the Lease of a propagator. */
  public LocalTestServers() {
    this(SharedDevServers.get());
    servers.forgetPropagator();
  }

  public LocalTestServers(DevServers servers) {
    this.servers = servers;
    this.temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(servers.temporalTarget()).build());
  }

  public DevServers servers() {
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
  public void loseTemporal() {
    servers.kill(Program.TEMPORAL);
    try {
      SharedDevServers.loseTemporalsDatabase();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SharedDevServers.heal();
    // A connection that was refused is tried again only after a while.
    temporal.connect(Patience.MOST);
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
    return audit().naming(WORKER, replica).stream()
        .filter(entry -> entry.writes() && entry.accepted())
        .filter(entry -> entry.resource().equals("policies") && !entry.verb().equals("delete"))
        .map(AuditLog.Entry::namespace)
        .toList();
  }

  /** Returns each write of a policy, a replica or their status by Sluice since then. */
  List<AuditLog.Entry> policyWrites(Instant since) {
    return audit().of(WORKER).stream()
        .filter(entry -> entry.writes() && entry.accepted() && !entry.at().isBefore(since))
        .filter(entry -> entry.resource().split("/")[0].equals("policies"))
        .toList();
  }

  private AuditLog audit() {
    return new AuditLog(servers.auditLog());
  }

  @Override
  public List<RecordedWrite> workerWrites() {
    return new AuditLog(servers.auditLog())
        .of("sluice").stream()
            .filter(entry -> entry.writes() && entry.at().isAfter(begin))
            .map(LocalTestServers::write)
            .toList();
  }

  private static RecordedWrite write(AuditLog.Entry entry) {
    String[] parts = entry.resource().split("/");
    return new RecordedWrite(
        entry.verb(),
        parts[0],
        parts.length > 1 ? parts[1] : "",
        entry.namespace(),
        entry.name(),
        entry.code());
  }

  @Override
  public void installGate(boolean quiet) {
    servers.installGate(WORKER, quiet);
  }

  @Override
  public void removeGate() {
    servers.removeGate();
  }

  @Override
  public void openGate() {
    try (KubernetesClient hub = servers.client()) {
      List.of("ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding")
          .forEach(
              kind ->
                  hub
                      .genericKubernetesResources("admissionregistration.k8s.io/v1", kind)
                      .list()
                      .getItems()
                      .stream()
                      .filter(found -> found.getMetadata().getName().startsWith("sluice-gate"))
                      .forEach(found -> hub.resource(found).delete()));
    }
    // An API server holds writes for a moment after that.
    try (KubernetesClient worker = workerClient()) {
      GateCheck check = new GateCheck(worker, LeaseSettings.NAMESPACE);
      Patience.await("the gate open").until(() -> check.check().state() instanceof GateState.Open);
    }
  }

  @Override
  public KubernetesClient policyEditor(String user) {
    try (KubernetesClient admin = client()) {
      admin
          .resource(
              new ClusterRoleBindingBuilder()
                  .withNewMetadata()
                  .withName("policy-editors")
                  .endMetadata()
                  .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "policy-editors")
                  .addNewSubject("rbac.authorization.k8s.io", "Group", "policy-editors", null)
                  .build())
          .serverSideApply();
      admin
          .resource(
              new ClusterRoleBuilder()
                  .withNewMetadata()
                  .withName("policy-editors")
                  .endMetadata()
                  .addNewRule()
                  .withApiGroups(PolicyApi.GROUP)
                  .withResources("policies")
                  .withVerbs("*")
                  .endRule()
                  .build())
          .serverSideApply();
    }
    return servers.client(user, "policy-editors");
  }

  @Override
  public void restartHub() {
    servers.restart(Program.KUBE_APISERVER);
  }

  @Override
  public List<ObservedWrite> accepted() {
    return new AuditedWrites(namespace)
        .of(Stream.concat(Stream.of(audit()), others.stream()).toList());
  }

  /** Has the writes by another API server of the hub count, too. */
  LocalTestServers auditedBy(AuditLog other) {
    others.add(other);
    return this;
  }

  /** The servers stay for the next fixture. */
  @Override
  public void close() {
    temporal.shutdownNow();
  }
}

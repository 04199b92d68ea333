package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.connection.TemporalConnection;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.DevServersException;
import io.sluice.devservers.DevServersOptions;
import io.sluice.hub.read.HubMode;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.Settings;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.CommandWriter;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a demo on the development servers of a folder. Servers that ran before stay; else all of
 * them end with the demo, and only their data stay.
 */
final class LocalServers implements DemoServers {
  private static final Logger LOG = LoggerFactory.getLogger(LocalServers.class);

  private final DevServers servers;
  private final boolean started;
  private final DemoSettings settings;
  private final WorkflowServiceStubs temporal;

  private LocalServers(
      DevServers servers, boolean started, DemoSettings settings, WorkflowServiceStubs temporal) {
    this.servers = servers;
    this.started = started;
    this.settings = settings;
    this.temporal = temporal;
  }

  static LocalServers open(DemoSettings settings, Path folder) {
    try {
      boolean started = !DevServers.of(folder, LOG::info).map(DevServers::anyRuns).orElse(false);
      DevServers servers =
          DevServers.up(
              new DevServersOptions(folder, settings.apiPort(), settings.temporalPort(), 0),
              LOG::info);
      try {
        if (settings.kind().beside()) {
          servers.setUp(HubMode.BESIDE);
        }
        if (settings.kind() == DemoKind.GATE) {
          servers.installGate(GATE_WORKER, true);
        }
        if (settings.kind() == DemoKind.KARMADA) {
          servers.allowTemplates();
        }
        return new LocalServers(
            servers, started, settings, TemporalConnection.open(servers.temporalTarget()));
      } catch (RuntimeException e) {
        stop(servers, started);
        throw e;
      }
    } catch (DevServersException e) {
      throw new CliFailure(e.getMessage(), e);
    }
  }

  private static void stop(DevServers servers, boolean started) {
    if (started) {
      servers.down();
    }
  }

  @Override
  public KubernetesClient connect() {
    return servers.client();
  }

  @Override
  public KubernetesClient connectAsWorker() {
    return settings.kind() == DemoKind.GATE
        ? servers.workerClient(GATE_WORKER)
        : servers.workerClient();
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
  public void clear(Examples examples) {
    terminate(HubName.DEFAULT.workflowId(examples.policy()));
    try (KubernetesClient hub = connect()) {
      new DemoCleanup(hub, examples).remove();
    }
  }

  @Override
  public void terminate(String workflowId) {
    run(workflowId).ifPresent(run -> run.terminate("a new demo begins with the same objects"));
  }

  private Optional<WorkflowStub> run(String workflowId) {
    WorkflowStub stub = stub(workflowId);
    try {
      return stub.describe().getWorkflowExecutionInfo().hasCloseTime()
          ? Optional.empty()
          : Optional.of(stub);
    } catch (WorkflowNotFoundException e) {
      return Optional.empty();
    }
  }

  private WorkflowStub stub(String workflowId) {
    return WorkflowClient.newInstance(
            temporal,
            WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build())
        .newUntypedWorkflowStub(workflowId);
  }

  @Override
  public CommandWriter commands() {
    return new CommandWriter(List.of("--kubeconfig", servers.kubeconfig().toString()));
  }

  @Override
  public List<Place> places() {
    return List.of(
        new Place("Kubernetes API", servers.hub().toString()),
        new Place("Kubeconfig", "export KUBECONFIG=" + servers.kubeconfig()),
        new Place(
            "Temporal", servers.temporalTarget() + ", namespace " + servers.temporalNamespace()),
        new Place(
            "Web UI",
            "%s/namespaces/%s/workflows"
                .formatted(servers.temporalUi(), servers.temporalNamespace())),
        new Place(
            "Servers",
            started ? "end with the demo; their data stay" : "ran before, and stay when it ends"));
  }

  @Override
  public Optional<String> page(String workflowId) {
    return run(workflowId)
        .map(
            run ->
                "%s/namespaces/%s/workflows/%s/%s/user-metadata"
                    .formatted(
                        servers.temporalUi(),
                        servers.temporalNamespace(),
                        URLEncoder.encode(workflowId, StandardCharsets.UTF_8),
                        run.describe().getExecution().getRunId()));
  }

  @Override
  public void close() {
    TemporalConnection.close(temporal);
    if (settings.kind().beside()) {
      servers.setUp(HubMode.STANDALONE);
    }
    if (settings.kind() == DemoKind.KARMADA) {
      servers.disallowTemplates();
    }
    stop(servers, started);
  }
}

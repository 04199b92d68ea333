package io.sluice.demo;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.tools.option.CommandWriter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Runs the hub's API and Temporal in this process; nothing is kept. */
final class InMemoryServers implements DemoServers {
  private final EmbeddedHub hub;
  private final TemporalInMemory temporal;

  private InMemoryServers(EmbeddedHub hub, TemporalInMemory temporal) {
    this.hub = hub;
    this.temporal = temporal;
  }

  static InMemoryServers open(DemoSettings settings) {
    EmbeddedHub hub = EmbeddedHub.start(settings.apiPort());
    try {
      makeNamespace(hub);
      if (settings.kind() == DemoKind.GATE) {
        hub.admit(new GateAdmission(GATE_WORKER, true));
      }
      return new InMemoryServers(
          hub,
          TemporalInMemory.start(settings.temporalPort(), Settings.DEFAULTS.temporalNamespace()));
    } catch (RuntimeException e) {
      hub.close();
      throw e;
    }
  }

  /** Makes that of the worker, as deploy/rbac does. */
  private static void makeNamespace(EmbeddedHub hub) {
    try (KubernetesClient client = HubClient.ofUrl(hub.url())) {
      client
          .resource(
              new NamespaceBuilder()
                  .withNewMetadata()
                  .withName(LeaseSettings.NAMESPACE)
                  .endMetadata()
                  .build())
          .create();
    }
  }

  @Override
  public KubernetesClient connect() {
    return HubClient.ofUrl(hub.url());
  }

  @Override
  public KubernetesClient connectAsWorker() {
    return HubClient.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(hub.url())
            .withImpersonateUsername(GATE_WORKER)
            .build());
  }

  @Override
  public WorkflowServiceStubs temporal() {
    return temporal.stubs();
  }

  /** Sets no sticky timeout: Temporal in memory never gives a run to another worker. */
  @Override
  public Settings adapt(Settings settings) {
    return settings.with(all -> all.stickyTimeout(Duration.ZERO));
  }

  /** New servers hold nothing of a former demo. */
  @Override
  public void clear(Examples examples) {}

  @Override
  public CommandWriter commands() {
    return new CommandWriter(List.of("--hub", hub.url()));
  }

  @Override
  public List<Place> places() {
    return List.of(
        new Place("Kubernetes API", hub.url()), new Place("Temporal", temporal.address()));
  }

  @Override
  public void terminate(String workflowId) {}

  @Override
  public Optional<String> page(String workflowId) {
    return Optional.empty();
  }

  @Override
  public void close() {
    temporal.close();
    hub.close();
  }
}

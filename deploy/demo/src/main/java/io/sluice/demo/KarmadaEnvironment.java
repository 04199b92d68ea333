package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.process.Sluice;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.ModeSetting;
import io.sluice.settings.Settings;
import io.sluice.settings.TemplateSettings;
import io.sluice.simulator.karmada.MemberBehaviour;
import io.sluice.simulator.karmada.MemberFleet;
import io.sluice.template.work.WorkName;
import io.sluice.tools.manifest.Manifest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Starts what a demo with Karmada's policies runs on: the servers, Sluice and the members. */
final class KarmadaEnvironment implements AutoCloseable {
  private static final MemberBehaviour ORDINARY =
      MemberBehaviour.ORDINARY.taking(Duration.ofMillis(300), Duration.ofMillis(700));

  private final Deque<Runnable> closing = new ArrayDeque<>();
  private final DemoServers servers;
  private final KubernetesClient client;
  private final KarmadaExample example;

  KarmadaEnvironment(DemoSettings settings, KarmadaExample example) {
    this.example = example;
    try {
      servers = DemoServers.open(settings);
      closing.push(servers::close);
      client = closing(servers.connect());
      clear();
      MemberFleet members =
          MemberFleet.start(closing(servers.connect()), example.members(), ORDINARY);
      closing.push(members::close);
      example.wanted().stream()
          .limit(settings.failing())
          .forEach(member -> members.behave(member, ORDINARY.neverHealthy()));
      closing.push(
          Sluice.start(
                  closing(servers.connectAsWorker()),
                  servers.temporal(),
                  servers.adapt(sluiceSettings(settings)))
              ::close);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private KubernetesClient closing(KubernetesClient connected) {
    closing.push(connected::close);
    return connected;
  }

  private static Settings sluiceSettings(DemoSettings settings) {
    return settings
        .worker()
        .with(
            all ->
                all.mode(ModeSetting.STANDALONE).templates(Optional.of(TemplateSettings.DEFAULTS)));
  }

  DemoServers servers() {
    return servers;
  }

  /** Creates what is there at first. */
  void load() {
    ExampleLoader loader = new ExampleLoader(client);
    example.manifests().forEach(loader::load);
  }

  /** Changes an object. */
  void apply(Manifest manifest) {
    new ExampleLoader(client).apply(manifest);
  }

  KarmadaView view() {
    return KarmadaView.read(client, example.template());
  }

  /**
   * Removes what a former demo left, with its finalizers, as no worker runs that could remove them.
   */
  private void clear() {
    BindingName binding = KarmadaExample.binding(example.template());
    servers.terminate(HubName.DEFAULT.workflowId(binding));
    example.manifests().stream()
        .filter(manifest -> !DemoCleanup.STAYING.contains(manifest.kind()))
        .map(manifest -> client.resource(ExampleLoader.resource(client, manifest)))
        .forEach(KarmadaEnvironment::remove);
    remove(KarmadaKinds.RESOURCE_BINDING, binding.bindingNamespace(), binding.binding());
    remove(Kinds.ROLLOUT, binding.namespace(), binding.rolloutName());
    String work = WorkName.of(example.template());
    example
        .members()
        .forEach(member -> remove(KarmadaKinds.WORK, WorkName.namespace(member), work));
  }

  private void remove(ResourceDefinitionContext kind, String namespace, String name) {
    remove(client.genericKubernetesResources(kind).inNamespace(namespace).withName(name));
  }

  private static void remove(Resource<GenericKubernetesResource> object) {
    object.delete();
    if (object.get() != null) {
      object.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\": {\"finalizers\": null}}");
    }
  }

  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}

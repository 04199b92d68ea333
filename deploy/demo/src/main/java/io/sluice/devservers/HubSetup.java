package io.sluice.devservers;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.zjsonpatch.JsonPatch;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubMode;
import io.sluice.process.PackagedFiles;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Applies the project's definitions and rights to a hub; safe to repeat. */
final class HubSetup {
  private static final PackagedFiles CRDS = new PackagedFiles("crds", "io/sluice/crds");
  private static final String BESIDE = "beside/";

  /** What only workers that propagate templates may. */
  private static final String KARMADA = "karmada/";

  /** What no worker may, but the dashboard on the hub. */
  private static final String DASHBOARD = "dashboard/";

  private final KubernetesClient hub;
  private final ManifestApplier manifests;

  HubSetup(KubernetesClient hub, Consumer<String> progress) {
    this.hub = hub;
    this.manifests = new ManifestApplier(hub, progress);
  }

  /** Applies them for workers that stand alone: no propagator runs on these servers by itself. */
  void apply() {
    apply(HubMode.STANDALONE);
  }

  /** Applies them for workers of that mode; what the other mode has more of is taken away. */
  void apply(HubMode mode) {
    boolean beside = mode.beside();
    Map<String, String> patches = beside ? Map.of() : CRDS.files();
    manifests
        .apply(CRDS, file -> true, (file, text) -> patched(file, text, patches))
        .forEach(this::awaitServed);
    unbind(file -> !file.startsWith(KARMADA) && file.startsWith(BESIDE) != beside);
    manifests.apply(
        PackagedFiles.RBAC,
        file ->
            !file.startsWith(KARMADA)
                && !file.startsWith(DASHBOARD)
                && file.startsWith(BESIDE) == beside,
        ManifestApplier.UNCHANGED);
    if (!beside) {
      new GateSetup(hub).remove();
    }
  }

  /** Lets workers propagate templates. */
  void allowTemplates() {
    manifests.apply(
        PackagedFiles.RBAC, file -> file.startsWith(KARMADA), ManifestApplier.UNCHANGED);
  }

  /** Takes that right from them. */
  void disallowTemplates() {
    unbind(file -> file.startsWith(KARMADA));
  }

  private void unbind(Predicate<String> files) {
    manifests.objects(PackagedFiles.RBAC, files, ManifestApplier.UNCHANGED).stream()
        .filter(ClusterRoleBinding.class::isInstance)
        .forEach(binding -> hub.resource(binding).delete());
  }

  /**
   * Removes the Lease of a propagator that has run here: a worker would decide to work beside it.
   */
  void forgetPropagator() {
    hub.leases()
        .inAnyNamespace()
        .withField("metadata.name", PropagatorGuard.LEASE)
        .resources()
        .forEach(Resource::delete);
  }

  /** Applies the patch of the same file name, as the kustomization does. */
  private String patched(String file, String text, Map<String, String> files) {
    String patch = files.get(ManifestApplier.PATCHES + file.substring(file.lastIndexOf('/') + 1));
    if (patch == null) {
      return text;
    }
    KubernetesSerialization yaml = hub.getKubernetesSerialization();
    return yaml.asYaml(
        JsonPatch.apply(
            yaml.unmarshal(patch, JsonNode.class), yaml.unmarshal(text, JsonNode.class)));
  }

  private void awaitServed(HasMetadata applied) {
    if (!(applied instanceof CustomResourceDefinition)) {
      return;
    }
    String name = applied.getMetadata().getName();
    try {
      hub.apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(name)
          .waitUntilCondition(HubSetup::established, 30, TimeUnit.SECONDS);
    } catch (KubernetesClientTimeoutException e) {
      throw new DevServersException(
          "Cannot use the definition %s: the API server does not serve it after 30 s. Look at its conditions with kubectl describe crd %s."
              .formatted(name, name),
          e);
    }
  }

  private static boolean established(CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        // Absent in the first status the server writes.
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Established")
                        && condition.getStatus().equals("True"));
  }
}

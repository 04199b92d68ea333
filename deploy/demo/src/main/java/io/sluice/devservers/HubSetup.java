package io.sluice.devservers;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.zjsonpatch.JsonPatch;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.process.PackagedFiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Applies the project's definitions and rights to a hub; safe to repeat. */
final class HubSetup {
  private static final PackagedFiles CRDS = new PackagedFiles("crds", "io/sluice/crds");
  private static final String MANAGER = "sluice-devservers";
  private static final String PATCHES = "patches/";
  private static final String BESIDE = "beside/";

  /** What only workers that propagate templates may. */
  private static final String KARMADA = "karmada/";

  private static final int LONGEST = 1_000;

  private final KubernetesClient hub;

  private final Consumer<String> progress;

  HubSetup(KubernetesClient hub, Consumer<String> progress) {
    this.hub = hub;
    this.progress = progress;
  }

  /** Applies them for workers that stand alone: no propagator runs on these servers by itself. */
  void apply() {
    apply(HubMode.STANDALONE);
  }

  /** Applies them for workers of that mode; what the other mode has more of is taken away. */
  void apply(HubMode mode) {
    boolean beside = mode.beside();
    applyAll(CRDS, file -> true, beside ? Map.of() : CRDS.files()).forEach(this::awaitServed);
    unbind(file -> !file.startsWith(KARMADA) && file.startsWith(BESIDE) != beside);
    applyAll(
        PackagedFiles.RBAC,
        file -> !file.startsWith(KARMADA) && file.startsWith(BESIDE) == beside,
        Map.of());
  }

  /** Lets workers propagate templates. */
  void allowTemplates() {
    applyAll(PackagedFiles.RBAC, file -> file.startsWith(KARMADA), Map.of());
  }

  /** Takes that right from them. */
  void disallowTemplates() {
    unbind(file -> file.startsWith(KARMADA));
  }

  private void unbind(Predicate<String> files) {
    objects(PackagedFiles.RBAC, files, Map.of()).stream()
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

  /**
   * Reads the objects of a folder.
   *
   * @param patches the files among which patches are looked for
   */
  private List<HasMetadata> objects(
      PackagedFiles folder, Predicate<String> wanted, Map<String, String> patches) {
    List<HasMetadata> objects = new ArrayList<>();
    folder
        .files()
        .forEach(
            (name, text) -> {
              if (isObject(name) && wanted.test(name)) {
                objects.addAll(parse(folder + "/" + name, patched(name, text, patches)));
              }
            });
    return objects;
  }

  private List<HasMetadata> applyAll(
      PackagedFiles folder, Predicate<String> wanted, Map<String, String> patches) {
    List<HasMetadata> objects = objects(folder, wanted, patches);
    if (objects.isEmpty()) {
      progress.accept("%s is empty: nothing to apply.".formatted(folder));
    }
    // Others may be in them, whatever the order of the files.
    objects.sort(Comparator.comparing(object -> !(object instanceof Namespace)));
    objects.forEach(object -> apply(folder, object));
    return objects;
  }

  // Neither a kustomization nor a patch is an object of the hub.
  private static boolean isObject(String file) {
    return file.matches(".*\\.ya?ml")
        && !file.startsWith(PATCHES)
        && !file.matches("(.*/)?kustomization\\.ya?ml");
  }

  /** Applies the patch of the same file name, as the kustomization does. */
  private String patched(String file, String text, Map<String, String> files) {
    String patch = files.get(PATCHES + file.substring(file.lastIndexOf('/') + 1));
    if (patch == null) {
      return text;
    }
    KubernetesSerialization yaml = hub.getKubernetesSerialization();
    return yaml.asYaml(
        JsonPatch.apply(
            yaml.unmarshal(patch, JsonNode.class), yaml.unmarshal(text, JsonNode.class)));
  }

  private List<HasMetadata> parse(String file, String text) {
    try {
      return hub.load(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).items();
    } catch (KubernetesClientException | IllegalArgumentException e) {
      throw new DevServersException(
          "Cannot read %s: %s. Correct the file.".formatted(file, e.getMessage()), e);
    }
  }

  /** Server-side, and forced: an edit of the file overrules an edit of the object. */
  private void apply(PackagedFiles folder, HasMetadata object) {
    try {
      hub.resource(object).fieldManager(MANAGER).forceConflicts().serverSideApply();
    } catch (KubernetesClientException e) {
      String why = e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
      throw new DevServersException(
          "Cannot apply %s %s of %s: %s. Correct the file."
              .formatted(object.getKind(), object.getMetadata().getName(), folder, shortened(why)),
          e);
    }
  }

  // A refused schema brings a page of reasons; the first ones suffice.
  private static String shortened(String why) {
    return why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why;
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

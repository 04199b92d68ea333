package io.sluice.template.work;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds what a workload mounts, in its namespace (lazy-activation 2.10). */
public final class DependencyFinder {
  private static final Comparator<ResourceId> ORDER =
      Comparator.comparing(ResourceId::kind, ByteOrder.NAMES)
          .thenComparing(ResourceId::name, ByteOrder.NAMES);

  /** The kinds that workloads depend on. */
  public static final List<String> KINDS =
      List.of("ConfigMap", "Secret", "ServiceAccount", "PersistentVolumeClaim");

  private final String namespace;
  private final Set<ResourceId> found = new TreeSet<>(ORDER);

  private DependencyFinder(String namespace) {
    this.namespace = namespace;
  }

  /** Returns the dependencies of a template or manifest, sorted; none of other kinds. */
  public static List<ResourceId> of(Map<String, Object> object) {
    ResourceId id = ResourceId.of(object);
    DependencyFinder finder = new DependencyFinder(id.namespace());
    Map<String, Object> spec = JsonTree.map(object, "spec");
    switch (id.group() + "/" + id.kind()) {
      case "/Pod" -> finder.pod(spec);
      case "apps/Deployment", "apps/ReplicaSet", "apps/DaemonSet", "batch/Job" ->
          finder.template(spec);
      case "apps/StatefulSet" -> finder.statefulSet(spec);
      case "batch/CronJob" ->
          finder.template(JsonTree.map(JsonTree.map(spec, "jobTemplate"), "spec"));
      case "networking.k8s.io/Ingress" ->
          JsonTree.maps(spec, "tls").forEach(tls -> finder.add("Secret", tls, "secretName"));
      default -> {}
    }
    return List.copyOf(finder.found);
  }

  /** The claims that a StatefulSet makes itself are made on each cluster. */
  private void statefulSet(Map<String, Object> spec) {
    Set<String> own = new HashSet<>();
    JsonTree.maps(spec, "volumeClaimTemplates")
        .forEach(
            claim -> JsonTree.text(JsonTree.map(claim, "metadata"), "name").ifPresent(own::add));
    template(spec);
    found.removeIf(
        dependency ->
            dependency.kind().equals("PersistentVolumeClaim") && own.contains(dependency.name()));
  }

  private void template(Map<String, Object> spec) {
    pod(JsonTree.map(JsonTree.map(spec, "template"), "spec"));
  }

  private void pod(Map<String, Object> spec) {
    for (String containers : List.of("initContainers", "containers", "ephemeralContainers")) {
      JsonTree.maps(spec, containers).forEach(this::container);
    }
    JsonTree.maps(spec, "imagePullSecrets").forEach(secret -> add("Secret", secret, "name"));
    JsonTree.text(spec, "serviceAccountName")
        .filter(name -> !name.equals("default"))
        .ifPresent(name -> add("ServiceAccount", name));
    JsonTree.maps(spec, "volumes").forEach(this::volume);
  }

  private void container(Map<String, Object> container) {
    for (Map<String, Object> source : JsonTree.maps(container, "envFrom")) {
      add("ConfigMap", JsonTree.map(source, "configMapRef"), "name");
      add("Secret", JsonTree.map(source, "secretRef"), "name");
    }
    for (Map<String, Object> variable : JsonTree.maps(container, "env")) {
      Map<String, Object> from = JsonTree.map(variable, "valueFrom");
      add("ConfigMap", JsonTree.map(from, "configMapKeyRef"), "name");
      add("Secret", JsonTree.map(from, "secretKeyRef"), "name");
    }
  }

  private void volume(Map<String, Object> volume) {
    add("ConfigMap", JsonTree.map(volume, "configMap"), "name");
    add("Secret", JsonTree.map(volume, "secret"), "secretName");
    add("PersistentVolumeClaim", JsonTree.map(volume, "persistentVolumeClaim"), "claimName");
    for (Map<String, Object> source : JsonTree.maps(JsonTree.map(volume, "projected"), "sources")) {
      add("ConfigMap", JsonTree.map(source, "configMap"), "name");
      add("Secret", JsonTree.map(source, "secret"), "name");
    }
    // Drivers name their credentials in one of these fields, each in a structure of its own.
    for (Object driver : volume.values()) {
      Map<String, Object> settings = JsonTree.map(driver);
      add("Secret", JsonTree.map(settings, "secretRef"), "name");
      add("Secret", JsonTree.map(settings, "nodePublishSecretRef"), "name");
    }
    add("Secret", JsonTree.map(volume, "azureFile"), "secretName");
  }

  private void add(String kind, Map<String, Object> reference, String field) {
    JsonTree.text(reference, field).ifPresent(name -> add(kind, name));
  }

  private void add(String kind, String name) {
    found.add(new ResourceId("v1", kind, namespace, name));
  }

  /** Returns those in either collection, each once. */
  public static Set<ResourceId> union(Collection<ResourceId> left, Collection<ResourceId> right) {
    Set<ResourceId> union = new TreeSet<>(ORDER);
    union.addAll(left);
    union.addAll(right);
    return union;
  }
}

package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.connection.ConnectionFailure;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.option.CliFailure;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the objects of manifests on a hub, each with its status.
 *
 * <p>The status is a second write: a Kubernetes API takes it only there. The agents of clusters are
 * simulated, so their status is written here.
 */
final class ExampleLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ExampleLoader.class);

  private final KubernetesClient hub;
  private final Instant loaded = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  ExampleLoader(KubernetesClient hub) {
    this.hub = hub;
  }

  void load(Examples examples) {
    examples.manifests().forEach(this::load);
    LOG.info("Loaded {} objects", examples.manifests().size());
  }

  void load(Manifest manifest) {
    try {
      GenericKubernetesResource wanted = resource(hub, manifest);
      // Namespaces and clusters may be there from a former demo.
      GenericKubernetesResource created =
          hub.resource(wanted).createOr(NonDeletingOperation::update);
      status(manifest)
          .ifPresent(
              status -> {
                created.setAdditionalProperty("status", status);
                hub.resource(created).updateStatus();
              });
    } catch (KubernetesClientException e) {
      throw new CliFailure(
          "Cannot load %s: line %d: the hub refuses %s %s: %s. Correct it and try again."
              .formatted(
                  manifest.file(),
                  manifest.line(),
                  manifest.kind(),
                  manifest.name(),
                  ConnectionFailure.message(e)),
          e);
    }
  }

  /** Writes an object as kubectl apply does: what others wrote on it stays. */
  void apply(Manifest manifest) {
    GenericKubernetesResource wanted = resource(hub, manifest);
    hub.resource(wanted)
        .createOr(
            existing ->
                existing.patch(
                    PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(manifest.tree())));
  }

  /** Returns the status that the manifest has; a cluster without one is available. */
  private Optional<Object> status(Manifest manifest) {
    return manifest
        .status()
        .or(
            () ->
                manifest.is("ManagedCluster")
                    ? Optional.of(ManagedClusterStatus.available(loaded))
                    : Optional.empty());
  }

  /** Returns the object without its status. */
  static GenericKubernetesResource resource(KubernetesClient hub, Manifest manifest) {
    Map<String, Object> tree = new LinkedHashMap<>(manifest.tree());
    tree.remove("status");
    return hub.getKubernetesSerialization().convertValue(tree, GenericKubernetesResource.class);
  }
}

package io.sluice.demo;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.sluice.cli.option.CliFailure;
import io.sluice.connection.ConnectionFailure;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the objects of manifests on a hub, each with its status.
 *
 * <p>The status is a second write: a Kubernetes API takes it only there.
 */
final class ExampleLoader {
  private static final Logger LOG = LoggerFactory.getLogger(ExampleLoader.class);

  private final KubernetesClient hub;

  ExampleLoader(KubernetesClient hub) {
    this.hub = hub;
  }

  void load(Examples examples) {
    examples.manifests().forEach(this::load);
    LOG.info("Loaded {} objects", examples.manifests().size());
  }

  private void load(Manifest manifest) {
    try {
      GenericKubernetesResource wanted = resource(hub, manifest);
      // Namespaces and clusters may be there from a former demo.
      GenericKubernetesResource created =
          hub.resource(wanted).createOr(NonDeletingOperation::update);
      if (manifest.status().isPresent()) {
        created.setAdditionalProperty("status", manifest.status().get());
        hub.resource(created).updateStatus();
      }
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

  /** Returns the object without its status. */
  static GenericKubernetesResource resource(KubernetesClient hub, Manifest manifest) {
    Map<String, Object> tree = new LinkedHashMap<>(manifest.tree());
    tree.remove("status");
    return hub.getKubernetesSerialization().convertValue(tree, GenericKubernetesResource.class);
  }
}

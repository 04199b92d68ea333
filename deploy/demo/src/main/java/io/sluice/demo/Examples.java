package io.sluice.demo;

import io.sluice.cli.CliFailure;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the demo rolls out: the objects of a folder, in the order of its {@code
 * kustomization.yaml}.
 */
final class Examples {
  private static final String INDEX = "kustomization.yaml";
  private static final String GROUP_NAME = "cluster.open-cluster-management.io/decision-group-name";

  private final String place;
  private final List<Manifest> manifests;

  private Examples(String place, List<Manifest> manifests) {
    this.place = place;
    this.manifests = List.copyOf(manifests);
  }

  /** Reads the manifests of a folder, or those that come with Sluice. */
  static Examples read(Optional<Path> folder) {
    ManifestSource source = ManifestSource.of(folder);
    String index = source.shown(INDEX);
    Map<String, Object> tree =
        ManifestReader.tree(index, source.require(INDEX, "it lists what to load"));
    List<String> files = JsonTree.texts(tree, "resources");
    if (files.isEmpty()) {
      throw ManifestReader.failure(index, 1, "resources lists no file");
    }
    List<Manifest> manifests = new ArrayList<>();
    for (String file : files) {
      String text = source.require(file, INDEX + " lists it");
      manifests.addAll(ManifestReader.objects(source.shown(file), text));
    }
    return new Examples(index, manifests);
  }

  List<Manifest> manifests() {
    return manifests;
  }

  /** Returns the policy to watch: the first staged one. */
  PolicyName policy() {
    return manifests.stream()
        .filter(manifest -> manifest.is("Policy"))
        .filter(manifest -> manifest.spec().get("rolloutStrategy") != null)
        .findFirst()
        .map(manifest -> new PolicyName(namespace(manifest), manifest.name()))
        .orElseThrow(
            () ->
                new CliFailure(
                    "Cannot play %s: no Policy in it has a spec.rolloutStrategy. Add one and try again."
                        .formatted(place)));
  }

  static String namespace(Manifest manifest) {
    return manifest.namespace().isEmpty() ? "default" : manifest.namespace();
  }

  List<String> clusters() {
    return manifests.stream()
        .filter(manifest -> manifest.is("ManagedCluster"))
        .map(Manifest::name)
        .toList();
  }

  /** Returns the first clusters of a decision group, as its PlacementDecisions list them. */
  List<String> first(int wanted, String group) {
    List<String> clusters =
        manifests.stream()
            .filter(manifest -> manifest.is("PlacementDecision"))
            .filter(
                manifest ->
                    group.equals(JsonTree.strings(manifest.metadata(), "labels").get(GROUP_NAME)))
            .flatMap(
                manifest ->
                    JsonTree.maps(JsonTree.map(manifest.tree(), "status"), "decisions").stream()
                        .flatMap(row -> JsonTree.text(row, "clusterName").stream()))
            .toList();
    if (clusters.size() < wanted) {
      throw new CliFailure(
          "Cannot let %d clusters of group %s fail: it has %d. Choose a smaller number."
              .formatted(wanted, group, clusters.size()));
    }
    return clusters.subList(0, wanted);
  }
}

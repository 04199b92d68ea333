package io.sluice.demo;

import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestReader;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.placement.PlacementFiles;
import io.sluice.tools.placement.PlacementObjects;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what the demo rolls out: the objects of a folder, as its {@code kustomization.yaml} has it.
 */
final class Examples {
  static final String DEFAULT_NAMESPACE = "default";

  private static final String INDEX = "kustomization.yaml";

  private final String place;
  private final List<Manifest> manifests;
  private final List<Manifest> edited;
  private final StagedPolicies staged;

  private Examples(String place, List<Manifest> manifests, List<Manifest> edited, boolean beside) {
    this.place = place;
    this.manifests = List.copyOf(manifests);
    this.edited = List.copyOf(edited);
    this.staged = new StagedPolicies(all(), beside);
  }

  /** Reads the manifests of a folder, or those that come with Sluice. */
  static Examples read(Optional<Path> folder) {
    return read(folder, DemoKind.STANDALONE);
  }

  /**
   * Reads the manifests of a folder, or those that come with Sluice.
   *
   * @param kind what is played with them
   */
  static Examples read(Optional<Path> folder, DemoKind kind) {
    ManifestSource source = ManifestSource.of(folder, kind.folder());
    List<Manifest> edited =
        kind == DemoKind.GATE
            ? listed(ManifestSource.of(Optional.empty(), kind.folder() + "edited/"))
            : List.of();
    return new Examples(source.shown(INDEX), listed(source), edited, kind.beside());
  }

  /** Reads all that the kustomization of a source lists. */
  static List<Manifest> listed(ManifestSource source) {
    return listed(source, "", source.require(INDEX, "it lists what to load"));
  }

  /** Reads what a kustomization lists: files, and folders with a kustomization of their own. */
  private static List<Manifest> listed(ManifestSource source, String folder, String index) {
    String shown = source.shown(folder + INDEX);
    List<String> entries = JsonTree.texts(ManifestReader.tree(shown, index), "resources");
    if (entries.isEmpty()) {
      throw ManifestReader.failure(shown, 1, "resources lists no file");
    }
    List<Manifest> manifests = new ArrayList<>();
    for (String entry : entries) {
      String inner = folder + entry.replaceFirst("/*$", "/");
      Optional<String> innerIndex =
          entry.matches(".*\\.ya?ml") ? Optional.empty() : source.find(inner + INDEX);
      if (innerIndex.isPresent()) {
        manifests.addAll(listed(source, inner, innerIndex.get()));
      } else {
        String text = source.require(folder + entry, INDEX + " lists it");
        manifests.addAll(ManifestReader.objects(source.shown(folder + entry), text));
      }
    }
    return manifests;
  }

  /** Returns what is there at first. */
  List<Manifest> manifests() {
    return manifests;
  }

  /** Returns what is applied once that has reached the clusters; empty for most demos. */
  List<Manifest> edited() {
    return edited;
  }

  private List<Manifest> all() {
    return Stream.concat(manifests.stream(), edited.stream()).toList();
  }

  /** Returns the policy to watch: the first staged one. */
  PolicyName policy() {
    return staged
        .first()
        .orElseThrow(() -> new CliFailure("Cannot play %s: %s".formatted(place, staged.missing())));
  }

  static String namespace(Manifest manifest) {
    return manifest.namespace().isEmpty() ? DEFAULT_NAMESPACE : manifest.namespace();
  }

  List<String> clusters() {
    return manifests.stream()
        .filter(manifest -> manifest.is("ManagedCluster"))
        .map(Manifest::name)
        .toList();
  }

  /** Returns sentences about spellings in the manifests that other hubs drop. */
  List<String> warnings() {
    PlacementObjects objects = new PlacementFiles(DEFAULT_NAMESPACE).read(manifests);
    return PlacementFiles.warnings(objects.of(Kinds.PLACEMENT));
  }

  ExampleGroups groups() {
    return new ExampleGroups(all(), policy(), staged.strategy(policy()), Instant.now());
  }

  /** Returns the first clusters of the group whose clusters fail on request. */
  List<String> failing(int wanted) {
    if (wanted == 0) {
      return List.of();
    }
    String group = groups().failing();
    List<String> clusters = groups().clusters(group);
    if (clusters.size() < wanted) {
      throw new CliFailure(
          "Cannot let %d clusters of group %s fail: it has %d. Choose a smaller number."
              .formatted(wanted, group, clusters.size()));
    }
    return clusters.subList(0, wanted);
  }
}

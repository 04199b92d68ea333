package io.sluice.demo;

import io.sluice.cli.option.CliFailure;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Holds what the demo rolls out: the objects of a folder, in the order of its {@code
 * kustomization.yaml}, with what its folder {@code status} says that controllers would write.
 */
final class Examples {
  private static final String INDEX = "kustomization.yaml";
  private static final String STATUS = "status/";

  private final String place;
  private final List<Manifest> manifests;

  private Examples(String place, List<Manifest> manifests) {
    this.place = place;
    this.manifests = List.copyOf(manifests);
  }

  /** Reads the manifests of a folder, or those that come with Sluice. */
  static Examples read(Optional<Path> folder) {
    ManifestSource source = ManifestSource.of(folder);
    String index = source.require(INDEX, "it lists what to load");
    List<Manifest> objects = listed(source, "", index);
    List<Manifest> statuses =
        source.find(STATUS + INDEX).map(text -> listed(source, STATUS, text)).orElse(List.of());
    return new Examples(source.shown(INDEX), withStatus(objects, statuses));
  }

  private static List<Manifest> listed(ManifestSource source, String folder, String index) {
    String shown = source.shown(folder + INDEX);
    List<String> files = JsonTree.texts(ManifestReader.tree(shown, index), "resources");
    if (files.isEmpty()) {
      throw ManifestReader.failure(shown, 1, "resources lists no file");
    }
    List<Manifest> manifests = new ArrayList<>();
    for (String file : files) {
      String text = source.require(folder + file, INDEX + " lists it");
      manifests.addAll(ManifestReader.objects(source.shown(folder + file), text));
    }
    return manifests;
  }

  /** Gives each object the status that a controller would write, as a hub without one needs it. */
  private static List<Manifest> withStatus(List<Manifest> objects, List<Manifest> statuses) {
    List<Manifest> complete = new ArrayList<>(objects);
    for (Manifest status : statuses) {
      int index =
          IntStream.range(0, complete.size())
              .filter(i -> complete.get(i).sameObject(status))
              .findFirst()
              .orElseThrow(
                  () ->
                      ManifestReader.failure(
                          status.file(),
                          status.line(),
                          "there is no %s %s to have this status"
                              .formatted(status.kind(), status.name())));
      complete.set(index, complete.get(index).with(status.status()));
    }
    return complete;
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

  ExampleGroups groups() {
    return new ExampleGroups(manifests, policy());
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

package io.sluice.demo;

import io.sluice.policy.BindingName;
import io.sluice.policy.JsonTree;
import io.sluice.settings.LeaseSettings;
import io.sluice.template.ResourceId;
import io.sluice.tools.manifest.Manifest;
import io.sluice.tools.manifest.ManifestReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Holds the manifests of {@code deploy/examples/karmada}. */
final class KarmadaExample {
  private static final String FOLDER = "karmada/";
  private static final String POLICY = "propagation-policy.yaml";
  private static final String TEMPLATE = "deployment.yaml";

  private final List<Manifest> manifests;
  private final Manifest edited;
  private final Manifest touched;

  private KarmadaExample(List<Manifest> manifests, Manifest edited, Manifest touched) {
    this.manifests = manifests;
    this.edited = edited;
    this.touched = touched;
  }

  static KarmadaExample read() {
    ManifestSource source = ManifestSource.of(Optional.empty(), FOLDER);
    // After its policy: what is there before a lazy one waits for its first change.
    List<Manifest> manifests =
        Stream.concat(Examples.listed(source).stream(), Stream.of(one(source, TEMPLATE))).toList();
    return new KarmadaExample(
        manifests, one(source, "edited/" + POLICY), one(source, "touched/" + TEMPLATE));
  }

  private static Manifest one(ManifestSource source, String file) {
    return ManifestReader.objects(source.shown(file), source.require(file, "the demo applies it"))
        .get(0);
  }

  /** Returns what is there at first. */
  List<Manifest> manifests() {
    return manifests;
  }

  /** Returns the policy with other clusters. */
  Manifest edited() {
    return edited;
  }

  /** Returns the template with another content. */
  Manifest touched() {
    return touched;
  }

  /** Returns the template as it is at first. */
  Map<String, Object> templateAtFirst() {
    return manifests.stream()
        .filter(manifest -> manifest.is(touched.kind()))
        .map(Manifest::tree)
        .findFirst()
        .orElseThrow();
  }

  List<String> members() {
    return manifests.stream()
        .filter(manifest -> manifest.is("ManagedCluster"))
        .map(Manifest::name)
        .toList();
  }

  ResourceId template() {
    return ResourceId.of(touched.tree());
  }

  static BindingName binding(ResourceId template) {
    return BindingName.of(template.namespace(), template.bindingName(), LeaseSettings.NAMESPACE);
  }

  /** Returns the clusters that the policy names before it is edited. */
  List<String> former() {
    return manifests.stream()
        .filter(manifest -> manifest.is(edited.kind()))
        .flatMap(policy -> clusters(policy).stream())
        .toList();
  }

  /** Returns the clusters that it names afterwards. */
  List<String> wanted() {
    return clusters(edited);
  }

  private static List<String> clusters(Manifest policy) {
    return JsonTree.texts(
        JsonTree.map(JsonTree.map(policy.spec(), "placement"), "clusterAffinity"), "clusterNames");
  }

  /** Returns what distinguishes one content of the template from another one. */
  static String content(Map<String, Object> template) {
    return JsonTree.maps(
            JsonTree.map(JsonTree.map(JsonTree.map(template, "spec"), "template"), "spec"),
            "containers")
        .stream()
        .flatMap(container -> JsonTree.text(container, "image").stream())
        .findFirst()
        .orElse("");
  }
}

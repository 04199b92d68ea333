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

/**
 * Holds the manifests of {@code deploy/examples/karmada}.
 *
 * @param manifests what is there at first
 * @param edited the policy with other clusters
 * @param touched the template with another content
 */
record KarmadaExample(List<Manifest> manifests, Manifest edited, Manifest touched) {
  private static final String POLICY = "propagation-policy.yaml";
  private static final String TEMPLATE = "deployment.yaml";

  static KarmadaExample read() {
    ManifestSource source = ManifestSource.of(Optional.empty(), DemoKind.KARMADA.folder());
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

  ResourceId template() {
    return ResourceId.of(touched.tree());
  }

  static BindingName binding(ResourceId template) {
    return BindingName.of(template.namespace(), template.bindingName(), LeaseSettings.NAMESPACE);
  }

  List<String> members() {
    return atFirst("ManagedCluster").map(Manifest::name).toList();
  }

  /** Returns the clusters that the policy names before it is edited. */
  List<String> former() {
    return atFirst(edited.kind()).flatMap(policy -> clusters(policy).stream()).toList();
  }

  /** Returns the clusters that it names afterwards. */
  List<String> wanted() {
    return clusters(edited);
  }

  /** Returns the content that the template has before it is changed. */
  String before() {
    return atFirst(touched.kind())
        .map(Manifest::tree)
        .map(KarmadaExample::content)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the content that it has afterwards. */
  String after() {
    return content(touched.tree());
  }

  private Stream<Manifest> atFirst(String kind) {
    return manifests.stream().filter(manifest -> manifest.is(kind));
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

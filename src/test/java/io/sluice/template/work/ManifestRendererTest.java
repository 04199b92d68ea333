package io.sluice.template.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.activation.UserView;
import io.sluice.policy.JsonTree;
import io.sluice.template.ResourceId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManifestRendererTest {
  @Test
  void serverFieldsClaimAndOwnersAreNotForMembers() {
    Map<String, Object> manifest = ManifestRenderer.render(template("7", "web"));
    Map<String, Object> metadata = JsonTree.map(manifest, "metadata");

    assertThat(manifest).doesNotContainKey("status").containsKey("spec");
    assertThat(metadata).containsOnlyKeys("name", "namespace", "labels", "annotations");
    assertThat(JsonTree.strings(metadata, "labels"))
        .containsExactly(Map.entry("app", "web"), Map.entry("karmada.io/managed", "true"));
    assertThat(JsonTree.strings(metadata, "annotations"))
        .containsExactly(Map.entry("x.karmada.io/kept", "1"));
  }

  @Test
  void theExecutorFindsWhatItLooksFor() {
    Map<String, Object> annotations =
        JsonTree.map(
            JsonTree.map(manifest(work(template("7", "web"), WorkOptionsOf.ABORT)), "metadata"),
            "annotations");

    assertThat(annotations)
        .containsEntry("work.karmada.io/namespace", "karmada-es-c1")
        .containsEntry("resourcetemplate.karmada.io/generation", "3")
        .containsEntry("work.karmada.io/conflict-resolution", "abort")
        .containsEntry("resourcetemplate.karmada.io/managed-labels", "app,karmada.io/managed");
    assertThat(annotations.get("resourcetemplate.karmada.io/managed-annotations").toString())
        .contains("managed-annotations", "managed-labels", "work.karmada.io/name");
  }

  @Test
  void whereAManifestComesFromIsNoReasonToWriteAndWhatItHoldsIs() {
    String revision = work(template("7", "web"), WorkOptionsOf.ABORT).revision();

    assertThat(work(template("8", "web"), WorkOptionsOf.ABORT).revision()).isEqualTo(revision);
    assertThat(work(template("7", "api"), WorkOptionsOf.ABORT).revision()).isNotEqualTo(revision);
    assertThat(work(template("7", "web"), WorkOptionsOf.OVERWRITE).revision())
        .isNotEqualTo(revision);
  }

  @Test
  void theIdentityOfAContentIsThatOfItsManifestInAWork() {
    UserView view = new UserView(Set.of());
    Map<String, Object> rendered = ManifestRenderer.render(template("7", "web"));

    assertThat(
            ManifestRenderer.identity(
                view, manifest(work(template("9", "web"), WorkOptionsOf.OVERWRITE))))
        .isEqualTo(ManifestRenderer.identity(view, rendered));
  }

  @Test
  void namesOfWorksAreValidAndTellKindsApart() {
    ResourceId role = new ResourceId("rbac.authorization.k8s.io/v1", "ClusterRole", "", "system:x");
    ResourceId binding =
        new ResourceId("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "", "system:x");

    assertThat(WorkName.of(role)).matches("system-x-[0-9a-f]{10}");
    assertThat(WorkName.of(role)).isNotEqualTo(WorkName.of(binding));
    assertThat(WorkName.of(new ResourceId("v1", "ConfigMap", "d", "x".repeat(253)))).hasSize(253);
    assertThat(WorkName.addressable("c".repeat(52))).isTrue();
    assertThat(WorkName.addressable("c".repeat(53))).isFalse();
  }

  private static final class WorkOptionsOf {
    static final WorkOptions ABORT = new WorkOptions("Abort", false, false, Set.of());
    static final WorkOptions OVERWRITE = new WorkOptions("Overwrite", false, false, Set.of());
  }

  private static DesiredWork work(Map<String, Object> template, WorkOptions options) {
    ResourceId id = ResourceId.of(template);
    BindingState binding =
        new BindingState(
            id.namespace(),
            id.bindingName(),
            Optional.of("id"),
            id,
            "uid",
            Map.of(),
            Map.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            List.of());
    return new WorkRenderer(binding, "id", template)
        .render("c1", ManifestRenderer.render(template), options);
  }

  private static Map<String, Object> manifest(DesiredWork work) {
    return WorkRenderer.manifest(work.spec());
  }

  private static Map<String, Object> template(String version, String app) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("name", "web");
    metadata.put("namespace", "default");
    metadata.put("uid", "u" + version);
    metadata.put("resourceVersion", version);
    metadata.put("generation", 3);
    metadata.put("finalizers", List.of("a/b"));
    metadata.put("ownerReferences", List.of(Map.of("uid", "o")));
    metadata.put("labels", Map.of("app", app, "propagationpolicy.karmada.io/permanent-id", "p"));
    metadata.put(
        "annotations",
        Map.of(
            "propagationpolicy.karmada.io/name", "pp",
            "sluice.io/seen", "{}",
            "x.karmada.io/kept", "1"));
    return Map.of(
        "apiVersion",
        "apps/v1",
        "kind",
        "Deployment",
        "metadata",
        metadata,
        "spec",
        Map.of("replicas", 1),
        "status",
        Map.of("replicas", 1));
  }
}

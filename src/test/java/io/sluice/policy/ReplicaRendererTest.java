package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplicaRendererTest {
  private static final PolicyName ROOT = new PolicyName("retail", "tls");
  private static final String P = PolicyApi.PREFIX;

  @Test
  void theStrategyIsNotRenderedSoEditingItChangesNoReplica() {
    Map<String, Object> plain = Map.of("disabled", false, "remediationAction", "inform");
    Map<String, Object> staged = new LinkedHashMap<>(plain);
    staged.put("rolloutStrategy", Map.of("type", "Progressive"));

    assertThat(render(staged, Optional.empty()).spec()).isEqualTo(plain);
    assertThat(render(staged, Optional.empty()).contentHash())
        .isEqualTo(render(plain, Optional.empty()).contentHash());
  }

  @Test
  void fieldsUnknownToSluiceSurvive() {
    Map<String, Object> spec =
        Map.of(
            "disabled",
            false,
            "tomorrow",
            Map.of("x", 1),
            "policy-templates",
            List.of(Map.of("objectDefinition", Map.of("kind", "Anything"), "new", true)));

    assertThat(render(spec, Optional.empty()).spec()).isEqualTo(spec);
  }

  @Test
  void theGivenActionReplacesTheRootsAndAnUnsetOneStaysUnset() {
    assertThat(render(Map.of("remediationAction", "inform"), Optional.of("Enforce")).spec())
        .containsEntry("remediationAction", "Enforce");
    assertThat(render(Map.of("disabled", false), Optional.empty()).spec())
        .doesNotContainKey("remediationAction");
  }

  @Test
  void theRootIsNotChangedByRendering() {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("remediationAction", "inform");
    spec.put("dependencies", List.of(dependency("dns")));

    ReplicaContent replica = render(spec, Optional.of("enforce"));

    assertThat(replica.spec()).containsEntry("dependencies", List.of(dependency("retail.dns")));
    assertThat(spec)
        .containsEntry("remediationAction", "inform")
        .containsEntry("dependencies", List.of(dependency("dns")));
  }

  @Test
  void theInitializationVectorOfTheReplicaIsKept() {
    PolicySnapshot root = new PolicySnapshot(null, Map.of(P + "encryption-iv", "root"), null);

    assertThat(annotations(root, Optional.of("own"))).containsEntry(P + "encryption-iv", "own");
    assertThat(annotations(root, Optional.empty())).containsEntry(P + "encryption-iv", "root");
    assertThat(annotations(new PolicySnapshot(null, null, null), Optional.of("own")))
        .containsEntry(P + "encryption-iv", "own");
  }

  @Test
  void aTriggerIsCopiedOnlyIfTemplatesAreDisabled() {
    Map<String, String> trigger = Map.of(P + "trigger-update", "1");
    Map<String, String> disabled =
        Map.of(P + "trigger-update", "1", P + "disable-templates", "True");

    assertThat(annotations(new PolicySnapshot(null, trigger, null), Optional.empty()))
        .doesNotContainKey(P + "trigger-update");
    assertThat(annotations(new PolicySnapshot(null, disabled, null), Optional.empty()))
        .containsAllEntriesOf(disabled);
  }

  @Test
  void theLabelsOfAReplicaReplaceTheRoots() {
    PolicySnapshot root =
        new PolicySnapshot(Map.of(P + "cluster-name", "wrong", "team", "net"), null, null);

    assertThat(
            ReplicaRenderer.render(
                    ROOT, root, "c1", Optional.empty(), PolicySets.NONE, Optional.empty())
                .labels())
        .containsOnly(
            Map.entry("team", "net"),
            Map.entry(P + "root-policy", "retail.tls"),
            Map.entry(P + "cluster-name", "c1"),
            Map.entry(P + "cluster-namespace", "c1"));
  }

  @Test
  void aNewDispatchAloneNeedsNoWriteAndAnEmptyObjectDefinitionFieldDoes() {
    ReplicaContent wanted = render(templateWith(Map.of("x", Map.of())), Optional.empty());
    Map<String, String> dispatched = new LinkedHashMap<>(wanted.annotations());
    dispatched.put(Dispatch.ANNOTATION, "{}");

    assertThat(new ReplicaContent(wanted.labels(), dispatched, wanted.spec()).compared("c1"))
        .isEqualTo(wanted.compared("c1"));
    assertThat(render(templateWith(Map.of()), Optional.empty()).compared("c1"))
        .isNotEqualTo(wanted.compared("c1"));
  }

  @Test
  void replicasThatDifferInTheNameOfTheirClusterHaveOneDigest() {
    PolicySnapshot root = new PolicySnapshot(Map.of("team", "net"), null, null);

    assertThat(on("c2", root).compared("c2")).isEqualTo(on("c1", root).compared("c1"));
    assertThat(on("c2", root).compared("c1")).isNotEqualTo(on("c1", root).compared("c1"));
    assertThat(on("net", root).compared("net")).isNotEqualTo(on("c1", root).compared("c1"));
  }

  private static ReplicaContent on(String cluster, PolicySnapshot root) {
    return ReplicaRenderer.render(
        ROOT, root, cluster, Optional.empty(), PolicySets.NONE, Optional.empty());
  }

  @Test
  void templatesAreListedByKindAndNameAlsoOneWithoutAName() {
    Map<String, Object> spec =
        Map.of(
            "policy-templates",
            List.of(
                Map.of(
                    "objectDefinition",
                    Map.of("kind", "ConfigurationPolicy", "metadata", Map.of("name", "tls"))),
                Map.of("objectDefinition", Map.of("kind", "Odd"))));

    assertThat(TemplateRef.listOf(spec))
        .extracting(TemplateRef::kind, TemplateRef::name)
        .containsExactly(tuple("ConfigurationPolicy", "tls"), tuple("Odd", ""));
  }

  private static Map<String, Object> templateWith(Map<String, Object> spec) {
    return Map.of(
        "policy-templates",
        List.of(Map.of("objectDefinition", Map.of("kind", "Odd", "spec", spec))));
  }

  private static Map<String, Object> dependency(String name) {
    return Map.of(
        "apiVersion", P + "v1", "kind", "Policy", "name", name, "compliance", "Compliant");
  }

  private static ReplicaContent render(Map<String, Object> spec, Optional<String> action) {
    return ReplicaRenderer.render(
        ROOT,
        new PolicySnapshot(null, null, spec),
        "c1",
        action,
        PolicySets.NONE,
        Optional.empty());
  }

  private static Map<String, String> annotations(
      PolicySnapshot root, Optional<String> encryptionIv) {
    return ReplicaRenderer.render(ROOT, root, "c1", Optional.empty(), PolicySets.NONE, encryptionIv)
        .annotations();
  }
}

package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.client.RootShell;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaShell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectParserTest {
  private static final KubernetesSerialization WHOLE = new KubernetesSerialization();
  private static final String POLICY = "policy.open-cluster-management.io";

  private static final String META =
      """
      "metadata": {"annotations": {"%s/encryption-iv": "iv", "sluice.io/dispatch": "{}", "none": null},
        "creationTimestamp": "2026-01-01T00:00:00Z", "finalizers": ["example.com/keep"], "generation": 3,
        "labels": {"%s/root-policy": "retail.tls", "team": "net"},
        "managedFields": [
          {"apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:disabled": {}}}, "manager": "kubectl", "operation": "Update", "time": "2026-01-02T00:00:00Z"},
          {"fieldsV1": {"f:status": {}}, "manager": "spoke", "operation": "Update", "subresource": "status", "time": "2026-01-03T00:00:00Z"}],
        "name": "retail.tls", "namespace": "c1",
        "ownerReferences": [{"apiVersion": "v1", "kind": "Policy", "name": "tls", "uid": "u", "blockOwnerDeletion": true}],
        "resourceVersion": "42", "uid": "uid-1"}"""
          .formatted(POLICY, POLICY);

  private static final String SPEC =
      """
      "spec": {"disabled": false, "remediationAction": "inform", "policy-templates": [
        {"objectDefinition": {"apiVersion": "%s/v1", "kind": "ConfigurationPolicy", "metadata": {"name": "größe ☃"}, "spec": {"a": [1, 2.50, 12345678901, null, true, {}], "text": "a \\"quoted\\" } brace"}}}]}"""
          .formatted(POLICY);

  private static final String STATUS =
      """
      "status": {"compliant": "NonCompliant", "rolloutStatus": "Progressing", "details": [
        {"compliant": "NonCompliant", "templateMeta": {"name": "größe ☃"}, "history": [
          {"eventName": "tls.17", "lastTimestamp": "2026-02-03T10:00:00Z", "message": "NonCompliant; {\\"x\\": 1}"},
          {"eventName": "tls.16", "lastTimestamp": "no time"}]}, "no map", {"templateMeta": 7}]}""";

  private static final String KIND =
      "\"apiVersion\": \"%s/v1\", \"kind\": \"Policy\"".formatted(POLICY);

  private final ObjectParser parser = new ObjectParser();

  private static String object(String... parts) {
    return "{" + String.join(", ", parts) + "}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static GenericKubernetesResource whole(String object) {
    return WHOLE.unmarshal(
        new ByteArrayInputStream(bytes(object)), GenericKubernetesResource.class);
  }

  private GenericKubernetesResource item(String object) {
    try {
      return parser.object(bytes(object));
    } catch (IOException e) {
      throw new UncheckedIOException(object, e);
    }
  }

  private ObjectEvent event(String type, String object) {
    try {
      return parser.event(bytes("{\"type\": \"%s\", \"object\": %s}".formatted(type, object)));
    } catch (IOException e) {
      throw new UncheckedIOException(object, e);
    }
  }

  private void assertReducedAsTheWhole(String object) {
    GenericKubernetesResource whole = whole(object);
    for (Object read : List.of(item(object), event("MODIFIED", object).object())) {
      assertThat(read).isInstanceOf(ReplicaShell.class);
      ReplicaShell shell = (ReplicaShell) read;
      assertThat(shell.known()).isEqualTo(ReplicaParser.of(whole).orElseThrow());
      assertThat(shell.getAdditionalProperties()).isEmpty();
      assertThat(ReplicaParser.labelled(shell)).isTrue();
      assertThat(shell.getMetadata().getManagedFields())
          .extracting(ManagedFieldsEntry::getTime)
          .isEqualTo(
              whole.getMetadata().getManagedFields().stream()
                  .map(ManagedFieldsEntry::getTime)
                  .toList());
    }
  }

  @Test
  void aReplicaIsReducedToTheSameAsOneThatWasReadWhole() {
    assertReducedAsTheWhole(object(KIND, META, SPEC, STATUS));
  }

  @Test
  void theOrderOfTheFieldsDoesNotMatter() {
    assertReducedAsTheWhole(object(STATUS, SPEC, META, KIND));
    assertReducedAsTheWhole(object(META, SPEC, KIND, STATUS));
    assertReducedAsTheWhole(object(KIND, META, STATUS));
    assertReducedAsTheWhole(object(KIND, META, "\"spec\": null", "\"status\": \"none\""));
  }

  @Test
  void aReplicaIsTheSameWhetherItsTextIsEscapedOrNot() {
    String object = object(KIND, META, SPEC, STATUS);
    String escaped = object.replace("ö", "\\u00f6").replace("ß", "\\u00df").replace("☃", "\\u2603");
    assertThat(escaped).isNotEqualTo(object);
    assertThat(((ReplicaShell) item(escaped)).known())
        .isEqualTo(((ReplicaShell) item(object)).known());
  }

  @Test
  void replicasOfOneSpecShareIt() {
    ReplicaShell one = (ReplicaShell) item(object(KIND, META, SPEC, STATUS));
    ReplicaShell other =
        (ReplicaShell) item(object(KIND, META.replace("\"c1\"", "\"c2\""), SPEC, STATUS));
    assertThat(one.known().replica().templates())
        .isSameAs(other.known().replica().templates())
        .isNotEmpty();
    assertThat(one.known().replica().policy()).isSameAs(other.known().replica().policy());
    ReplicaShell edited =
        (ReplicaShell) item(object(KIND, META, SPEC.replace("quoted", "edited"), STATUS));
    assertThat(edited.known().replica().contentHash())
        .isNotEqualTo(one.known().replica().contentHash());
  }

  /** A Policy without the label is a root, or a replica that lost it. */
  @Test
  void aRootIsReadAsTextAndGivenBackAsTheWhole() {
    String root = META.replace("/root-policy", "/other");
    String object = object(KIND, root, SPEC, STATUS);
    GenericKubernetesResource whole = whole(object);
    for (Object read : List.of(item(object), event("ADDED", object).object())) {
      assertThat(read).isInstanceOf(RootShell.class);
      RootShell shell = (RootShell) read;
      assertThat(shell.tooLarge()).isFalse();
      assertThat(tree(shell.whole().orElseThrow())).isEqualTo(tree(whole));
      assertThat(HubObjects.part(shell, "spec"))
          .isEqualTo(Map.of("disabled", false, "remediationAction", "inform"));
      assertThat(RootPolicy.of(shell.whole().orElseThrow())).isEqualTo(RootPolicy.of(whole));
      assertThat(ReplicaParser.of(shell)).isEqualTo(ReplicaParser.of(whole));
      RootShell reduced = shell.withoutContent();
      assertThat(reduced.whole()).isEmpty();
      assertThat(reduced.sameWritten(shell)).isTrue();
      assertThat(reduced.getMetadata().getLabels()).containsEntry("team", "net");
    }
    assertThat(
            ((RootShell) item(object.replace("net", "web"))).sameWritten((RootShell) item(object)))
        .isFalse();
  }

  /** Whatever the label says, the templates of such a Policy are cached, wherever it is. */
  @Test
  void thousandsOfTemplatesUnderTheNameOfAReplicaCount() {
    String templates =
        IntStream.range(0, 8_000)
            .mapToObj(
                i ->
                    "{\"objectDefinition\": {\"kind\": \"K\", \"metadata\": {\"name\": \"n%d\"}}}"
                        .formatted(i))
            .collect(Collectors.joining(","));
    String spec = "\"spec\": {\"policy-templates\": [%s]}".formatted(templates);
    String root = META.replace("/root-policy", "/other");
    KeptMemory memory = new KeptMemory(1 << 20);
    for (String meta : List.of(META, root)) {
      GenericKubernetesResource large = item(object(KIND, meta, spec));
      assertThatThrownBy(() -> memory.keep("any", large))
          .hasMessageContaining("all large ones together may take 1024");
    }
    // Replicas of one policy share theirs.
    KeptMemory once = new KeptMemory(3 << 20);
    GenericKubernetesResource replica = item(object(KIND, META, spec));
    GenericKubernetesResource other = item(object(KIND, META, spec.replace("n1\"", "m1\"")));
    for (int i = 0; i < 1_000; i++) {
      String key = "c" + i;
      assertThatCode(() -> once.keep(key, replica)).doesNotThrowAnyException();
    }
    assertThatThrownBy(() -> once.keep("other", other)).isInstanceOf(IOException.class);
    for (int i = 0; i < 1_000; i++) {
      once.forget("c" + i);
    }
    assertThatCode(() -> once.keep("other", other)).doesNotThrowAnyException();
    assertThatCode(
            () -> memory.keep("any", item(object(KIND, root.replace("retail.tls", "tls"), spec))))
        .doesNotThrowAnyException();
    assertThatCode(() -> memory.keep("any", item(object(KIND, META, SPEC, STATUS))))
        .doesNotThrowAnyException();
  }

  @Test
  void ofARootThatIsTooLargeOnlyItsNameIsKept() {
    String root = META.replace("/root-policy", "/other");
    String text = "x".repeat(700 << 10);
    RootShell shell = (RootShell) item(object(KIND, root, SPEC.replace("quoted", text), STATUS));
    assertThat(shell.tooLarge()).isTrue();
    assertThat(shell.kept()).isFalse();
    assertThat(shell.keptBytes()).isZero();
    assertThat(shell.getMetadata().getName()).isEqualTo("retail.tls");
    assertThat(shell.getMetadata().getUid()).isEqualTo("uid-1");
    assertThat(shell.getMetadata().getLabels()).isNullOrEmpty();
    assertThat(shell.getMetadata().getManagedFields()).isEmpty();
    assertThat(RootPolicy.of(shell).size()).isGreaterThan(700 << 10);
    assertThat(RootPolicy.of(shell).snapshot().spec())
        .isEqualTo(Map.of("disabled", false, "remediationAction", "inform"));
  }

  @Test
  void theRowsOfARootsStatusArePassedOverWhereSomebodyElseWritesThem() throws IOException {
    ObjectParser withoutRows = new ObjectParser(false);
    String labelled = object(KIND, META, SPEC, STATUS);
    String unlabelled = object(KIND, META.replace("/root-policy", "/other"), SPEC, STATUS);
    String root = unlabelled.replace("\"name\": \"retail.tls\"", "\"name\": \"tls\"");
    GenericKubernetesResource read = withoutRows.object(bytes(root));
    assertThat(HubObjects.part(read, "status"))
        .isEqualTo(Map.of("compliant", "NonCompliant", "rolloutStatus", "Progressing"));
    assertThat(RootPolicy.of(((RootShell) read).whole().orElseThrow()))
        .isEqualTo(RootPolicy.of(whole(root)));
    // What has the name of a replica is judged by its whole status, labelled or not.
    assertThat(withoutRows.object(bytes(labelled)))
        .isInstanceOf(ReplicaShell.class)
        .isEqualTo(item(labelled));
    assertThat(ReplicaParser.of(withoutRows.object(bytes(unlabelled))))
        .isEqualTo(ReplicaParser.of(whole(unlabelled)))
        .isPresent();
    for (String none : List.of("\"status\": []", "\"status\": \"none\"", "\"status\": null")) {
      String odd = object(KIND, META.replace("/root-policy", "/other"), SPEC, none);
      assertThat(withoutRows.object(bytes(odd.replace("retail.tls", "tls")))).isNotNull();
    }
  }

  /** The API server escapes what Sluice does not: such a text is six times as long. */
  @Test
  void theSizeOfAContentIsThatOfItsRevision() {
    String root = META.replace("/root-policy", "/other");
    String spec = SPEC.replace("quoted", "\\u003c".repeat(150 << 10));
    RootShell shell = (RootShell) item(object(KIND, root, spec, STATUS));
    assertThat(spec.length()).isGreaterThan(850 << 10);
    assertThat(shell.tooLarge()).isFalse();
    assertThat(RootPolicy.of(shell.whole().orElseThrow()).size()).isLessThan(160 << 10);
  }

  /** Small parts take fifteen times as much memory as a tree. */
  @Test
  void aLongStrategyIsNoPartOfTheOutline() {
    String root = META.replace("/root-policy", "/other");
    String strategy = "\"rolloutStrategy\": {\"type\": \"Progressive\", \"any\": [%s]}, ";
    for (int parts : List.of(10, 9_000)) {
      String spec =
          SPEC.replace(
              "\"disabled\"", strategy.formatted("{},".repeat(parts) + "{}") + "\"disabled\"");
      RootShell shell = (RootShell) item(object(KIND, root, spec, STATUS));
      assertThat(HubObjects.part(shell, "spec").containsKey("rolloutStrategy"))
          .isEqualTo(parts == 10);
    }
  }

  @Test
  void everyOtherObjectLacksOnlyItsManagedFields() {
    for (String kind :
        List.of("ManagedCluster", "Placement", "PlacementDecision", "PlacementBinding", "Else")) {
      assertOnlyManagedFieldsAreMissing(
          object(KIND.replace("\"Policy\"", "\"" + kind + "\""), META, SPEC, STATUS));
    }
  }

  private void assertOnlyManagedFieldsAreMissing(String object) {
    GenericKubernetesResource whole = whole(object);
    GenericKubernetesResource read = item(object);
    assertThat(tree(read)).isEqualTo(tree(whole));
    assertThat(tree(event("ADDED", object).object())).isEqualTo(tree(whole));
  }

  private static Map<?, ?> tree(GenericKubernetesResource object) {
    Map<?, ?> tree = new ObjectMapper().convertValue(object, Map.class);
    ((Map<?, ?>) tree.get("metadata")).remove("managedFields");
    return tree;
  }

  /** Approvals are attributed to those who wrote them. */
  @Test
  void aRolloutIsReadWhole() {
    String rollout = object(KIND.replace("\"Policy\"", "\"Rollout\""), META, SPEC, STATUS);
    assertThat(item(rollout)).isEqualTo(whole(rollout));
    String unordered = object(META, SPEC, KIND.replace("\"Policy\"", "\"Rollout\""), STATUS);
    assertThat(item(unordered)).isEqualTo(whole(unordered));
  }

  /** The status of a list of Leases or CRDs names the kind of its items once, for all. */
  @Test
  void anItemWithoutAKindIsReadWhole() {
    String lease = object(META, SPEC);
    assertThat(item(lease)).isEqualTo(whole(lease));
  }

  @Test
  void anErrorEventHasTheFieldsOfAStatus() {
    ObjectEvent event =
        event(
            "ERROR",
            "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"metadata\": {}, \"status\": \"Failure\", \"reason\": \"Expired\", \"code\": 410}");
    assertThat(event.type()).isEqualTo("ERROR");
    assertThat(event.object().getAdditionalProperties()).containsEntry("code", 410);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Policy", "Lease", "ManagedCluster"})
  void aBookmarkHasItsVersion(String kind) {
    ObjectEvent event =
        event(
            "BOOKMARK",
            "{\"kind\": \"%s\", \"apiVersion\": \"v1\", \"metadata\": {\"resourceVersion\": \"99\", \"creationTimestamp\": null}, \"spec\": {}}"
                .formatted(kind));
    assertThat(event.type()).isEqualTo("BOOKMARK");
    assertThat(event.object().getMetadata().getResourceVersion()).isEqualTo("99");
  }
}

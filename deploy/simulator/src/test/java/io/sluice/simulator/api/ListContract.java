package io.sluice.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what lists hold, and how selectors choose. */
abstract class ListContract extends ApiContract {

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.get("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  private void createThree() {
    created(labelled(policy("a"), Map.of("env", "prod", "tier", "1")));
    created(labelled(policy("b"), Map.of("env", "test")));
    createdPolicy("c");
  }

  @Test
  void aListNamesItsKindAndItsVersion() {
    ObjectNode last = createdPolicy("p");
    ObjectNode list = done(200, target.send("GET", path(), "", ""));
    assertThat(list.get("kind").asText()).isEqualTo("PolicyList");
    assertThat(list.get("apiVersion").asText()).isEqualTo(POLICY);
    assertThat(number(list)).isGreaterThanOrEqualTo(number(last));
    assertThat(list.at("/items/0")).isEqualTo(last);
  }

  @Test
  void theItemsOfAKindThatIsBuiltInDoNotNameIt() {
    ObjectNode list = done(200, target.send("GET", "/api/v1/namespaces", "", ""));
    assertThat(list.get("kind").asText()).isEqualTo("NamespaceList");
    assertThat(list.get("items")).isNotEmpty();
    assertThat(list.get("items"))
        .noneMatch(item -> item.has("kind") || item.has("apiVersion"))
        .allMatch(item -> item.at("/metadata/name").isTextual());
  }

  @Test
  void aListIsSortedByName() {
    createdPolicy("b");
    createdPolicy("a-1");
    createdPolicy("a");
    assertThat(names(target.send("GET", path(), "", "").json())).containsExactly("a", "a-1", "b");
  }

  @Test
  void aListWithALimitComesInPages() {
    createThree();
    JsonNode first = target.send("GET", path() + "?limit=2", "", "").json();
    assertThat(names(first)).containsExactly("a", "b");
    String token = first.at("/metadata/continue").asText();
    JsonNode second =
        target.send("GET", path() + "?limit=2&continue=" + encoded(token), "", "").json();
    assertThat(names(second)).containsExactly("c");
    assertThat(second.at("/metadata/continue").asText()).isEmpty();
  }

  @Test
  void anEmptyListIsAList() {
    ObjectNode list = done(200, target.send("GET", path(), "", ""));
    assertThat(list.get("items").isArray()).isTrue();
    assertThat(list.get("items")).isEmpty();
    String nowhere = path().replace(namespace, "no-such-namespace");
    assertThat(done(200, target.send("GET", nowhere, "", "")).get("items")).isEmpty();
  }

  @Test
  void aListOfOneNamespaceHoldsNoOther() {
    String other = newNamespace();
    created(labelled(policy("here"), Map.of("run", namespace)));
    allPolicies()
        .inNamespace(other)
        .resource(
            client
                .getKubernetesSerialization()
                .convertValue(
                    labelled(policy("there"), Map.of("run", namespace)),
                    GenericKubernetesResource.class))
        .create();
    assertThat(policies().list().getItems()).hasSize(1);
    assertThat(allPolicies().inAnyNamespace().withLabel("run", namespace).list().getItems())
        .hasSize(2);
    client.namespaces().withName(other).delete();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          env=prod                | a
          env==prod               | a
          env = prod              | a
          env!=prod               | b c
          env in (prod,test)      | a b
          env in (prod, other)    | a
          env notin (prod)        | b c
          env notin (prod, test)  | c
          env                     | a b
          !env                    | c
          !tier                   | b c
          env,!tier               | b
          env in (prod,test),tier=1 | a
          env=                    |
          missing=x               |
          """)
  void labelSelectorsChoose(String selector, String expected) {
    createThree();
    JsonNode list =
        target.send("GET", path() + "?labelSelector=" + encoded(selector), "", "").json();
    assertThat(String.join(" ", names(list))).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          metadata.name=a                 | a
          metadata.name==a                | a
          metadata.name!=a                | b c
          metadata.name=x                 |
          metadata.name!=a,metadata.name!=b | c
          metadata.namespace=default      |
          """)
  void fieldSelectorsChoose(String selector, String expected) {
    createThree();
    JsonNode list =
        target.send("GET", path() + "?fieldSelector=" + encoded(selector), "", "").json();
    assertThat(String.join(" ", names(list))).isEqualTo(expected == null ? "" : expected);
  }

  @Test
  void fabric8SelectorsChoose() {
    createThree();
    assertThat(policies().withLabelIn("env", "prod", "test").list().getItems()).hasSize(2);
    assertThat(policies().withLabelNotIn("env", "prod").list().getItems()).hasSize(2);
    assertThat(policies().withoutLabel("env").list().getItems()).hasSize(1);
    assertThat(policies().withField("metadata.name", "b").list().getItems()).hasSize(1);
    assertThat(
            allPolicies()
                .inAnyNamespace()
                .withField("metadata.namespace", namespace)
                .list()
                .getItems())
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"labelSelector=a==b==c", "labelSelector=in+(x", "fieldSelector=spec.x=1"})
  void aMalformedSelectorIsABadRequest(String query) {
    refused(400, "BadRequest", target.send("GET", path() + "?" + query, "", ""));
  }

  @Test
  void whatIsAbsentIsNotFound() {
    JsonNode status = refused(404, "NotFound", target.send("GET", path("p"), "", ""));
    assertThat(status.path("message").asText())
        .isEqualTo("policies.policy.open-cluster-management.io \"p\" not found");
    assertThat(policies().withName("p").get()).isNull();
  }

  @Test
  void theStatusPathShowsTheWholeObject() {
    assertThat(createdPolicy("p"))
        .isEqualTo(target.send("GET", path("p", "status"), "", "").json());
  }
}

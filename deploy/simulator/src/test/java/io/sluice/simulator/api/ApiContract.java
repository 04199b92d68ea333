package io.sluice.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.Map;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Gives each test a namespace of its own, and short methods for requests. */
abstract class ApiContract {
  static final String POLICY = "policy.open-cluster-management.io/v1";
  static final String JSON = "application/json";
  static final String MERGE = "application/merge-patch+json";
  static final String JSON_PATCH = "application/json-patch+json";

  final ContractTarget target = ContractTarget.get();
  final KubernetesClient client = target.client();
  String namespace;

  @BeforeEach
  void createNamespace() {
    namespace = newNamespace();
  }

  @AfterEach
  void deleteNamespace() {
    client.namespaces().withName(namespace).delete();
  }

  String newNamespace() {
    String name = "contract-" + UUID.randomUUID().toString().substring(0, 8);
    client.namespaces().resource(namespaceNamed(name)).create();
    return name;
  }

  private static Namespace namespaceNamed(String name) {
    return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  MixedOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      allPolicies() {
    return client.genericKubernetesResources(POLICY, "Policy");
  }

  NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      policies() {
    return allPolicies().inNamespace(namespace);
  }

  /** The path of the policies of this test's namespace, or of one of them. */
  String path(String... rest) {
    String collection = "/apis/" + POLICY + "/namespaces/" + namespace + "/policies";
    return rest.length == 0 ? collection : collection + "/" + String.join("/", rest);
  }

  String configMaps(String... rest) {
    String collection = "/api/v1/namespaces/" + namespace + "/configmaps";
    return rest.length == 0 ? collection : collection + "/" + String.join("/", rest);
  }

  static ObjectNode policy(String name) {
    return (ObjectNode)
        ContractTarget.json(
            """
            {"apiVersion": "%s", "kind": "Policy", "metadata": {"name": "%s"},
             "spec": {"disabled": false, "list": [1, 2]}}
            """
                .formatted(POLICY, name));
  }

  static ObjectNode configMap(String name) {
    return (ObjectNode)
        ContractTarget.json(
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "%s"},
             "data": {"a": "1"}}
            """
                .formatted(name));
  }

  static ObjectNode metadata(JsonNode object) {
    return (ObjectNode) object.get("metadata");
  }

  static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  static long number(JsonNode object) {
    return Long.parseLong(version(object));
  }

  static ObjectNode labelled(ObjectNode object, Map<String, String> labels) {
    ObjectNode node = metadata(object).putObject("labels");
    labels.forEach(node::put);
    return object;
  }

  ObjectNode created(ObjectNode object) {
    return done(201, target.send("POST", path(), JSON, object.toString()));
  }

  ObjectNode createdPolicy(String name) {
    return created(policy(name));
  }

  ObjectNode got(String name) {
    return done(200, target.send("GET", path(name), "", ""));
  }

  ContractTarget.Reply put(ObjectNode object, String... subresource) {
    String suffix = subresource.length == 0 ? "" : "/" + subresource[0];
    String name = metadata(object).get("name").asText();
    return target.send("PUT", path(name) + suffix, JSON, object.toString());
  }

  ContractTarget.Reply patch(String name, String mediaType, String patch) {
    return target.send("PATCH", path(name), mediaType, patch);
  }

  ContractTarget.Reply delete(String name, String options) {
    return target.send("DELETE", path(name), JSON, options);
  }

  static ObjectNode done(int code, ContractTarget.Reply reply) {
    assertThat(reply.code()).as(reply.text()).isEqualTo(code);
    return (ObjectNode) reply.json();
  }

  static JsonNode refused(int code, String reason, ContractTarget.Reply reply) {
    assertThat(reply.code()).as(reply.text()).isEqualTo(code);
    JsonNode status = reply.json();
    assertThat(status.path("kind").asText()).isEqualTo("Status");
    assertThat(status.path("status").asText()).isEqualTo("Failure");
    assertThat(status.path("code").asInt()).isEqualTo(code);
    assertThat(status.path("reason").asText()).as(reply.text()).isEqualTo(reason);
    assertThat(status.path("message").asText()).isNotEmpty();
    return status;
  }

  static KubernetesClientException failure(ThrowingCallable call) {
    return catchThrowableOfType(KubernetesClientException.class, call);
  }
}

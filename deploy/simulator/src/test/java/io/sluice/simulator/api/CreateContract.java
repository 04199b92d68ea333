package io.sluice.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what a new object becomes, and which ones are refused. */
abstract class CreateContract extends ApiContract {

  @Test
  void aNewObjectGetsItsIdentityAndGenerationOne() {
    GenericKubernetesResource object =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(POLICY)
            .withKind("Policy")
            .withNewMetadata()
            .withName("p")
            .endMetadata()
            .addToAdditionalProperties("spec", Map.of("disabled", true))
            .build();
    GenericKubernetesResource created = policies().resource(object).create();
    assertThat(created.getMetadata().getUid()).hasSize(36);
    assertThat(Instant.parse(created.getMetadata().getCreationTimestamp()))
        .isBeforeOrEqualTo(Instant.now());
    assertThat(created.getMetadata().getGeneration()).isEqualTo(1);
    assertThat(created.getMetadata().getNamespace()).isEqualTo(namespace);
    assertThat(created.<Boolean>get("spec", "disabled")).isTrue();
    assertThat(policies().withName("p").get().getMetadata().getUid())
        .isEqualTo(created.getMetadata().getUid());
  }

  @Test
  void aDryRunStoresNothing() {
    String dryRun = path() + "?dryRun=All";
    ObjectNode tried = done(201, target.send("POST", dryRun, JSON, policy("p").toString()));
    assertThat(metadata(tried).path("uid").asText()).hasSize(36);
    assertThat(metadata(tried).path("generation").asInt()).isEqualTo(1);
    assertThat(metadata(tried).has("resourceVersion")).isFalse();
    refused(404, "NotFound", target.send("GET", path("p"), "", ""));
    createdPolicy("p");
  }

  @Test
  void aDryRunIsRefusedForWhatACreationIs() {
    createdPolicy("p");
    refused(
        409,
        "AlreadyExists",
        target.send("POST", path() + "?dryRun=All", JSON, policy("p").toString()));
    String elsewhere = path().replace(namespace, "no-such-namespace") + "?dryRun=All";
    refused(404, "NotFound", target.send("POST", elsewhere, JSON, policy("q").toString()));
    refused(
        422,
        "Invalid",
        target.send("POST", path() + "?dryRun=All", JSON, policy("Bad_Name").toString()));
  }

  @Test
  void aNameIsTakenOnlyOnce() {
    createdPolicy("p");
    JsonNode status =
        refused(409, "AlreadyExists", target.send("POST", path(), JSON, policy("p").toString()));
    assertThat(status.at("/details/name").asText()).isEqualTo("p");
    assertThat(status.at("/details/kind").asText()).isEqualTo("policies");
    assertThat(status.at("/details/group").asText()).isEqualTo("policy.open-cluster-management.io");
    assertThat(status.path("message").asText())
        .isEqualTo("policies.policy.open-cluster-management.io \"p\" already exists");
  }

  @Test
  void aNamespaceThatIsMissingIsNotFound() {
    String elsewhere = path().replace(namespace, "no-such-namespace");
    JsonNode status =
        refused(404, "NotFound", target.send("POST", elsewhere, JSON, policy("p").toString()));
    assertThat(status.path("message").asText())
        .isEqualTo("namespaces \"no-such-namespace\" not found");
    assertThat(status.at("/details/kind").asText()).isEqualTo("namespaces");
  }

  @Test
  void aResourceVersionIsRefusedUnlessItIsZero() {
    ObjectNode object = policy("p");
    metadata(object).put("resourceVersion", "7");
    ContractTarget.Reply reply = target.send("POST", path(), JSON, object.toString());
    assertThat(reply.code()).isEqualTo(500);
    assertThat(reply.text()).contains("resourceVersion should not be set");
    metadata(object).put("resourceVersion", "0");
    created(object);
  }

  @Test
  void whatTheServerOwnsIsReplaced() {
    ObjectNode object = policy("p");
    metadata(object).put("uid", "mine").put("generation", 9);
    metadata(object).put("creationTimestamp", "2001-01-01T00:00:00Z");
    ObjectNode created = created(object);
    assertThat(created.at("/metadata/uid").asText()).isNotEqualTo("mine");
    assertThat(created.at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(created.at("/metadata/creationTimestamp").asText()).doesNotStartWith("2001");
  }

  @Test
  void aStatusIsDroppedWhereItHasAPathOfItsOwn() {
    ObjectNode object = policy("p");
    object.putObject("status").put("compliant", "Compliant");
    assertThat(created(object).has("status")).isFalse();
  }

  @Test
  void aPrefixBecomesAName() {
    ObjectNode object = policy("p");
    metadata(object).remove("name");
    metadata(object).put("generateName", "rev-");
    String one = created(object).at("/metadata/name").asText();
    String two = created(object).at("/metadata/name").asText();
    assertThat(one).matches("rev-[a-z0-9]{5}").isNotEqualTo(two);
  }

  @Test
  void aBadNameIsInvalid() {
    refused(422, "Invalid", target.send("POST", path(), JSON, policy("Bad_Name").toString()));
  }

  @Test
  void anObjectWithoutANameIsInvalid() {
    ObjectNode object = policy("p");
    metadata(object).remove("name");
    refused(422, "Invalid", target.send("POST", path(), JSON, object.toString()));
  }

  @Test
  void whatIsNotJsonIsABadRequest() {
    refused(400, "BadRequest", target.send("POST", path(), JSON, "{\"kind\": "));
  }

  @Test
  void whatIsNotAnObjectIsABadRequest() {
    refused(400, "BadRequest", target.send("POST", path(), JSON, "[1]"));
  }

  @Test
  void anotherKindIsInvalidAndAnotherVersionABadRequest() {
    ObjectNode kind = policy("p").put("kind", "Placement");
    refused(422, "Invalid", target.send("POST", path(), JSON, kind.toString()));
    ObjectNode version = policy("p").put("apiVersion", "policy.open-cluster-management.io/v9");
    refused(400, "BadRequest", target.send("POST", path(), JSON, version.toString()));
  }

  @Test
  void anotherNamespaceIsABadRequest() {
    ObjectNode object = policy("p");
    metadata(object).put("namespace", "default");
    refused(400, "BadRequest", target.send("POST", path(), JSON, object.toString()));
  }

  @Test
  void anUndefinedKindIsNoPath() {
    ContractTarget.Reply reply =
        target.send("GET", "/apis/no.such.group/v1/namespaces/default/things", "", "");
    assertThat(reply.code()).isEqualTo(404);
  }

  @Test
  void theCollectionOfAllNamespacesTakesNoObject() {
    String all = "/apis/" + POLICY + "/policies";
    assertThat(target.send("POST", all, JSON, policy("p").toString()).code()).isEqualTo(404);
  }

  @Test
  void aClusterWideObjectLivesInNoNamespace() {
    String all = "/apis/cluster.open-cluster-management.io/v1/managedclusters";
    ObjectNode cluster = policy(namespace).put("kind", "ManagedCluster");
    cluster.put("apiVersion", "cluster.open-cluster-management.io/v1");
    ObjectNode created = done(201, target.send("POST", all, JSON, cluster.toString()));
    assertThat(created.at("/metadata").has("namespace")).isFalse();
    done(200, target.send("GET", all + "/" + namespace, "", ""));
    done(200, target.send("DELETE", all + "/" + namespace, "", ""));
  }

  @Test
  void aBuiltInKindWithoutStatusHasNoGeneration() {
    ObjectNode created =
        done(201, target.send("POST", configMaps(), JSON, configMap("c").toString()));
    assertThat(metadata(created).has("generation")).isFalse();
  }
}

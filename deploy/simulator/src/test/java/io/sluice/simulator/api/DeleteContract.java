package io.sluice.simulator.api;

import static io.sluice.simulator.SimulatorPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how objects are removed, and what is removed with them. */
abstract class DeleteContract extends ApiContract {

  private ObjectNode held(String name) {
    ObjectNode object = policy(name);
    metadata(object).putArray("finalizers").add("sluice.io/test");
    return created(object);
  }

  private ObjectNode owned(String name, JsonNode... owners) {
    ObjectNode object = policy(name);
    for (JsonNode owner : owners) {
      metadata(object)
          .withArray("ownerReferences")
          .addObject()
          .put("apiVersion", POLICY)
          .put("kind", "Policy")
          .put("name", owner.at("/metadata/name").asText())
          .put("uid", owner.at("/metadata/uid").asText());
    }
    return created(object);
  }

  private boolean exists(String name) {
    return target.send("GET", path(name), "", "").code() == 200;
  }

  private void awaitGone(String name) {
    await().until(() -> !exists(name));
  }

  @Test
  void aDeletedObjectIsGone() {
    ObjectNode object = createdPolicy("p");
    ObjectNode status = done(200, delete("p", ""));
    assertThat(status.path("kind").asText()).isEqualTo("Status");
    assertThat(status.path("status").asText()).isEqualTo("Success");
    assertThat(status.at("/details/uid")).isEqualTo(object.at("/metadata/uid"));
    refused(404, "NotFound", target.send("GET", path("p"), "", ""));
    refused(404, "NotFound", delete("p", ""));
  }

  @Test
  void fabric8DeletesWhatIsThereAndSaysWhenNothingWas() {
    createdPolicy("p");
    assertThat(policies().withName("p").delete()).hasSize(1);
    assertThat(policies().withName("p").delete()).isEmpty();
  }

  @Test
  void aNameThatWasFreedIsAnotherObject() {
    ObjectNode first = createdPolicy("p");
    done(200, delete("p", ""));
    ObjectNode second = createdPolicy("p");
    assertThat(second.at("/metadata/uid")).isNotEqualTo(first.at("/metadata/uid"));
    assertThat(number(second)).isGreaterThan(number(first));
  }

  @Test
  void aFinalizerHoldsAnObjectUntilItIsTakenOff() {
    held("p");
    ObjectNode deleting = done(200, delete("p", ""));
    assertThat(deleting.at("/metadata/deletionTimestamp").asText()).isNotEmpty();
    assertThat(deleting.at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(got("p")).isEqualTo(deleting);
    metadata(deleting).remove("finalizers");
    done(200, put(deleting));
    assertThat(exists("p")).isFalse();
  }

  @Test
  void aPatchTakesTheLastFinalizerOff() {
    held("p");
    done(200, delete("p", ""));
    done(200, patch("p", MERGE, "{\"metadata\": {\"finalizers\": null}}"));
    assertThat(exists("p")).isFalse();
  }

  @Test
  void deletingTwiceIsDeletingOnce() {
    held("p");
    ObjectNode first = done(200, delete("p", ""));
    assertThat(done(200, delete("p", ""))).isEqualTo(first);
    done(200, patch("p", MERGE, "{\"metadata\": {\"finalizers\": null}}"));
  }

  @Test
  void whatIsBeingDeletedTakesNoNewFinalizerAndCannotBeRevived() {
    held("p");
    ObjectNode deleting = done(200, delete("p", ""));
    refused(
        422,
        "Invalid",
        patch(
            "p", MERGE, "{\"metadata\": {\"finalizers\": [\"sluice.io/test\", \"sluice.io/b\"]}}"));
    ObjectNode revived = deleting.deepCopy();
    metadata(revived).remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds"));
    assertThat(done(200, put(revived)).at("/metadata/deletionTimestamp"))
        .isEqualTo(deleting.at("/metadata/deletionTimestamp"));
    done(200, patch("p", MERGE, "{\"metadata\": {\"finalizers\": null}}"));
  }

  @Test
  void aUidIsAPrecondition() {
    ObjectNode object = createdPolicy("p");
    String options = "{\"preconditions\": {\"uid\": \"%s\"}}";
    refused(
        409, "Conflict", delete("p", options.formatted("12345678-0000-0000-0000-000000000000")));
    done(200, delete("p", options.formatted(object.at("/metadata/uid").asText())));
  }

  @Test
  void aVersionIsAPrecondition() {
    ObjectNode object = createdPolicy("p");
    done(200, patch("p", MERGE, "{\"spec\": {\"n\": 1}}"));
    assertThat(
            failure(() -> policies().withName("p").lockResourceVersion(version(object)).delete())
                .getCode())
        .isEqualTo(409);
    policies().withName("p").lockResourceVersion(version(got("p"))).delete();
    assertThat(exists("p")).isFalse();
  }

  @Test
  void whatItOwnsFollows() {
    ObjectNode owner = createdPolicy("owner");
    ObjectNode child = owned("child", owner);
    owned("grandchild", child);
    done(200, delete("owner", "{\"propagationPolicy\": \"Background\"}"));
    awaitGone("child");
    awaitGone("grandchild");
  }

  @Test
  void whatHasAnotherOwnerStays() {
    ObjectNode one = createdPolicy("one");
    ObjectNode two = createdPolicy("two");
    owned("shared", one, two);
    owned("marker", one);
    done(200, delete("one", "{\"propagationPolicy\": \"Background\"}"));
    awaitGone("marker");
    assertThat(exists("shared")).isTrue();
  }

  @Test
  void whatLivesInANamespaceGoesWithIt() {
    createdPolicy("p");
    done(201, target.send("POST", configMaps(), JSON, configMap("c").toString()));
    client.namespaces().withName(namespace).delete();
    await().until(() -> client.namespaces().withName(namespace).get() == null);
    assertThat(exists("p")).isFalse();
    assertThat(target.send("GET", configMaps("c"), "", "").code()).isEqualTo(404);
  }
}

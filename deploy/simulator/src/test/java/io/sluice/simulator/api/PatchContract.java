package io.sluice.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what merge patches and JSON patches do. */
abstract class PatchContract extends ApiContract {

  @Test
  void aMergeDeletesByNullAndReplacesLists() {
    createdPolicy("p");
    ObjectNode patched =
        done(
            200,
            patch(
                "p",
                MERGE,
                "{\"spec\": {\"disabled\": null, \"list\": [3], \"n\": {\"x\": 1, \"y\": null}}}"));
    assertThat(patched.get("spec"))
        .isEqualTo(ContractTarget.json("{\"list\": [3], \"n\": {\"x\": 1}}"));
    assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(2);
  }

  @Test
  void aMergeOfLabelsKeepsTheGeneration() {
    createdPolicy("p");
    ObjectNode patched =
        done(200, patch("p", MERGE, "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}"));
    assertThat(patched.at("/metadata/labels/a").asText()).isEqualTo("b");
    assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(1);
  }

  @Test
  void aVersionInsideAMergeIsAPrecondition() {
    ObjectNode object = createdPolicy("p");
    String patch = "{\"metadata\": {\"resourceVersion\": \"%s\"}, \"spec\": {\"n\": %d}}";
    done(200, patch("p", MERGE, patch.formatted(version(object), 1)));
    refused(409, "Conflict", patch("p", MERGE, patch.formatted(version(object), 2)));
  }

  @Test
  void aVersionInsideAJsonPatchIsAPrecondition() {
    ObjectNode object = createdPolicy("p");
    String patch =
        """
        [{"op": "replace", "path": "/metadata/resourceVersion", "value": "%s"},
         {"op": "replace", "path": "/spec/disabled", "value": true}]
        """
            .formatted(version(object));
    done(200, patch("p", JSON_PATCH, patch));
    refused(409, "Conflict", patch("p", JSON_PATCH, patch));
  }

  @Test
  void aPatchCannotRenameOrTurnOneKindIntoAnother() {
    createdPolicy("p");
    refused(400, "BadRequest", patch("p", MERGE, "{\"metadata\": {\"name\": \"q\"}}"));
    refused(422, "Invalid", patch("p", MERGE, "{\"kind\": \"Placement\"}"));
  }

  @Test
  void aPatchCannotTakeTheVersionAway() {
    createdPolicy("p");
    refused(422, "Invalid", patch("p", MERGE, "{\"metadata\": {\"resourceVersion\": null}}"));
  }

  @Test
  void aJsonPatchAddsReplacesAndRemoves() {
    createdPolicy("p");
    ObjectNode patched =
        done(
            200,
            patch(
                "p",
                JSON_PATCH,
                """
                [{"op": "test", "path": "/spec/disabled", "value": false},
                 {"op": "add", "path": "/metadata/annotations", "value": {"a/b": "c"}},
                 {"op": "add", "path": "/spec/list/-", "value": 3},
                 {"op": "add", "path": "/spec/list/0", "value": 0},
                 {"op": "remove", "path": "/spec/disabled"},
                 {"op": "replace", "path": "/metadata/annotations/a~1b", "value": "d"}]
                """));
    assertThat(patched.get("spec")).isEqualTo(ContractTarget.json("{\"list\": [0, 1, 2, 3]}"));
    assertThat(patched.at("/metadata/annotations/a~1b").asText()).isEqualTo("d");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"op\": \"test\", \"path\": \"/spec/disabled\", \"value\": true}",
        "{\"op\": \"test\", \"path\": \"/spec/missing\", \"value\": true}",
        "{\"op\": \"remove\", \"path\": \"/spec/missing\"}",
        "{\"op\": \"replace\", \"path\": \"/missing/field\", \"value\": 1}",
        "{\"op\": \"replace\", \"path\": \"/spec/list/2\", \"value\": 1}",
        "{\"op\": \"add\", \"path\": \"/missing/field\", \"value\": 1}",
        "{\"op\": \"add\", \"path\": \"/spec/list/9\", \"value\": 1}"
      })
  void aJsonPatchThatDoesNotFitIsInvalidAndDoesNothing(String operation) {
    ObjectNode object = createdPolicy("p");
    String first = "{\"op\": \"add\", \"path\": \"/spec/first\", \"value\": 1}";
    refused(422, "Invalid", patch("p", JSON_PATCH, "[" + first + "," + operation + "]"));
    assertThat(got("p")).isEqualTo(object);
  }

  @Test
  void aFieldThatIsReplacedNeedNotBeThere() {
    createdPolicy("p");
    String replace = "[{\"op\": \"replace\", \"path\": \"/spec/new\", \"value\": 1}]";
    assertThat(done(200, patch("p", JSON_PATCH, replace)).at("/spec/new").asInt()).isEqualTo(1);
  }

  @Test
  void aJsonPatchThatIsNoListIsABadRequest() {
    createdPolicy("p");
    refused(400, "BadRequest", patch("p", JSON_PATCH, "{\"op\": \"remove\"}"));
    refused(400, "BadRequest", patch("p", MERGE, "{\"spec\": "));
  }

  @Test
  void aStrategicMergeIsUnknownToCustomKinds() {
    createdPolicy("p");
    refused(
        415,
        "UnsupportedMediaType",
        patch("p", "application/strategic-merge-patch+json", "{\"spec\": {\"n\": 1}}"));
  }

  @Test
  void aPatchOfWhatIsAbsentIsNotFound() {
    refused(404, "NotFound", patch("p", MERGE, "{\"spec\": {\"n\": 1}}"));
  }

  @Test
  void aPatchThatChangesNothingKeepsTheVersion() {
    ObjectNode object = createdPolicy("p");
    ObjectNode patched = done(200, patch("p", MERGE, "{\"spec\": {\"disabled\": false}}"));
    assertThat(version(patched)).isEqualTo(version(object));
  }

  @Test
  void aPatchOfTheStatusLeavesTheRestAlone() {
    createdPolicy("p");
    String merge =
        "{\"metadata\": {\"labels\": {\"a\": \"b\"}}, \"spec\": {\"n\": 1}, \"status\": {\"x\":"
            + " 1}}";
    ObjectNode merged =
        done(200, target.send("PATCH", path("p", "status?fieldManager=m"), MERGE, merge));
    String add = "[{\"op\": \"add\", \"path\": \"/status/y\", \"value\": 2}]";
    ObjectNode patched = done(200, target.send("PATCH", path("p", "status"), JSON_PATCH, add));
    assertThat(merged.at("/metadata").has("labels")).isFalse();
    assertThat(patched.get("status")).isEqualTo(ContractTarget.json("{\"x\": 1, \"y\": 2}"));
    assertThat(patched.get("spec")).isEqualTo(policy("p").get("spec"));
    assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(1);
  }

  @Test
  void aPatchOfTheObjectLeavesTheStatusAlone() {
    createdPolicy("p");
    assertThat(done(200, patch("p", MERGE, "{\"status\": {\"x\": 1}}")).has("status")).isFalse();
  }

  @Test
  void anEditOfACachedObjectIsLockedByItsVersion() {
    createdPolicy("p");
    GenericKubernetesResource cached = policies().withName("p").get();
    policies().resource(cached).edit(p -> annotated(p, "first"));
    assertThat(
            failure(() -> policies().resource(cached).edit(p -> annotated(p, "second"))).getCode())
        .isEqualTo(409);
    assertThat(policies().withName("p").get().getMetadata().getAnnotations())
        .containsEntry("by", "first");
  }

  private static GenericKubernetesResource annotated(GenericKubernetesResource p, String by) {
    p.getMetadata().getAnnotations().put("by", by);
    return p;
  }
}

package io.sluice.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what an update changes, and when it comes too late. */
abstract class UpdateContract extends ApiContract {

  private static ObjectNode disabled(ObjectNode object) {
    ((ObjectNode) object.get("spec")).put("disabled", true);
    return object;
  }

  private static int generation(JsonNode object) {
    return object.at("/metadata/generation").asInt();
  }

  @Test
  void anUpdateReplacesTheContent() {
    ObjectNode object = createdPolicy("p");
    ((ObjectNode) object.get("spec")).remove("list");
    ObjectNode updated = done(200, put(disabled(object)));
    assertThat(updated.at("/spec/disabled").asBoolean()).isTrue();
    assertThat(updated.get("spec").has("list")).isFalse();
    assertThat(number(updated)).isGreaterThan(number(object));
    assertThat(got("p")).isEqualTo(updated);
  }

  @Test
  void anUpdateOfAnOldVersionIsAConflict() {
    ObjectNode object = createdPolicy("p");
    done(200, put(disabled(object.deepCopy())));
    JsonNode status = refused(409, "Conflict", put(object));
    assertThat(status.path("message").asText())
        .isEqualTo(
            "Operation cannot be fulfilled on policies.policy.open-cluster-management.io \"p\":"
                + " the object has been modified; please apply your changes to the latest version"
                + " and try again");
  }

  @Test
  void aCustomKindAsksForTheVersionAnUpdateIsBasedOn() {
    ObjectNode object = createdPolicy("p");
    metadata(object).remove("resourceVersion");
    refused(422, "Invalid", put(object));
  }

  @Test
  void aBuiltInKindIsUpdatedWithoutAVersion() {
    done(201, target.send("POST", configMaps(), JSON, configMap("c").toString()));
    ObjectNode object = configMap("c");
    ((ObjectNode) object.get("data")).put("a", "2");
    ObjectNode updated = done(200, target.send("PUT", configMaps("c"), JSON, object.toString()));
    assertThat(updated.at("/data/a").asText()).isEqualTo("2");
  }

  @Test
  void anotherUidIsAConflict() {
    ObjectNode object = createdPolicy("p");
    metadata(object).put("uid", "12345678-0000-0000-0000-000000000000");
    refused(409, "Conflict", put(object));
  }

  @Test
  void whatIsAbsentIsNotFound() {
    ObjectNode object = createdPolicy("p");
    metadata(object).put("name", "q").remove("uid");
    JsonNode status = refused(404, "NotFound", put(object));
    assertThat(status.at("/details/name").asText()).isEqualTo("q");
  }

  @Test
  void aNameOtherThanTheUrlsIsABadRequest() {
    ObjectNode object = createdPolicy("p");
    metadata(object).put("name", "q");
    refused(400, "BadRequest", target.send("PUT", path("p"), JSON, object.toString()));
  }

  @Test
  void anUpdateThatChangesNothingKeepsTheVersion() {
    ObjectNode object = createdPolicy("p");
    assertThat(version(done(200, put(object)))).isEqualTo(version(object));
    assertThat(version(done(200, put(object, "status")))).isEqualTo(version(object));
  }

  @Test
  void theGenerationCountsChangesOfTheContentOnly() {
    ObjectNode object = createdPolicy("p");
    object = done(200, put(disabled(object)));
    assertThat(generation(object)).isEqualTo(2);
    object = done(200, put(labelled(object, Map.of("a", "b"))));
    assertThat(generation(object)).isEqualTo(2);
    object.putObject("status").put("compliant", "Compliant");
    object = done(200, put(object, "status"));
    assertThat(generation(object)).isEqualTo(2);
    object.putObject("extra").put("beside", "the spec");
    assertThat(generation(done(200, put(object)))).isEqualTo(3);
  }

  @Test
  void theGenerationOfADeploymentCountsItsAnnotationsToo() {
    String deployments = "/apis/apps/v1/namespaces/" + namespace + "/deployments";
    ObjectNode object =
        (ObjectNode)
            ContractTarget.json(
                """
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "d"},
                 "spec": {"selector": {"matchLabels": {"app": "d"}},
                  "template": {"metadata": {"labels": {"app": "d"}},
                   "spec": {"containers": [{"name": "d", "image": "d"}]}}}}
                """);
    object = done(201, target.send("POST", deployments, JSON, object.toString()));
    metadata(object).putObject("labels").put("a", "b");
    object = done(200, target.send("PUT", deployments + "/d", JSON, object.toString()));
    assertThat(generation(object)).isEqualTo(1);
    metadata(object).putObject("annotations").put("a", "b");
    object = done(200, target.send("PUT", deployments + "/d", JSON, object.toString()));
    assertThat(generation(object)).isEqualTo(2);
  }

  @Test
  void theGenerationIsTheServers() {
    ObjectNode object = createdPolicy("p");
    metadata(object).put("generation", 40);
    assertThat(generation(done(200, put(object)))).isEqualTo(1);
  }

  @Test
  void identityAndBirthCannotBeChanged() {
    ObjectNode object = createdPolicy("p");
    String born = object.at("/metadata/creationTimestamp").asText();
    metadata(object).put("creationTimestamp", "2001-01-01T00:00:00Z").remove("uid");
    ObjectNode updated = done(200, put(disabled(object)));
    assertThat(updated.at("/metadata/creationTimestamp").asText()).isEqualTo(born);
    assertThat(updated.at("/metadata/uid").asText()).hasSize(36);
  }

  @Test
  void anUpdateLeavesTheStatusAlone() {
    ObjectNode object = createdPolicy("p");
    object.putObject("status").put("compliant", "Compliant");
    object = done(200, put(object, "status"));
    object.putObject("status").put("compliant", "NonCompliant");
    object = done(200, put(disabled(object)));
    assertThat(object.at("/status/compliant").asText()).isEqualTo("Compliant");
    object.remove("status");
    object = done(200, put(object));
    assertThat(object.at("/status/compliant").asText()).isEqualTo("Compliant");
  }

  @Test
  void anUpdateOfTheStatusLeavesTheRestAlone() {
    ObjectNode object = labelled(disabled(createdPolicy("p")), Map.of("a", "b"));
    metadata(object).putObject("annotations").put("c", "d");
    object.putObject("status").put("compliant", "Compliant");
    ObjectNode updated = done(200, put(object, "status?fieldManager=someone"));
    assertThat(updated.at("/status/compliant").asText()).isEqualTo("Compliant");
    assertThat(updated.at("/spec/disabled").asBoolean()).isFalse();
    assertThat(updated.at("/metadata").has("labels")).isFalse();
    assertThat(updated.at("/metadata").has("annotations")).isFalse();
  }

  @Test
  void anOldStatusIsAConflict() {
    ObjectNode object = createdPolicy("p");
    done(200, put(disabled(object.deepCopy())));
    object.putObject("status").put("compliant", "Compliant");
    refused(409, "Conflict", put(object, "status"));
  }

  @Test
  void aKindWithoutStatusHasNoPathForIt() {
    done(201, target.send("POST", configMaps(), JSON, configMap("c").toString()));
    assertThat(target.send("GET", configMaps("c", "status"), "", "").code()).isEqualTo(404);
  }

  @Test
  void ofParallelUpdatesOneWins() {
    ObjectNode object = createdPolicy("p");
    List<Integer> codes =
        IntStream.range(0, 16)
            .parallel()
            .mapToObj(i -> put(labelled(object.deepCopy(), Map.of("writer", "w" + i))).code())
            .toList();
    assertThat(codes).containsOnlyOnce(200);
    assertThat(codes.stream().filter(code -> code == 409)).hasSize(15);
  }

  @Test
  void versionsRiseAcrossKinds() {
    long policy = number(createdPolicy("p"));
    ObjectNode other = configMap("c");
    long configMap = number(target.send("POST", configMaps(), JSON, other.toString()).json());
    long second = number(createdPolicy("q"));
    assertThat(policy).isLessThan(configMap);
    assertThat(configMap).isLessThan(second);
  }
}

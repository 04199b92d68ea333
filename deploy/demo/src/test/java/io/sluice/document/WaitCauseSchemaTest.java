package io.sluice.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.forecast.WaitTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares what a course can wait for with what its schemas say. */
class WaitCauseSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(strings = {"rollout-plan.json", "rollout-rehearsal.json"})
  void everyCauseIsInTheSchema(String schema) throws IOException {
    JsonNode tree = JSON.readTree(Path.of("..", "schemas", schema).toFile());
    List<String> promised = new ArrayList<>();
    tree.at("/$defs/waits/items/properties/cause/enum")
        .forEach(value -> promised.add(value.asText()));
    assertThat(promised)
        .containsExactlyElementsOf(
            Stream.of(WaitTime.Cause.values())
                .map(cause -> JSON.convertValue(cause, String.class))
                .toList());
  }
}

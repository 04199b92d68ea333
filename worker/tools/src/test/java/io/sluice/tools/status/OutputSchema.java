package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Compares outputs with the schemas in deploy/schemas.
 *
 * <p>Readers of the schemas may meet fields that are added later; here every field must be in them.
 */
public final class OutputSchema {
  /** Tests run in worker/tools and deploy/demo, those on real servers in deploy. */
  private static final Path FOLDER =
      Stream.of("../../deploy/schemas", "../deploy/schemas")
          .map(Path::of)
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow();

  private static final String BASE = "sluice:/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonSchema schema;

  private OutputSchema(String file) {
    Map<String, String> schemas = new HashMap<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path path : files.toList()) {
        JsonNode tree = JSON.readTree(path.toFile());
        close(tree);
        schemas.put(BASE + path.getFileName(), tree.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.schema =
        JsonSchemaFactory.getInstance(
                SpecVersion.VersionFlag.V202012,
                builder -> builder.schemaLoaders(loaders -> loaders.schemas(schemas)))
            .getSchema(
                SchemaLocation.of(BASE + file),
                SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build());
  }

  /** Returns the schema in that file. */
  public static OutputSchema of(String file) {
    return new OutputSchema(file);
  }

  /** Fails unless the text is one such document; returns it. */
  public JsonNode accepts(String json) {
    return accepts(json, JSON);
  }

  /** The same for YAML. */
  public JsonNode acceptsYaml(String yaml) {
    return accepts(yaml, new YAMLMapper());
  }

  private JsonNode accepts(String text, ObjectMapper mapper) {
    try {
      JsonNode tree = mapper.readTree(text);
      assertThat(schema.validate(tree)).isEmpty();
      return tree;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forbids fields that are not described. */
  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("type").asText().equals("object")
        && object.has("properties")
        && !object.has("additionalProperties")) {
      object.put("additionalProperties", false);
    }
    node.forEach(OutputSchema::close);
  }
}

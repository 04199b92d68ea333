package io.sluice.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** Holds rendered objects by kind and name. */
public record ChartObjects(SortedMap<String, JsonNode> all) {
  private static final YAMLMapper YAML = new YAMLMapper();

  /** What Helm alone writes. */
  private static final List<String> OF_HELM =
      List.of("helm.sh/chart", "app.kubernetes.io/managed-by");

  public static ChartObjects parse(String yaml) {
    SortedMap<String, JsonNode> objects = new TreeMap<>();
    try (MappingIterator<JsonNode> documents = YAML.readerFor(JsonNode.class).readValues(yaml)) {
      while (documents.hasNext()) {
        JsonNode object = documents.next();
        if (object != null && object.isObject()) {
          objects.put(
              object.path("kind").asText() + "/" + object.at("/metadata/name").asText(), object);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(yaml, e);
    }
    return new ChartObjects(objects);
  }

  public JsonNode get(String key) {
    return Optional.ofNullable(all.get(key))
        .orElseThrow(() -> new AssertionError("no " + key + " in " + all.keySet()));
  }

  /** Returns the only container of the Deployment. */
  public JsonNode container() {
    return get("Deployment/sluice").at("/spec/template/spec/containers/0");
  }

  /** Returns them without what Helm alone writes, Namespaces, and the order of the environment. */
  SortedMap<String, JsonNode> comparable() {
    SortedMap<String, JsonNode> comparable = new TreeMap<>();
    all.forEach(
        (key, object) -> {
          if (!key.startsWith("Namespace/")) {
            JsonNode copy = object.deepCopy();
            strip(copy);
            comparable.put(key, copy);
          }
        });
    return comparable;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(OF_HELM);
      if (object.path("env").isArray()) {
        ObjectNode byName = object.objectNode();
        object.withArray("env").forEach(entry -> byName.set(entry.get("name").asText(), entry));
        object.set("env", byName);
      }
    }
    for (Iterator<JsonNode> parts = node.elements(); parts.hasNext(); ) {
      strip(parts.next());
    }
  }

  public static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }
}

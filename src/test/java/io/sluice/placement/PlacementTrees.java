package io.sluice.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/** Reads trees for tests from JSON that needs few quotes: {@code {size: 'x'}}. */
public final class PlacementTrees {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES, JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .build();

  private PlacementTrees() {}

  public static Map<String, Object> tree(String json) {
    try {
      return JSON.readValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the tree of a test: " + json, e);
    }
  }

  /** Returns placement {@code retail/stores} with this spec. */
  public static PlacementObject placement(String spec) {
    return placement("stores", spec, Map.of());
  }

  public static PlacementObject placement(
      String name, String spec, Map<String, String> annotations) {
    return new PlacementObject(
        "retail", name, "uid-1", 3, Map.of(), annotations, tree(spec), Map.of());
  }
}

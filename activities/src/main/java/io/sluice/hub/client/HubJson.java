package io.sluice.hub.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.Map;
import java.util.Optional;

/** Writes values as JSON and reads them again; instants as text. */
public final class HubJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

  private HubJson() {}

  public static String write(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("every value of ours can be written as JSON", e);
    }
  }

  /** The value, or nothing when the text is none of its kind. */
  public static <T> Optional<T> read(String text, Class<T> type) {
    try {
      return Optional.ofNullable(MAPPER.readValue(text, type));
    } catch (JsonProcessingException e) {
      // People can write anything into an annotation; what it means then, the caller knows.
      return Optional.empty();
    }
  }

  public static Map<String, Object> tree(Object value) {
    return MAPPER.convertValue(value, TREE);
  }

  public static <T> T of(Map<String, Object> tree, Class<T> type) {
    return MAPPER.convertValue(tree, type);
  }

  public static int size(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("every tree can be written as JSON", e);
    }
  }
}

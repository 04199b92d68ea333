package io.sluice.hub.check;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.policy.Nesting;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Parses the JSON of answers, whoever sent them: without too many levels. */
final class AnswerJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(Nesting.MOST).build())
                  .build())
          .build();
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

  private AnswerJson() {}

  /** Returns the object; empty if the body is none. */
  static Optional<Map<String, Object>> parse(byte[] body) {
    try {
      return Optional.ofNullable(MAPPER.readValue(body, TREE));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot be read", e);
    }
  }
}

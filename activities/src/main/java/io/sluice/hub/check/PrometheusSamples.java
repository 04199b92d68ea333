package io.sluice.hub.check;

import io.sluice.hub.http.NoAnswerException;
import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;

/**
 * Reads the samples of an answer of Prometheus, as CEL sees them: a list of objects with {@code
 * labels}, {@code value} and {@code time} in seconds since 1970.
 */
final class PrometheusSamples {
  private PrometheusSamples() {}

  /**
   * Returns them.
   *
   * @throws NoAnswerException if the answer holds an error, or no samples of one instant
   */
  static List<Map<String, Object>> of(Map<String, Object> answer) {
    if (!"success".equals(answer.get("status"))) {
      throw new NoAnswerException(
          "Prometheus answers %s: %s"
              .formatted(
                  JsonTree.text(answer, "errorType").orElse("no result"),
                  JsonTree.text(answer, "error").orElse("it does not say why")));
    }
    Map<String, Object> data = JsonTree.map(answer, "data");
    String type = JsonTree.text(data, "resultType").orElse("nothing");
    return switch (type) {
      case "vector" ->
          JsonTree.maps(data, "result").stream()
              .map(sample -> sample(JsonTree.map(sample, "metric"), sample.get("value")))
              .toList();
      case "scalar" -> List.of(sample(Map.of(), data.get("result")));
      default ->
          throw new NoAnswerException(
              "the query results in %s, and not in samples of one instant".formatted(type));
    };
  }

  private static Map<String, Object> sample(Map<String, Object> labels, Object value) {
    if (value instanceof List<?> pair
        && pair.size() == 2
        && pair.get(0) instanceof Number time
        && pair.get(1) instanceof String number) {
      return Map.of("labels", labels, "value", number(number), "time", time.doubleValue());
    }
    throw new NoAnswerException("the query results in samples without a number");
  }

  private static double number(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> finite(text);
    };
  }

  private static double finite(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new NoAnswerException("the query results in samples without a number");
    }
  }
}

package io.sluice.oracle;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.strategy.ParsedStrategy;
import io.sluice.rollout.strategy.StrategyReader;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Translates one case of the ocm-rollout suite to the types of this package, and back to nothing:
 * both sides of a comparison are Java values.
 */
record OcmRolloutCase(JsonNode json) {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  String id() {
    return json.path("id").asText();
  }

  String title() {
    return id() + " " + json.path("name").asText();
  }

  /** A case whose answer is a matter of taste, where upstream's is only one of several. */
  boolean ownersChoice() {
    return json.path("category").asText().equals("quirk") && !given("expectRecommended");
  }

  /** The recommended answer, where there is one, else the only one. */
  JsonNode expected() {
    if (given("expect")) {
      return json.get("expect");
    }
    return json.get(given("expectRecommended") ? "expectRecommended" : "expectUpstream");
  }

  boolean expectsError() {
    return expected().path("error").asBoolean();
  }

  private boolean given(String field) {
    return !json.path(field).isMissingNode() && !json.path(field).isNull();
  }

  ParsedStrategy strategy() {
    Object tree =
        MAPPER.convertValue(json.get("strategy"), new TypeReference<Map<String, Object>>() {});
    return StrategyReader.lenient(tree);
  }

  List<ClusterGroup> groups() {
    return each(
        json.path("groups"),
        group -> {
          List<String> clusters = each(group.path("clusters"), JsonNode::asText);
          return new ClusterGroup(group(group), clusters, group.path("approved").asBoolean(true));
        });
  }

  List<ClusterRolloutStatus> known() {
    return each(
        json.path("statuses"),
        status ->
            new ClusterRolloutStatus(
                status.path("cluster").asText(),
                group(status.path("group")),
                status.path("status").asText(),
                instant(status.path("lastTransitionAgoSeconds"), -1),
                Duration.ZERO));
  }

  List<ResultEntry> expected(String list) {
    return each(
        expected().path(list),
        entry ->
            new ResultEntry(
                entry.path("cluster").asText(),
                group(entry.path("group")),
                entry.path("status").asText(),
                instant(entry.path("lastTransitionAgoSeconds"), -1),
                instant(entry.path("recheckInSeconds"), 1)));
  }

  boolean expectedBreach() {
    return expected().path("maxFailureBreach").asBoolean();
  }

  Optional<Duration> expectedRecheck() {
    return instant(expected().path("recheckAfterSeconds"), 1)
        .map(next -> Duration.between(NOW, next));
  }

  private static GroupKey group(JsonNode group) {
    return new GroupKey(
        group.path("placement").asText(""),
        group.path("name").asText(),
        group.path("index").asInt());
  }

  private static Optional<Instant> instant(JsonNode seconds, int direction) {
    if (seconds.isMissingNode() || seconds.isNull()) {
      return Optional.empty();
    }
    long nanos = seconds.decimalValue().multiply(NANOS).longValue();
    return Optional.of(NOW.plusNanos(direction * nanos));
  }

  private static <T> List<T> each(JsonNode list, Function<JsonNode, T> translation) {
    List<T> result = new ArrayList<>();
    list.forEach(item -> result.add(translation.apply(item)));
    return result;
  }
}

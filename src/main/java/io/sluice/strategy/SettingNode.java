package io.sluice.strategy;

import io.sluice.policy.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Points at one place in a tree of settings: its path, and what is written there.
 *
 * <p>A {@code null} counts as not written, as it does for the API server.
 */
record SettingNode(String path, Object value) {
  SettingNode child(String field) {
    return new SettingNode(path + "." + field, fields().get(field));
  }

  boolean absent() {
    return value == null;
  }

  boolean isObject() {
    return value instanceof Map<?, ?>;
  }

  Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The fields below this one; none, if this is no object. */
  Map<?, ?> fields() {
    return value instanceof Map<?, ?> fields ? fields : Map.of();
  }

  /** The items of a list, each with its place. */
  Stream<SettingNode> items() {
    List<?> items = value instanceof List<?> list ? list : List.of();
    return IntStream.range(0, items.size())
        .mapToObj(i -> new SettingNode("%s[%d]".formatted(path, i), items.get(i)));
  }

  /** The fields that are written, but not among those known. */
  List<SettingNode> strangers(Set<String> known) {
    return fields().keySet().stream()
        .map(String::valueOf)
        .filter(field -> !known.contains(field))
        .map(this::child)
        .toList();
  }

  /** Says of the value what is wrong, and what to do, each without its full stop. */
  Problem problem(RefusalReason reason, String wrong, String remedy) {
    return new Problem(
        reason.word(), path, "is %s, %s".formatted(JsonLiteral.of(value), wrong), remedy);
  }

  /** Says that nothing should be written here at all. */
  Problem misplaced(RefusalReason reason, String wrong, String remedy) {
    return new Problem(reason.word(), path, "is set, " + wrong, remedy);
  }
}

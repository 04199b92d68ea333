package io.sluice.rollout.strategy;

import static java.util.stream.Collectors.joining;

import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Points at one place in a tree of settings: its path, and the value written there.
 *
 * <p>A {@code null} counts as absent, as it does for the API server.
 *
 * @param collector receives the problems of the whole tree
 */
public record SettingNode(String path, Object value, ProblemCollector collector) {
  public SettingNode child(String field) {
    return new SettingNode(path + "." + field, fields().get(field), collector);
  }

  public boolean absent() {
    return value == null;
  }

  /** True for a value that is neither absent nor an object. */
  public boolean notAnObject() {
    return value != null && !(value instanceof Map<?, ?>);
  }

  /** True for a value that is neither absent nor a list. */
  public boolean notAList() {
    return value != null && !(value instanceof List<?>);
  }

  boolean lenient() {
    return collector.mode == ParseMode.LENIENT;
  }

  public Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The fields of an object; none for any other value. */
  public Map<?, ?> fields() {
    return value instanceof Map<?, ?> fields ? fields : Map.of();
  }

  /** The items of a list, each with its path; none for any other value. */
  public Stream<SettingNode> items() {
    List<?> items = value instanceof List<?> list ? list : List.of();
    return IntStream.range(0, items.size())
        .mapToObj(i -> new SettingNode("%s[%d]".formatted(path, i), items.get(i), collector));
  }

  /** The fields of an object that are not known: most often misspellings. */
  public Stream<SettingNode> unknownFields(Set<String> known) {
    return fields().keySet().stream()
        .map(String::valueOf)
        .filter(field -> !known.contains(field))
        .map(this::child);
  }

  void warnOfUnknownFields(Set<String> known) {
    warnOfUnknownFields(known, "a rollout strategy");
  }

  /**
   * Warns of fields that are not known.
   *
   * @param settings what the fields would be settings of, such as {@code a schedule}
   */
  public void warnOfUnknownFields(Set<String> known, String settings) {
    unknownFields(known)
        .forEach(
            field -> warn("%s is no setting of %s. Remove it.".formatted(field.path, settings)));
  }

  public void warn(String sentences) {
    collector.warnings.add(sentences);
  }

  /**
   * Reports that the value is wrong.
   *
   * @param wrong what is wrong, following the quoted value
   * @param remedy what to do; both without a full stop
   * @return empty, for readers to return
   */
  public <T> Optional<T> refuse(String reason, String wrong, String remedy) {
    return report(reason, "is %s, %s".formatted(json(value), wrong), remedy);
  }

  <T> Optional<T> refuse(Refusal.Reason reason, String wrong, String remedy) {
    return refuse(reason.label(), wrong, remedy);
  }

  /** Reports that nothing should be written here: the type would not read it. */
  void refuseFor(StrategyType type, StrategyType home) {
    report(
        Refusal.Reason.WRONG_SETTINGS.label(),
        "is set, but the type is %s".formatted(type),
        "Remove it, or set the type to %s".formatted(home));
  }

  /**
   * Reports a problem whose text does not begin with the value.
   *
   * @param wrong what is wrong, following the path
   * @return empty, for readers to return
   */
  public <T> Optional<T> report(String reason, String wrong, String remedy) {
    collector.problems.add(new Problem(reason, path, wrong, remedy));
    return Optional.empty();
  }

  /** Formats a value as JSON, in the order and with the empty parts that were written. */
  public static String json(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object.entrySet().stream()
          .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + json(entry.getValue()))
          .collect(joining(",", "{", "}"));
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(SettingNode::json).collect(joining(",", "[", "]"));
    }
    boolean bare = value == null || value instanceof Number || value instanceof Boolean;
    return bare ? String.valueOf(value) : quoted(value.toString());
  }

  private static String quoted(String text) {
    return text.chars().mapToObj(c -> escaped((char) c)).collect(joining("", "\"", "\""));
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }

  /**
   * Chooses which settings are accepted (rollout-strategy 1.5, last paragraph).
   *
   * <p>A rollout starts with strict settings only. The selection function itself is defined for a
   * few more, as in OCM's library.
   */
  enum ParseMode {
    STRICT,
    /**
     * An unknown mandatory group selects nothing, an entry without name and index means index 0, an
     * empty deadline means None, negative numbers and percentages count as 0, percentages above 100
     * as 100.
     */
    LENIENT
  }

  /** Collects all problems and warnings of one tree, not only the first. */
  public static final class ProblemCollector {
    private final ParseMode mode;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** Collects what strict reading finds. */
    public ProblemCollector() {
      this(ParseMode.STRICT);
    }

    ProblemCollector(ParseMode mode) {
      this.mode = mode;
    }

    public List<Problem> problems() {
      return problems;
    }

    public List<String> warnings() {
      return warnings;
    }
  }
}

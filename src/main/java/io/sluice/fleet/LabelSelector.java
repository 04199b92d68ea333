package io.sluice.fleet;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Selects clusters by their labels, as Kubernetes does: every term must hold.
 *
 * <p>Without a term it matches every cluster; the reader of settings decides whether that is
 * allowed.
 */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {
  public LabelSelector {
    matchLabels = Collections.unmodifiableMap(new TreeMap<>(matchLabels));
    matchExpressions = List.copyOf(matchExpressions);
  }

  public boolean matches(Map<String, String> labels) {
    // Loops, because a large hub matches selectors and clusters by the million.
    for (Map.Entry<String, String> term : matchLabels.entrySet()) {
      if (!term.getValue().equals(labels.get(term.getKey()))) {
        return false;
      }
    }
    for (Requirement term : matchExpressions) {
      if (!term.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  /** Returns it as the API server reads it in a request for a list; empty: all. */
  public String query() {
    return Stream.concat(
            matchLabels.entrySet().stream().map(term -> term.getKey() + "=" + term.getValue()),
            matchExpressions.stream().map(Requirement::query))
        .collect(joining(","));
  }

  /** Relates a label to a set of values. */
  public enum Operator {
    IN("In"),
    /** Holds also where the label is absent. */
    NOT_IN("NotIn"),
    EXISTS("Exists"),
    DOES_NOT_EXIST("DoesNotExist");

    private final String label;

    Operator(String label) {
      this.label = label;
    }

    /** The operator as Kubernetes writes it. */
    public String label() {
      return label;
    }

    public boolean takesValues() {
      return this == IN || this == NOT_IN;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** One term of a selector that is not plain equality. */
  public record Requirement(String key, Operator operator, List<String> values) {
    public Requirement {
      requireNonNull(key, "key is null");
      requireNonNull(operator, "operator is null");
      values = List.copyOf(values);
    }

    private String query() {
      String among = " (%s)".formatted(String.join(",", values));
      return switch (operator) {
        case IN -> key + " in" + among;
        case NOT_IN -> key + " notin" + among;
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
      };
    }

    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }
  }
}

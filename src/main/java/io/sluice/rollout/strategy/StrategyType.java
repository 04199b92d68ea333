package io.sluice.rollout.strategy;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Lists the ways in which a change can travel through a fleet (rollout-strategy 1.5). */
public enum StrategyType {
  ALL("All", "all"),
  PROGRESSIVE("Progressive", "progressive"),
  PROGRESSIVE_PER_GROUP("ProgressivePerGroup", "progressivePerGroup"),
  MANUAL_PER_GROUP("manualPerGroup", "manualPerGroup");

  private final String label;
  private final String field;

  StrategyType(String label, String field) {
    this.label = label;
    this.field = field;
  }

  /** Returns the type of that name, whose first letter may be in either case. */
  public static Optional<StrategyType> of(String name) {
    return Arrays.stream(values()).filter(type -> matches(type.label, name)).findFirst();
  }

  private static boolean matches(String label, String name) {
    return name.length() == label.length()
        && name.substring(0, 1).equalsIgnoreCase(label.substring(0, 1))
        && name.substring(1).equals(label.substring(1));
  }

  /**
   * Returns the type of a strategy as it is written: All where it names none, empty for any other.
   */
  public static Optional<StrategyType> ofWritten(Object strategy) {
    return of(nameWritten(strategy));
  }

  /** Returns the label of that type; of a strategy that names no type, what it names instead. */
  public static String labelWritten(Object strategy) {
    return ofWritten(strategy).map(StrategyType::label).orElseGet(() -> nameWritten(strategy));
  }

  private static String nameWritten(Object strategy) {
    Object name = strategy instanceof Map<?, ?> fields ? fields.get("type") : null;
    return name == null ? ALL.label : String.valueOf(name);
  }

  /** The type as statuses print it. */
  public String label() {
    return label;
  }

  /** The field of the strategy that holds this type's settings. */
  public String field() {
    return field;
  }

  @Override
  public String toString() {
    return label;
  }
}

package io.sluice.hub.crd;

/**
 * Holds the CEL rules and messages that several fields of a strategy share (rollout-strategy 1.6).
 */
final class StrategyRules {
  private static final String ALL = "'All', 'all'";
  private static final String PROGRESSIVE = "'Progressive', 'progressive'";
  private static final String PER_GROUP = "'ProgressivePerGroup', 'progressivePerGroup'";
  private static final String MANUAL = "'manualPerGroup', 'ManualPerGroup'";

  static final String TYPES =
      "[" + ALL + ", " + PROGRESSIVE + ", " + PER_GROUP + ", " + MANUAL + "]";

  // An unknown type is refused alone: it is not known which settings it allows.
  static final String NOT_ALL = "[" + PROGRESSIVE + ", " + PER_GROUP + ", " + MANUAL + "]";
  static final String NOT_PROGRESSIVE = "[" + ALL + ", " + PER_GROUP + ", " + MANUAL + "]";
  static final String NOT_PER_GROUP = "[" + ALL + ", " + PROGRESSIVE + ", " + MANUAL + "]";
  static final String NOT_MANUAL = "[" + ALL + ", " + PROGRESSIVE + ", " + PER_GROUP + "]";

  static final String MISPLACED =
      " is set, but the type is ' + (has(self.type) ? self.type : 'All')"
          + " + '. Remove it, or set the type to ";
  static final String CONCURRENCY_OF = "maxConcurrency is set, but the type is ";
  static final String WANTS_PROGRESSIVE = ". Remove it, or set the type to Progressive.";

  static final String NOT_QUOTED = "type(self) != string || !self.matches('^[0-9]+$')";
  static final String QUOTED =
      " is \"' + self + '\", a number in quotes. Write ' + self + ', or a percentage such as \"' +"
          + " (size(self) > 2 ? '100' : self) + '%\".'";

  static final String NOT_NEGATIVE =
      "type(self) == string ? !self.matches('^-[0-9]+$') : self >= 0";
  static final String NEGATIVE =
      " is ' + (type(self) == string ? '\"' + self + '\"' : string(self)) +"
          + " ', below zero. Write 0 or more.'";

  static final String PERCENTAGE =
      "type(self) != string || self.matches('^-?[0-9]+$|^(100|[0-9]{1,2})%$')";
  static final String NO_PERCENTAGE =
      " is \"' + self + '\", not a whole percentage from 0% to 100%."
          + " Write one such as \"25%\", or a number of clusters.'";

  private static final String PARTS = "([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,6}s)?";
  static final String SOAK = "self == '0' || self != '' && self.matches('^" + PARTS + "$')";
  static final String DEADLINE = "self == 'None' || self != '' && self.matches('^" + PARTS + "$')";
  static final String NO_DURATION =
      " is \"' + self + '\", not a duration. Write one such as \"1h30m\", \"10m\" or \"90s\", or"
          + " \"";

  private StrategyRules() {}
}

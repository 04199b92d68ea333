package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.GroupKey;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Holds a PlacementDecision, wanted or published (placement 6).
 *
 * @param clusters in the order of the list
 */
public record DecisionObject(String name, Map<String, String> labels, List<String> clusters) {
  /** The most clusters that an object lists, except in the middle of a change. */
  public static final int LIMIT = 100;

  private static final String PREFIX = "cluster.open-cluster-management.io/";
  private static final String INFIX = "-decision-";

  /** The most digits of a number that is read. */
  private static final int DIGITS = 9;

  /** Label that names the placement of a decision. */
  public static final String PLACEMENT = PREFIX + "placement";

  /** Label with the name of the decision's group; present and empty for an unnamed one. */
  public static final String GROUP_NAME = PREFIX + "decision-group-name";

  /** Label with the index of the decision's group, as a decimal. */
  public static final String GROUP_INDEX = PREFIX + "decision-group-index";

  public DecisionObject {
    requireNonNull(name, "name is null");
    labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    clusters = List.copyOf(clusters);
  }

  /** Returns the object with this number of this group, with exactly the labels it must have. */
  public static DecisionObject of(GroupKey group, int number, List<String> clusters) {
    return new DecisionObject(
        name(group.placement(), number),
        Map.of(
            PLACEMENT,
            group.placement(),
            GROUP_NAME,
            group.name(),
            GROUP_INDEX,
            Integer.toString(group.index())),
        clusters);
  }

  /** Returns the name of the object with this number of a placement. */
  public static String name(String placement, int number) {
    return placement + INFIX + number;
  }

  /** Returns the number of an object of this placement; absent if its name is of another form. */
  public static OptionalInt number(String placement, String name) {
    return name.startsWith(placement) && name.startsWith(INFIX, placement.length())
        ? number(name, placement.length() + INFIX.length())
        : OptionalInt.empty();
  }

  /** A large hub reads the numbers of thousands of objects again and again. */
  private static OptionalInt number(String text, int from) {
    int digits = text.length() - from;
    if (digits < 1 || digits > DIGITS) {
      return OptionalInt.empty();
    }
    int number = 0;
    for (int i = from; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return OptionalInt.empty();
      }
      number = 10 * number + digit;
    }
    return OptionalInt.of(number);
  }

  /** Returns the name of the group; empty for an unnamed one, and without the label. */
  public String groupName() {
    return labels.getOrDefault(GROUP_NAME, "");
  }

  /** Returns whether there is a label with an index, be it a number or not. */
  public boolean indexed() {
    return labels.containsKey(GROUP_INDEX);
  }

  /** Returns the index of the group; absent without the label, or if it is no such number. */
  public Optional<Integer> groupIndex() {
    String text = labels.get(GROUP_INDEX);
    OptionalInt index = text == null ? OptionalInt.empty() : number(text, 0);
    return index.isPresent() ? Optional.of(index.getAsInt()) : Optional.empty();
  }
}

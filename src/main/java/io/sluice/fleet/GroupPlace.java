package io.sluice.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Holds the place of a group among the groups of its placement while an attempt lasts, whatever
 * index the placement gives it meanwhile (rollout-strategy 3.7, "Company").
 *
 * <p>Groups of the first snapshot stand where their index says. Between any two of them there is
 * room for later ones: {@code 0}, {@code 0.1}, {@code 0.2}, {@code 1}. So none ever takes the place
 * of another.
 *
 * @param parts numbers, of which the first differing one decides; a place comes before those that
 *     continue it
 */
public record GroupPlace(List<Integer> parts) implements Comparable<GroupPlace> {
  public GroupPlace {
    parts = List.copyOf(parts);
  }

  /** Returns the place of a group of the first snapshot. */
  public static GroupPlace of(int index) {
    return new GroupPlace(List.of(index));
  }

  /**
   * Reads a place.
   *
   * @throws NumberFormatException when it is none
   */
  public static GroupPlace parse(String text) {
    return new GroupPlace(Arrays.stream(text.split("\\.", -1)).map(Integer::valueOf).toList());
  }

  /** Reads a place that another hand may have written; empty when it is none. */
  public static Optional<GroupPlace> read(String text) {
    try {
      return Optional.of(parse(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns a place for a group that an index alone does not describe, near that index. */
  public static GroupPlace near(int index) {
    return new GroupPlace(List.of(index, 1));
  }

  /**
   * Returns a place between two others, which no index describes.
   *
   * @param before absent: none comes before it
   * @param after absent: none comes after it
   */
  public static GroupPlace between(Optional<GroupPlace> before, Optional<GroupPlace> after) {
    if (before.isEmpty()) {
      return near(after.map(next -> next.parts.get(0) - 1).orElse(0));
    }
    GroupPlace former = before.get();
    Optional<GroupPlace> beside = former.next();
    if (beside.filter(place -> after.isEmpty() || place.compareTo(after.get()) < 0).isPresent()) {
      return beside.get();
    }
    int depth = former.parts.size();
    boolean within =
        after.filter(next -> next.parts.size() > depth && next.startsWith(former)).isPresent();
    return within ? former.with(after.get().parts.get(depth) - 1, 1) : former.with(1);
  }

  /** Returns the next one beside a place that no index describes. */
  private Optional<GroupPlace> next() {
    int last = parts.size() - 1;
    return indexed()
        ? Optional.empty()
        : Optional.of(new GroupPlace(parts.subList(0, last)).with(parts.get(last) + 1));
  }

  private boolean startsWith(GroupPlace other) {
    return parts.subList(0, other.parts.size()).equals(other.parts);
  }

  private GroupPlace with(int... more) {
    List<Integer> longer = new ArrayList<>(parts);
    Arrays.stream(more).forEach(longer::add);
    return new GroupPlace(longer);
  }

  /** Returns whether an index of the first snapshot describes it. */
  public boolean indexed() {
    return parts.size() == 1;
  }

  /** Returns whether a group stands there that had this index in the first snapshot. */
  public boolean is(int index) {
    return indexed() && parts.get(0) == index;
  }

  @Override
  public int compareTo(GroupPlace other) {
    for (int i = 0; i < Math.min(parts.size(), other.parts.size()); i++) {
      int order = Integer.compare(parts.get(i), other.parts.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(parts.size(), other.parts.size());
  }

  @Override
  public String toString() {
    return String.join(".", parts.stream().map(String::valueOf).toList());
  }
}

package io.sluice.rehearsal;

import io.sluice.tools.option.CliFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Chooses clusters by number, percentage or name: {@code 3}, {@code 5%}, {@code c1,c2}. */
record ClusterChoice(String text) {
  static final ClusterChoice NONE = new ClusterChoice("0");

  /**
   * Returns the chosen ones; equal arguments, equal choice.
   *
   * @param from the clusters of the rollout that are not chosen otherwise
   */
  Set<String> of(Collection<String> from, long seed) {
    if (text.matches("\\d{1,6}")) {
      return some(from, Integer.parseInt(text), seed);
    }
    if (text.matches("(100|\\d{1,2})%")) {
      long percent = Long.parseLong(text.substring(0, text.length() - 1));
      return some(from, (int) ((percent * from.size() + 99) / 100), seed);
    }
    return named(from);
  }

  private static Set<String> some(Collection<String> from, int number, long seed) {
    List<String> shuffled = new ArrayList<>(new TreeSet<>(from));
    Collections.shuffle(shuffled, new Random(seed));
    return new TreeSet<>(shuffled.subList(0, Math.min(number, shuffled.size())));
  }

  private Set<String> named(Collection<String> from) {
    Set<String> names = new TreeSet<>();
    Arrays.stream(text.split(",")).map(String::trim).forEach(names::add);
    List<String> strangers = names.stream().filter(name -> !from.contains(name)).toList();
    if (!strangers.isEmpty()) {
      throw new CliFailure(
          "Cannot rehearse with cluster %s: the rollout does not have it, or it is chosen otherwise. Name clusters of the rollout, or write a number or a percentage."
              .formatted(strangers.get(0)));
    }
    return names;
  }
}

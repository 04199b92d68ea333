package io.sluice.tools.page.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Holds which rollouts a person wants to see in a list.
 *
 * @param text a part of the name; empty: any
 * @param namespace empty: all
 * @param phase the {@link RolloutListEntry#phase()}; empty: any
 * @param mine whether only those are shown that wait for this person
 * @param page from 1
 */
public record RolloutFilter(String text, String namespace, String phase, boolean mine, int page) {
  public static final RolloutFilter NONE = new RolloutFilter("", "", "", false, 1);

  public RolloutFilter {
    text = requireNonNull(text, "text is null").strip();
    requireNonNull(namespace, "namespace is null");
    requireNonNull(phase, "phase is null");
    page = Math.max(1, page);
  }

  /** Returns whether it lets all rollouts through. */
  public boolean none() {
    return text.isEmpty() && namespace.isEmpty() && phase.isEmpty() && !mine;
  }

  /** Returns the same of another page. */
  public RolloutFilter at(int other) {
    return new RolloutFilter(text, namespace, phase, mine, other);
  }

  /**
   * Returns those that it lets through, in their order.
   *
   * @param granted whether this person may change that one
   */
  public List<RolloutListEntry> of(
      List<RolloutListEntry> rollouts, Predicate<RolloutListEntry> granted) {
    String part = text.toLowerCase(Locale.ROOT);
    return rollouts.stream()
        .filter(one -> one.name().title().toLowerCase(Locale.ROOT).contains(part))
        .filter(one -> namespace.isEmpty() || namespace.equals(one.name().namespace()))
        .filter(one -> phase.isEmpty() || phase.equals(one.phase()))
        .filter(one -> !mine || one.urgency() == Urgency.WAITS && granted.test(one))
        .toList();
  }
}

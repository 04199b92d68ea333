package io.sluice.placement;

import static java.util.Objects.requireNonNull;

import io.sluice.strategy.Amount;
import java.util.List;

/**
 * Holds a valid {@code decisionStrategy.groupStrategy}.
 *
 * @param size clusters per decision group; {@link Amount#limitOf} of the selected clusters
 * @param entries the named groups, in the order of the spec
 */
public record GroupStrategy(Amount size, List<NamedGroup> entries) {
  /** One group with every cluster. */
  public static final GroupStrategy ONE_GROUP = new GroupStrategy(Amount.percent(100), List.of());

  public GroupStrategy {
    requireNonNull(size, "size is null");
    entries = List.copyOf(entries);
  }
}

package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Reports what a worker in mode Standalone would do on a hub.
 *
 * @param hub its address
 * @param clusters how many ManagedClusters it has
 * @param autoMode what {@code --mode Auto} decides there: {@code Beside} or {@code Standalone}
 * @param autoBecause why, as a sentence
 * @param obstacles what is wrong with the hub as a whole
 * @param policies the policies that were asked for
 */
public record AdoptionReport(
    String hub,
    int clusters,
    String autoMode,
    String autoBecause,
    List<Obstacle> obstacles,
    List<PolicyPreview> policies) {
  public AdoptionReport {
    requireNonNull(hub, "hub is null");
    requireNonNull(autoMode, "autoMode is null");
    requireNonNull(autoBecause, "autoBecause is null");
    obstacles = List.copyOf(obstacles);
    policies = List.copyOf(policies);
  }

  /** Returns whether nothing stands in the way: no obstacle, and no policy that is refused. */
  public boolean ready() {
    return obstacles.isEmpty() && refused() == 0;
  }

  /** Counts the policies for whose present version nothing is written. */
  public long refused() {
    return policies.stream().filter(policy -> policy.refusal().isPresent()).count();
  }

  /** Sums up a number over all policies. */
  public long total(ToLongFunction<PolicyPreview> number) {
    return policies.stream().mapToLong(number).sum();
  }
}

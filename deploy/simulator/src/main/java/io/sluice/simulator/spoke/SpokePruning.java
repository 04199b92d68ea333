package io.sluice.simulator.spoke;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Records that a template's objects would have been deleted on the cluster, because the template
 * went and its {@code pruneObjectBehavior} asks for it (policy-propagation 11.4).
 *
 * @param behaviour the value of that field
 */
public record SpokePruning(
    String cluster, String policy, String template, String behaviour, Instant at) {
  public SpokePruning {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(policy, "policy is null");
    requireNonNull(template, "template is null");
    requireNonNull(behaviour, "behaviour is null");
    requireNonNull(at, "at is null");
  }
}

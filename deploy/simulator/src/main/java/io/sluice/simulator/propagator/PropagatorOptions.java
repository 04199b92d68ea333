package io.sluice.simulator.propagator;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Holds how a simulated propagator runs, and what it does wrong on purpose.
 *
 * @param namespace of its Lease; made if the hub has none of that name
 * @param lease for how long it promises to hold the Lease; renewed in an eighth of that time. Zero:
 *     without leader election, so without a Lease
 * @param reaction from a change to the work on it; a policy that waits already waits no longer
 * @param writesPerSecond over all objects; 0 for no limit
 * @param burst of writes that need not wait after a pause
 * @param forgetsVanishedBindings whether, as before upstream's commit 395f519, it finds nothing to
 *     do when a binding and its Placement vanish together (policy-propagation 14.4)
 */
public record PropagatorOptions(
    String namespace,
    Duration lease,
    Duration reaction,
    int writesPerSecond,
    int burst,
    boolean forgetsVanishedBindings) {

  /** As installed by OCM, but without a limit of its writes. */
  public static final PropagatorOptions DEFAULTS =
      new PropagatorOptions(
          "open-cluster-management", Duration.ofSeconds(15), Duration.ZERO, 0, 0, false);

  public PropagatorOptions {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(lease, "lease is null");
    requireNonNull(reaction, "reaction is null");
    if (writesPerSecond < 0 || burst < 0) {
      throw new IllegalArgumentException(
          "Cannot limit the propagator to %d writes a second, %d at once: a limit is above 0. Give 0 for none."
              .formatted(writesPerSecond, burst));
    }
  }

  /** Runs without leader election: there is no Lease to see. */
  public PropagatorOptions withoutLease() {
    return withLease(Duration.ZERO);
  }

  /** Takes another time for which the Lease is promised, in whole seconds. */
  public PropagatorOptions withLease(Duration time) {
    return new PropagatorOptions(
        namespace, time, reaction, writesPerSecond, burst, forgetsVanishedBindings);
  }

  /** Waits this long before each reaction. */
  public PropagatorOptions withReaction(Duration time) {
    return new PropagatorOptions(
        namespace, lease, time, writesPerSecond, burst, forgetsVanishedBindings);
  }

  /** Limits its writes; upstream's own limit is 200 a second and 400 at once. */
  public PropagatorOptions withWriteLimit(int perSecond, int atOnce) {
    return new PropagatorOptions(
        namespace, lease, reaction, perSecond, atOnce, forgetsVanishedBindings);
  }

  /** Leaves replicas enforced when a binding and its Placement vanish together. */
  public PropagatorOptions forgettingVanishedBindings() {
    return new PropagatorOptions(namespace, lease, reaction, writesPerSecond, burst, true);
  }
}

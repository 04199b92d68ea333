package io.sluice.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers what the hub templates of a policy read (gate 6): with another input a cluster gets
 * another content at the same generation. That is a version of its own, with the next number.
 *
 * @param number the present one; 0 until a change of inputs was held
 */
public record HeldInputs(long number) {
  /** The annotation of the Rollout object that keeps the number. */
  public static final String ANNOTATION = PolicyApi.SLUICE + "inputs";

  /** Reads the annotations of a Rollout object; what is no number counts as none. */
  public static HeldInputs of(Map<String, String> annotations) {
    String text = annotations.getOrDefault(ANNOTATION, "");
    return new HeldInputs(text.matches("[1-9][0-9]{0,17}") ? Long.parseLong(text) : 0);
  }

  /** Returns the number of a version that follows. */
  public HeldInputs next() {
    return new HeldInputs(number + 1);
  }

  /**
   * Returns whether a cluster that has the present version with the present inputs waits for
   * others: the API server has put back what the propagator wrote since.
   *
   * @param entry what the cluster took by its last ticket
   */
  public boolean overtaken(
      Replica replica, GateLabels labels, PolicyVersion version, Optional<LedgerEntry> entry) {
    requireNonNull(labels, "labels is null");
    return labels.held()
        && !labels.open()
        && entry.filter(taken -> taken.shows(replica, version, number)).isPresent();
  }
}

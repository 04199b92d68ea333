package io.sluice.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;

/**
 * Records which version a cluster took by a ticket (gate 5): needed where OCM's propagator renders
 * hub templates, so that what a replica holds does not show its version.
 *
 * @param version hash of the version, as {@link PolicyVersion#contentHash}
 * @param inputs number of the inputs of its hub templates, see {@link HeldInputs}
 * @param content hash of what the propagator wrote for it
 * @param attempt number of the attempt that gave the ticket
 */
public record LedgerEntry(String version, long inputs, String content, long attempt) {
  public LedgerEntry {
    requireNonNull(version, "version is null");
    requireNonNull(content, "content is null");
  }

  /** Returns whether the replica still holds what was written then, and that is this version. */
  public boolean shows(Replica replica, PolicyVersion wanted, long wantedInputs) {
    return version.equals(wanted.contentHash())
        && inputs == wantedInputs
        && content.equals(replica.contentHash());
  }
}

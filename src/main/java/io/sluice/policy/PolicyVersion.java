package io.sluice.policy;

import static java.util.Objects.requireNonNull;

/**
 * Identifies one version of one policy: a generation of the object with that UID.
 *
 * @param contentHash hash of the spec of a replica of this version
 */
public record PolicyVersion(String policyUid, long generation, String contentHash) {
  public PolicyVersion {
    requireNonNull(policyUid, "policyUid is null");
    requireNonNull(contentHash, "contentHash is null");
  }
}

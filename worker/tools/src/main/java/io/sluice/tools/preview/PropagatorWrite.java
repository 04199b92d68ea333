package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.PolicyName;

/**
 * Holds one write of a replica that OCM's propagator makes when it starts.
 *
 * @param from what the cluster has, as {@code generation 3}; empty without a replica
 * @param to what it gets at once; empty for a deletion
 */
public record PropagatorWrite(
    PolicyName policy, String cluster, Kind kind, String from, String to) {
  public PropagatorWrite {
    requireNonNull(policy, "policy is null");
    requireNonNull(cluster, "cluster is null");
    requireNonNull(kind, "kind is null");
    requireNonNull(from, "from is null");
    requireNonNull(to, "to is null");
  }

  /** Lists what such a write changes. */
  public enum Kind {
    /** The cluster has no replica, and gets the present version. */
    CREATE("Create"),
    /** The cluster is on another version, and gets the present one. */
    VERSION("Version"),
    /** The cluster has the present version with another action. */
    ACTION("Action"),
    /** The policy has hub templates, which the propagator renders for each cluster. */
    HUB_TEMPLATE("HubTemplate"),
    /** Only labels or annotations change, such as Sluice's own: nothing is evaluated anew. */
    METADATA("Metadata"),
    /** No placement selects the cluster. */
    DELETE("Delete");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Returns whether the cluster does something else afterwards. */
  public boolean matters() {
    return kind != Kind.METADATA;
  }
}

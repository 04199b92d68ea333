package io.sluice.tools.preview;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.DesiredReplica;
import java.util.Optional;

/** Holds one write of a replica that a worker would make. */
public record PlannedWrite(String cluster, Kind kind) {
  public PlannedWrite {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(kind, "kind is null");
  }

  /** Lists what a write changes. */
  public enum Kind {
    /** The cluster has no replica. */
    CREATE("Create"),
    /** The spec differs. */
    CONTENT("Content"),
    /** Only labels or annotations differ: nothing is evaluated anew. */
    METADATA("Metadata");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Returns the write; empty if the replica needs none. */
  public static Optional<PlannedWrite> of(DesiredReplica desired, Optional<CachedReplica> found) {
    return switch (desired.on(found)) {
      case CREATED -> Optional.of(new PlannedWrite(desired.cluster(), Kind.CREATE));
      case UPDATED -> Optional.of(new PlannedWrite(desired.cluster(), change(desired, found)));
      case DELETED, UNCHANGED, REFUSED, CHANGED -> Optional.empty();
    };
  }

  private static Kind change(DesiredReplica desired, Optional<CachedReplica> found) {
    CachedReplica replica = found.orElseThrow();
    return desired
            .content()
            .apply(replica.encryptionIv())
            .contentHash()
            .equals(replica.replica().contentHash())
        ? Kind.METADATA
        : Kind.CONTENT;
  }
}

package io.sluice.hub.replica;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.WriteDater;
import java.time.Instant;
import java.util.Optional;

/**
 * Holds what a replica itself shows of its age.
 *
 * @param createdAt when it was created
 * @param first whether it has the spec with which it was created
 * @param writtenAt when something else than its status was written last, in whole seconds; empty
 *     where the API server does not record it. Whoever may update the replica may write this
 */
public record ReplicaTimes(Instant createdAt, boolean first, Optional<Instant> writtenAt) {
  public ReplicaTimes {
    requireNonNull(createdAt, "createdAt is null");
    requireNonNull(writtenAt, "writtenAt is null");
  }

  /** Reads them from the object. */
  public static ReplicaTimes of(GenericKubernetesResource policy) {
    ObjectMeta meta = policy.getMetadata();
    String created = meta.getCreationTimestamp();
    return new ReplicaTimes(
        created == null ? Instant.EPOCH : Instant.parse(created),
        created != null && HubObjects.generation(policy) == 1,
        WriteDater.specRecorded(meta));
  }
}

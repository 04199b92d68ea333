package io.sluice.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.sluice.hub.client.HubException;
import java.util.Optional;

/** Reads and writes the Lease; both end within a third of the renew deadline. */
interface LeaseStore extends AutoCloseable {
  /**
   * Reads it; empty when there is none.
   *
   * @throws HubException if the hub does not answer
   */
  Optional<Lease> read();

  /**
   * Creates it, or updates it by its resourceVersion; empty when another was faster.
   *
   * @throws HubException if the hub does not answer
   */
  Optional<Lease> write(Lease lease);

  @Override
  void close();
}

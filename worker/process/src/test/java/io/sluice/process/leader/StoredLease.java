package io.sluice.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.util.Optional;

/** Keeps the Lease in memory. */
final class StoredLease implements LeaseStore {
  Optional<Lease> stored = Optional.empty();
  Runnable duringRead = () -> {};
  Runnable duringWrite = () -> {};
  private int version = 100;

  @Override
  public Optional<Lease> read() {
    duringRead.run();
    return stored;
  }

  @Override
  public Optional<Lease> write(Lease lease) {
    String expected = stored.map(now -> now.getMetadata().getResourceVersion()).orElse(null);
    String given = lease.getMetadata().getResourceVersion();
    if (given == null ? expected != null : !given.equals(expected)) {
      return Optional.empty();
    }
    duringWrite.run();
    stored =
        Optional.of(
            new LeaseBuilder(lease)
                .editMetadata()
                .withResourceVersion(String.valueOf(version++))
                .endMetadata()
                .build());
    return stored;
  }

  @Override
  public void close() {}
}

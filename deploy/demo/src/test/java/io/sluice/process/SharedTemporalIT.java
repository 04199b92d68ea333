package io.sluice.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** The same on a real Temporal, in a namespace that no other test uses. */
class SharedTemporalIT extends SharedTemporalTest {
  private static final AtomicInteger NAMESPACES = new AtomicInteger();

  private LocalTestServers local;

  @Override
  InMemoryTestServers servers() {
    local = new LocalTestServers();
    return InMemoryTestServers.onTemporal(
        local.temporal(), "shared-" + NAMESPACES.incrementAndGet());
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    local.close();
  }
}

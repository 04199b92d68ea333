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
    String namespace = "shared-" + NAMESPACES.incrementAndGet();
    new TemporalNamespaceSetup(local.temporal(), namespace).ensure();
    return InMemoryTestServers.onTemporal(local.temporal(), namespace);
  }

  @AfterEach
  @Override
  void close() {
    super.close();
    local.close();
  }
}

package io.sluice.process;

import io.sluice.simulator.api.RecordedWrite;
import java.util.List;

/** Provides servers that know what workers have written, and a Temporal that can be lost. */
interface ObservedTestServers extends TestServers {
  /** Returns what workers have written, or tried to write, since this fixture began. */
  List<RecordedWrite> workerWrites();

  /** Replaces Temporal by a server that knows nothing, as one that has lost its database. */
  void loseTemporal();
}

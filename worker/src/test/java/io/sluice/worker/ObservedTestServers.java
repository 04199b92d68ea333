package io.sluice.worker;

import io.sluice.simulator.api.RecordedWrite;
import java.util.List;

/** Provides servers that know what workers have written. */
interface ObservedTestServers extends TestServers {
  /** Returns what workers have written, or tried to write, since this fixture began. */
  List<RecordedWrite> workerWrites();
}

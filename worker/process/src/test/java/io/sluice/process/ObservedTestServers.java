package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.simulator.api.RecordedWrite;
import java.util.List;

/** Provides servers that know what workers have written, and a Temporal that can be lost. */
interface ObservedTestServers extends TestServers {
  /** Returns what workers have written, or tried to write, since this fixture began. */
  List<RecordedWrite> workerWrites();

  /** Replaces Temporal by a server that knows nothing, as one that has lost its database. */
  void loseTemporal();

  /**
   * Installs the gate of {@code deploy/gate}.
   *
   * @param quiet whether what is held is put back instead of refused
   */
  void installGate(boolean quiet);

  /** Removes the gate, with the rights that came with it; what it held passes from now on. */
  void removeGate();

  /** Has the gate hold nothing any more; the worker keeps its rights. */
  void openGate();

  /** Connects as that user, who may edit policies everywhere. The caller closes it. */
  KubernetesClient policyEditor(String user);

  /** Breaks all connections to the hub; it is there again afterwards, with its data. */
  void restartHub();

  /** Returns all writes of policies, replicas and Rollouts so far that the hub accepted. */
  List<ObservedWrite> accepted();
}

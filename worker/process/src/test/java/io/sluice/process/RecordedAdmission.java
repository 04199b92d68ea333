package io.sluice.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.process.ObservedWrite.State;
import io.sluice.simulator.api.WriteAdmission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Records what a hub in memory admits, as the audit log of a real one does. Deletions are not asked
 * about.
 */
final class RecordedAdmission implements WriteAdmission {
  private static final Set<String> RESOURCES =
      Set.of(
          "policies.policy.open-cluster-management.io",
          "rollouts.cluster.open-cluster-management.io");

  private final List<ObservedWrite> writes = new CopyOnWriteArrayList<>();
  private volatile WriteAdmission rules = WriteAdmission.OPEN;

  /** Decides by these rules from now on. */
  void rules(WriteAdmission present) {
    rules = present;
  }

  List<ObservedWrite> writes() {
    return List.copyOf(writes);
  }

  @Override
  public ObjectNode admit(Write write) {
    ObjectNode admitted = rules.admit(write);
    if (RESOURCES.contains(write.resource())) {
      writes.add(
          new ObservedWrite(
              write.user(),
              admitted.path("kind").asText(),
              admitted.at("/metadata/namespace").asText(),
              admitted.at("/metadata/name").asText(),
              write.before().map(State::of),
              Optional.of(State.of(admitted))));
    }
    return admitted;
  }
}

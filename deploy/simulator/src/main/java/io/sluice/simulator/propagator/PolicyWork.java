package io.sluice.simulator.propagator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/** Names one policy that a controller of the propagator has to look at. */
record PolicyWork(Controller controller, String namespace, String name) {

  /** The three controllers upstream, each with a queue of its own. */
  enum Controller {
    ROOT_SPEC,
    ROOT_STATUS,
    REPLICA
  }

  static PolicyWork root(String namespace, String name) {
    return new PolicyWork(Controller.ROOT_SPEC, namespace, name);
  }

  static PolicyWork rootStatus(String namespace, String name) {
    return new PolicyWork(Controller.ROOT_STATUS, namespace, name);
  }

  static PolicyWork replica(String cluster, String name) {
    return new PolicyWork(Controller.REPLICA, cluster, name);
  }

  static PolicyWork replica(HasMetadata replica) {
    return replica(replica.getMetadata().getNamespace(), replica.getMetadata().getName());
  }

  /** Returns the root that a replica's name or label names: the first dot parts the two. */
  static Optional<PolicyWork> rootOf(String replica, Controller controller) {
    int dot = replica.indexOf('.');
    return dot < 0
        ? Optional.empty()
        : Optional.of(
            new PolicyWork(controller, replica.substring(0, dot), replica.substring(dot + 1)));
  }
}

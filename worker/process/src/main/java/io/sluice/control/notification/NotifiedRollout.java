package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.policy.RolloutTarget;
import java.util.Optional;

/** Names a Rollout object. */
record NotifiedRollout(String namespace, String name) {
  NotifiedRollout {
    requireNonNull(namespace, "namespace is null");
    requireNonNull(name, "name is null");
  }

  static NotifiedRollout of(GenericKubernetesResource rollout) {
    return new NotifiedRollout(
        rollout.getMetadata().getNamespace(), rollout.getMetadata().getName());
  }

  /** Returns its key in a cache. */
  String key() {
    return namespace + "/" + name;
  }

  /** Returns what it rolls out; empty if its name names nothing. */
  Optional<RolloutTarget> target() {
    return RolloutTarget.ofRollout(namespace, name);
  }

  @Override
  public String toString() {
    return key();
  }
}

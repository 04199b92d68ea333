package io.sluice.simulator.api;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/** Decides about writes before they are done, as the admission policies of a server do. */
@FunctionalInterface
public interface WriteAdmission {
  /** Admits everything as it is. */
  WriteAdmission OPEN = Write::after;

  /**
   * Returns what is written in place of {@link Write#after}.
   *
   * @throws RefusedException if nothing is
   */
  ObjectNode admit(Write write);

  /**
   * Describes the creation or the update of an object, but for its status.
   *
   * @param user as whom it is requested: the one that is impersonated; empty if none is
   * @param groups that are impersonated with the user
   * @param resource {@code policies.policy.open-cluster-management.io}
   * @param before the object as it is; empty if it is created
   */
  record Write(
      String user,
      Set<String> groups,
      String resource,
      Optional<ObjectNode> before,
      ObjectNode after) {
    public Write {
      requireNonNull(user, "user is null");
      groups = Set.copyOf(groups);
      requireNonNull(resource, "resource is null");
      requireNonNull(before, "before is null");
      requireNonNull(after, "after is null");
    }
  }

  /** Refuses a write, by the policy of that name. */
  final class RefusedException extends RuntimeException {
    public RefusedException(String policy, String why) {
      super(
          "ValidatingAdmissionPolicy '%1$s' with binding '%1$s' denied request: %2$s"
              .formatted(policy, why));
    }
  }
}

package io.sluice.policy;

import java.util.List;
import java.util.Optional;

/** Looks up the members of PolicySets. */
@FunctionalInterface
public interface PolicySets {
  /** Finds no set: dependencies on sets are not changed. */
  PolicySets NONE = (namespace, name) -> Optional.empty();

  /**
   * Returns the names of the set's policies, in the order of its spec; empty if there is no such
   * set.
   */
  Optional<List<String>> members(String namespace, String name);
}

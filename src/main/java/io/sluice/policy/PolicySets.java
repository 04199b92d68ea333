package io.sluice.policy;

import java.util.List;
import java.util.Optional;

/** Looks up the members of a PolicySet, in spec order; empty when there is no such set. */
@FunctionalInterface
public interface PolicySets {
  /** Knows no set: dependencies on sets stay as they are. */
  PolicySets NONE = (namespace, name) -> Optional.empty();

  /** The names of the policies that the set lists. */
  Optional<List<String>> members(String namespace, String name);
}

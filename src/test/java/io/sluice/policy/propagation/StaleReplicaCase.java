package io.sluice.policy.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import java.util.Map;

/** Checks a conformance case: whether a Policy in a namespace has to be removed. */
public final class StaleReplicaCase {
  private static final String NAME = "policies.root";

  private StaleReplicaCase() {}

  public static void check(Map<String, Object> each) {
    Map<String, Object> input = JsonTree.map(each, "input");
    boolean labelled = Boolean.TRUE.equals(input.get("rootPolicyLabel"));
    boolean mustGo =
        StaleReplica.mustGo(
            JsonTree.text(input, "name").orElse(NAME),
            labelled ? Map.of(PolicyApi.ROOT_POLICY, NAME) : Map.of(),
            Boolean.TRUE.equals(input.get("namespaceIsManagedCluster")),
            root -> Boolean.TRUE.equals(input.get("rootExists")));
    assertThat(mustGo).isEqualTo("deleted".equals(each.get("expect")));
  }
}

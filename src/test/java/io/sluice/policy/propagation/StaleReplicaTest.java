package io.sluice.policy.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Decides which Policies in a namespace must be deleted (policy-propagation 7). */
class StaleReplicaTest {
  private static final String NAME = "policies.web-tls";
  private static final Map<String, String> LABELS = Map.of(PolicyApi.ROOT_POLICY, NAME);
  private static final Predicate<PolicyName> EXISTS = new PolicyName("policies", "web-tls")::equals;

  @Test
  void aReplicaWhoseRootExistsStays() {
    assertThat(StaleReplica.mustGo(NAME, LABELS, true, EXISTS)).isFalse();
  }

  @Test
  void aReplicaWhoseRootIsGoneMustGo() {
    assertThat(StaleReplica.mustGo(NAME, LABELS, true, root -> false)).isTrue();
  }

  @Test
  void aPolicyWithoutTheLabelInANamespaceOfAClusterMustGo() {
    assertThat(StaleReplica.mustGo(NAME, Map.of(), true, EXISTS)).isTrue();
  }

  @Test
  void aPolicyInANamespaceWithoutManagedClusterStays() {
    assertThat(StaleReplica.mustGo(NAME, LABELS, false, root -> false)).isFalse();
    assertThat(StaleReplica.mustGo(NAME, Map.of(), false, root -> false)).isFalse();
  }
}

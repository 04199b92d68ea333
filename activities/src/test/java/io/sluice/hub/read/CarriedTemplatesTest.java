package io.sluice.hub.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.Yaml;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.policy.PolicySnapshot;
import io.sluice.policy.Replica;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recognizes replicas that enforce a version (policy-propagation 14.3.4). */
class CarriedTemplatesTest {
  private static final String PLAIN = "{a: 1}";
  private static final String RENDERED = "{a: '{{hub .ManagedClusterName hub}}'}";

  private static String spec(String action, String first, String second) {
    return """
        disabled: false
        remediationAction: %s
        policy-templates:
        - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: one}, spec: %s}
        - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: two}, spec: %s}
        """
        .formatted(action, first, second);
  }

  private static Replica replica(String action, String first, String second) {
    return ReplicaParser.of(
            Yaml.object(
                """
                apiVersion: policy.open-cluster-management.io/v1
                kind: Policy
                metadata: {name: policies.web, namespace: c1, uid: r1, resourceVersion: "1"}
                spec:
                """
                    + spec(action, first, second).indent(2)))
        .orElseThrow()
        .replica();
  }

  private final CarriedTemplates carried =
      new CarriedTemplates(
          new PolicySnapshot(Map.of(), Map.of(), Yaml.tree(spec("inform", PLAIN, RENDERED))));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "enforce | {a: 1} | {a: c1}    | true",
        "Enforce | {a: 1} | {a: c2}    | true",
        "inform  | {a: 1} | {a: c1}    | false",
        "enforce | {a: 2} | {a: c1}    | false"
      })
  void theyEnforceItsTemplatesButThoseThatTheHubRendersAreNotCompared(
      String action, String first, String second, boolean expected) {
    assertThat(carried.by(replica(action, first, second))).isEqualTo(expected);
  }

  @Test
  void theHashOfAnyOtherReplicaIsNeverThatOfAVersion() {
    Replica informing = replica("inform", PLAIN, "{a: c1}");
    assertThat(CarriedTemplates.other(informing)).isNotEqualTo(informing.contentHash());
  }
}

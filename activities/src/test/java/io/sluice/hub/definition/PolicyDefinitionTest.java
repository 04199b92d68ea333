package io.sluice.hub.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.client.Yaml;
import org.junit.jupiter.api.Test;

class PolicyDefinitionTest {
  @Test
  void aSchemaWithoutTheFieldDropsIt() {
    assertThat(drops("v1", "properties: {disabled: {type: boolean}}")).isTrue();
  }

  @Test
  void aSchemaWithTheFieldKeepsIt() {
    assertThat(drops("v1", "properties: {rolloutStrategy: {type: object}}")).isFalse();
  }

  @Test
  void aSchemaThatKeepsUnknownFieldsKeepsIt() {
    assertThat(drops("v1", "x-kubernetes-preserve-unknown-fields: true")).isFalse();
  }

  @Test
  void anotherVersionOfTheCrdIsIgnored() {
    assertThat(drops("v2", "properties: {}")).isFalse();
  }

  private static boolean drops(String version, String spec) {
    return PolicyDefinition.dropsStrategy(
        Yaml.object(
            """
            kind: CustomResourceDefinition
            metadata: {name: policies.policy.open-cluster-management.io}
            spec: {versions: [{name: %s, schema: {openAPIV3Schema: {properties: {spec: {%s}}}}}]}
            """
                .formatted(version, spec)));
  }
}

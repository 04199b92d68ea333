package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Works beside OCM's propagator with the Policy CRD that OCM ships (policy-propagation 2.4). */
@Tag("nightly")
@Timeout(300)
class BesideShippedCrdTest {
  @Test
  void theFieldThatTheCrdLacksIsNotAskedFor() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture
          .rollout
          .client()
          .genericKubernetesResources(Kinds.DEFINITION)
          .resource(
              Serialization.unmarshal(
                  """
                  apiVersion: apiextensions.k8s.io/v1
                  kind: CustomResourceDefinition
                  metadata: {name: policies.policy.open-cluster-management.io}
                  spec:
                    versions:
                    - name: v1
                      schema: {openAPIV3Schema: {properties: {spec: {properties: {disabled: {type: boolean}}}}}}
                  """,
                  GenericKubernetesResource.class))
          .create();
      fixture.policy("one");
      fixture.rollout.rollout(BesideFixture.PER_GROUP);
      fixture.start();

      fixture.await(() -> "Succeeded".equals(fixture.rollout.status().get("outcome")));
      assertThat(fixture.condition("Accepted"))
          .hasValueSatisfying(accepted -> assertThat(accepted).containsEntry("status", "True"));
    }
  }
}

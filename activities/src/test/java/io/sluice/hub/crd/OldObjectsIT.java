package io.sluice.hub.crd;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Tries the rules on an object that is older than they are: what was refused by a condition until
 * now must not prevent writes of its labels, its status or its other fields.
 *
 * <p>On a copy of the kind Policy, so that others can use the server meanwhile.
 */
class OldObjectsIT {
  private static final String GROUP = "old.sluice.test";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  @Test
  void aMistakeOlderThanTheRulesIsRefusedOnlyWhenItsFieldChanges() throws IOException {
    try (KubernetesClient client = CrdInstaller.client()) {
      CustomResourceDefinition strict = copyOfPolicy(client);
      CrdInstaller.install(client, withoutRules(copyOfPolicy(client)));
      Resource<GenericKubernetesResource> old = client.resource(object("old", mistaken()));
      old.create();
      client.resource(strict).update();
      await("the rules").atMost(Duration.ofMinutes(2)).until(() -> refuses(client));

      old.patch(MERGE, "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}");
      old.subresource("status").patch(MERGE, "{\"status\": {\"rolloutStatus\": \"ToApply\"}}");
      GenericKubernetesResource patched = old.patch(MERGE, "{\"spec\": {\"disabled\": true}}");

      assertThat(patched.<Boolean>get("spec", "disabled")).isTrue();
      assertThat(patched.<String>get("status", "rolloutStatus")).isEqualTo("ToApply");
      assertThat(patched.<String>get("spec", "rolloutStrategy", "type")).isEqualTo("Canary");
      assertThatThrownBy(
              () -> old.patch(MERGE, "{\"spec\": {\"rolloutStrategy\": {\"type\": \"Blue\"}}}"))
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("type is \"Blue\", which is no strategy");
      client.resource(strict).delete();
    }
  }

  private static boolean refuses(KubernetesClient client) {
    try {
      client.resource(object("new", mistaken())).dryRun().create();
      return false;
    } catch (KubernetesClientException e) {
      return e.getMessage().contains("which is no strategy");
    }
  }

  private static Map<String, Object> mistaken() {
    return Map.of("type", "Canary", "progressive", Map.of("maxConcurrency", "3"));
  }

  private static GenericKubernetesResource object(String name, Map<String, Object> strategy) {
    return new GenericKubernetesResourceBuilder()
        .withApiVersion(GROUP + "/v1")
        .withKind("Policy")
        .withNewMetadata()
        .withName(name)
        .withNamespace(CrdInstaller.NAMESPACE)
        .endMetadata()
        .addToAdditionalProperties(
            "spec",
            Map.of("disabled", false, "policy-templates", List.of(), "rolloutStrategy", strategy))
        .build();
  }

  private static CustomResourceDefinition copyOfPolicy(KubernetesClient client) throws IOException {
    CustomResourceDefinition policy =
        CrdInstaller.definition(
            client, CrdFolder.definitions("").get("policies.policy.open-cluster-management.io"));
    policy.getMetadata().setName("policies." + GROUP);
    policy.getSpec().setGroup(GROUP);
    policy.getSpec().getNames().setShortNames(List.of());
    return policy;
  }

  private static CustomResourceDefinition withoutRules(CustomResourceDefinition crd) {
    for (CustomResourceDefinitionVersion version : crd.getSpec().getVersions()) {
      drop(version.getSchema().getOpenAPIV3Schema());
    }
    return crd;
  }

  private static void drop(JSONSchemaProps schema) {
    schema.setXKubernetesValidations(List.of());
    schema.getProperties().values().forEach(OldObjectsIT::drop);
    if (schema.getItems() != null && schema.getItems().getSchema() != null) {
      drop(schema.getItems().getSchema());
    }
  }
}

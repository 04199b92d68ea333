package io.sluice.hub.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import org.junit.jupiter.api.Test;

class HubObjectsTest {
  @Test
  void theWholeTreeIsThatOfItsJson() {
    GenericKubernetesResource object =
        HubObjects.parse(
                """
                {"apiVersion": "v1", "kind": "ConfigMap",
                 "metadata": {"name": "web", "namespace": "n", "uid": "u", "generation": 3, "resourceVersion": "7",
                   "labels": {"a": "b"}, "ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "o"}]},
                 "data": {"k": null}, "immutable": true, "n": [1, 2.5]}
                """,
                GenericKubernetesResource.class)
            .orElseThrow();

    assertThat(HubObjects.whole(object)).isEqualTo(HubObjects.toTree(object));
  }
}

package io.sluice.control.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads roots anew that a cache shows without the strategy that they have. */
class RootRefresherTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ReplicaStore cache = new ReplicaStore();

  private GenericKubernetesResource cachedWithoutStrategy(ControllerFixture fixture) {
    fixture.policy("policies", "web", "", "rolloutStrategy: {type: Progressive}");
    GenericKubernetesResource root = fixture.policy("policies", "web").orElseThrow();
    Map<String, Object> spec = new LinkedHashMap<>(HubObjects.part(root, "spec"));
    spec.remove("rolloutStrategy");
    root.setAdditionalProperty("spec", spec);
    cache.put(cache.getKey(root), root);
    return root;
  }

  private Map<String, Object> spec() {
    return HubObjects.part(cache.root(WEB).orElseThrow(), "spec");
  }

  @Test
  void theStrategyIsReadFromTheHub() {
    try (ControllerFixture fixture = new ControllerFixture()) {
      cachedWithoutStrategy(fixture);

      new RootRefresher(new HubApi(fixture.client), cache).refresh(WEB);

      assertThat(spec()).containsEntry("rolloutStrategy", Map.of("type", "Progressive"));
    }
  }

  @Test
  void anotherStateOfTheRootIsLeftToItsEvent() {
    try (ControllerFixture fixture = new ControllerFixture()) {
      cachedWithoutStrategy(fixture);
      fixture.edit(
          "policies", "web", root -> root.getMetadata().setLabels(Map.of("changed", "true")));

      new RootRefresher(new HubApi(fixture.client), cache).refresh(WEB);

      assertThat(spec()).doesNotContainKey("rolloutStrategy");
    }
  }
}

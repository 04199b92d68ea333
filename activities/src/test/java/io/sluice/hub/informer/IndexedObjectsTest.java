package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.Yaml;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexedObjectsTest {
  private final IndexedObjects objects =
      new IndexedObjects(Map.of("team", object -> List.copyOf(HubObjects.labels(object).values())));

  private GenericKubernetesResource put(String name, String team) {
    GenericKubernetesResource object =
        Yaml.object(
            "{kind: Policy, metadata: {name: %s, namespace: retail, labels: {team: %s}}}"
                .formatted(name, team));
    objects.put(objects.getKey(object), object);
    return object;
  }

  @Test
  void aListIsTheSameUntilItsObjectsChange() {
    GenericKubernetesResource tls = put("tls", "net");
    List<GenericKubernetesResource> before = objects.in("retail");
    assertThat(before).containsExactly(tls);
    assertThat(objects.in("retail")).isSameAs(before);
    assertThat(objects.in("infra")).isEmpty();

    GenericKubernetesResource dns = put("dns", "net");
    assertThat(before).as("one that was given away stays as it is").containsExactly(tls);
    assertThat(objects.in("retail")).containsExactlyInAnyOrder(tls, dns);

    GenericKubernetesResource edited = put("tls", "net");
    assertThat(objects.by("team", "net")).containsExactlyInAnyOrder(edited, dns);
  }

  @Test
  void anObjectIsFoundByItsPresentValueAlone() {
    put("tls", "net");
    objects.by("team", "net");
    GenericKubernetesResource moved = put("tls", "core");

    assertThat(objects.by("team", "net")).isEmpty();
    assertThat(objects.by("team", "core")).containsExactly(moved);

    objects.remove("retail/tls");
    assertThat(objects.by("team", "core")).isEmpty();
    assertThat(objects.in("retail")).isEmpty();
  }
}

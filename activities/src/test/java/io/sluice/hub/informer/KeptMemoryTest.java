package io.sluice.hub.informer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptMemoryTest {
  private final KeptMemory memory = new KeptMemory(1 << 20);

  private static GenericKubernetesResource object(Object spec) {
    GenericKubernetesResource object = new GenericKubernetesResource();
    object.setMetadata(new ObjectMetaBuilder().withName("any").build());
    object.setAdditionalProperty("spec", spec);
    return object;
  }

  /** Returns one that takes about as many KiB. */
  private static GenericKubernetesResource of(int kib) {
    return object(Map.of("text", "x".repeat(kib << 10)));
  }

  private void keeps(String key, GenericKubernetesResource object) {
    assertThatCode(() -> memory.keep(key, object)).doesNotThrowAnyException();
  }

  private void refuses(String key, GenericKubernetesResource object) {
    assertThatThrownBy(() -> memory.keep(key, object))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("all large ones together may take 1024");
  }

  @Test
  void thereIsRoomForSoManyLargeObjects() {
    keeps("a", of(600));
    refuses("b", of(600));
    keeps("b", of(400));
    memory.forget("a");
    keeps("c", of(600));
  }

  @Test
  void theLastStateOfAnObjectCounts() {
    keeps("a", of(600));
    keeps("a", of(900));
    refuses("a", of(1100));
    refuses("b", of(200));
    keeps("a", of(10));
    keeps("b", of(900));
  }

  @Test
  void objectsOfUsualSizeAreNeverRefused() {
    keeps("a", of(1000));
    for (int i = 0; i < 100; i++) {
      keeps("b" + i, of(60));
    }
  }

  @Test
  void smallPartsCountByWhatTheyTake() {
    refuses("a", object(Collections.nCopies(25_000, Map.of())));
    refuses("b", object(Collections.nCopies(12_000, "")));
    keeps("c", object(Collections.nCopies(10_000, "")));
  }

  @Test
  void aKindThatNoTenantWritesHasNoLimit() {
    KeptMemory clusters = KeptMemory.of("ManagedCluster");
    assertThatCode(() -> clusters.keep("a", of(100_000))).doesNotThrowAnyException();
  }
}

package io.sluice.hub.replica;

import static io.sluice.hub.HubPatience.await;
import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.Dispatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ReplicaInformerTest {
  private static final class Heard implements ResourceEventHandler<GenericKubernetesResource> {
    final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void onAdd(GenericKubernetesResource policy) {
      events.add("added " + policy.getMetadata().getNamespace());
    }

    @Override
    public void onUpdate(GenericKubernetesResource former, GenericKubernetesResource policy) {
      events.add("updated " + policy.getMetadata().getNamespace());
    }

    @Override
    public void onDelete(GenericKubernetesResource policy, boolean unknown) {
      events.add("deleted " + policy.getMetadata().getNamespace());
    }
  }

  @Test
  void anInformerFillsTheStoreAndCallsItsHandlersForEveryChange() {
    try (TestHub hub = new TestHub()) {
      hub.policy("one");
      hub.fleet("c1");
      ReplicaStore store = new ReplicaStore();
      ReplicaWriter writer = new ReplicaWriter(hub.client, new TickingClock(NOW));
      Heard heard = new Heard();
      SharedIndexInformer<GenericKubernetesResource> informer =
          hub.client.genericKubernetesResources(Kinds.POLICY).inAnyNamespace().runnableInformer(0);
      informer.itemStore(store).addEventHandler(heard);
      informer.exceptionHandler((started, t) -> true).start();
      await().until(() -> store.root(POLICY).isPresent());

      VersionContent content =
          PolicyContext.of(new HubReader(hub.client, new RequestPool(2)).read(POLICY), NOW)
              .content(hub.root().snapshot());
      DispatchRule stamp = DispatchRule.of("u1", 1, 1, Dispatch.As.DISPATCHED);
      writer.write(DesiredReplica.of(POLICY, "c1", content, stamp), Optional.empty());
      await().until(() -> store.replica(POLICY, "c1").isPresent());
      assertThat(store.policiesOn("c1")).containsExactly(POLICY);

      hub.report("c1", "Compliant", "e1", NOW);
      await().until(() -> store.replica(POLICY, "c1").get().replica().compliant().isPresent());
      writer.delete(POLICY, "c1", live -> true);
      await().until(() -> store.replicas(POLICY).isEmpty());
      await().until(() -> heard.events.contains("deleted c1"));
      assertThat(heard.events)
          .containsExactly("added retail", "added c1", "updated c1", "deleted c1");
      informer.close();
    }
  }
}

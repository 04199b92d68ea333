package io.sluice.hub.informer;

import static io.sluice.hub.HubPatience.await;
import static io.sluice.hub.read.TestHub.NOW;
import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.DesiredReplica;
import io.sluice.hub.replica.DispatchRule;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.hub.replica.ReplicaWriter;
import io.sluice.policy.Dispatch;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ReplicaInformerTest {
  private static String heard(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    String what = former.isEmpty() ? "added" : present.isEmpty() ? "deleted" : "updated";
    return what + " " + present.or(() -> former).orElseThrow().getMetadata().getNamespace();
  }

  @Test
  void anInformerFillsTheStoreAndCallsItsHandlersForEveryChange() {
    try (TestHub hub = new TestHub()) {
      hub.policy("one");
      hub.fleet("c1");
      ReplicaStore store = new ReplicaStore();
      ReplicaWriter writer = new ReplicaWriter(hub.client, new TickingClock(NOW));
      List<String> heard = new CopyOnWriteArrayList<>();
      Informers informers =
          new Informers(hub.client, (kind, former, present) -> heard.add(heard(former, present)));
      informers.watch(Kinds.POLICY, store);
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
      writer.delete(POLICY, "c1", Optional.empty(), live -> true);
      await().until(() -> store.replicas(POLICY).isEmpty());
      await().until(() -> heard.contains("deleted c1"));
      assertThat(heard).containsExactly("added retail", "added c1", "updated c1", "deleted c1");
      informers.close();
    }
  }
}

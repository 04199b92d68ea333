package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Records when the Rollout of a fixture reported how many successes. */
final class SuccessLog implements AutoCloseable {
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final SharedIndexInformer<GenericKubernetesResource> informer;

  /** So many clusters of a group had succeeded. */
  record Seen(String group, long succeeded, Instant at) {}

  private SuccessLog(RolloutFixture fixture) {
    informer =
        fixture
            .client()
            .genericKubernetesResources(Kinds.ROLLOUT)
            .inNamespace(fixture.namespace())
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(GenericKubernetesResource rollout) {
                    note(rollout);
                  }

                  @Override
                  public void onUpdate(
                      GenericKubernetesResource former, GenericKubernetesResource rollout) {
                    note(rollout);
                  }

                  @Override
                  public void onDelete(GenericKubernetesResource rollout, boolean unknown) {}
                });
  }

  static SuccessLog of(RolloutFixture fixture) {
    return new SuccessLog(fixture);
  }

  private void note(GenericKubernetesResource rollout) {
    Instant now = Instant.now();
    for (Map<String, Object> group :
        JsonTree.maps(RolloutFixture.part(rollout, "status"), "decisionGroups")) {
      if (JsonTree.map(group.get("counts")).get("succeeded") instanceof Number number
          && number.longValue() > 0) {
        seen.add(new Seen(String.valueOf(group.get("groupName")), number.longValue(), now));
      }
    }
  }

  List<Seen> of(Collection<String> groups) {
    return seen.stream().filter(one -> groups.contains(one.group())).toList();
  }

  @Override
  public void close() {
    informer.close();
  }
}

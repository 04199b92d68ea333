package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.EtcdStore;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Changes policies by one PUT each, with the resourceVersion that it has, and does nothing else:
 * what a hub can take.
 */
final class BareLoop {
  private static final List<Integer> WIDTHS = List.of(8, 16, 24, 32, 48);
  private static final String NAME = "bare";

  private BareLoop() {}

  /** Returns the seconds for that many PUTs at the best concurrency, after a round to warm up. */
  static double best(BenchHub hub, BenchTable table, int number) {
    prepare(hub, number);
    try (KubernetesClient client = HubClient.ofKubeconfig(hub.servers().workerKubeconfig())) {
      once(client, 24, "warm-up");
      double best = Double.MAX_VALUE;
      StringBuilder widths = new StringBuilder();
      for (int width : WIDTHS) {
        double seconds = once(client, width, "width-" + width);
        widths.append("%d: %.2f s  ".formatted(width, seconds));
        best = Math.min(best, seconds);
      }
      table.note("bare", number + " PUTs by requests in flight: " + widths);
      return best;
    } finally {
      hub.store().delete(number, index -> key(BenchHub.cluster(index)));
    }
  }

  private static void prepare(BenchHub hub, int number) {
    String first = BenchHub.cluster(0);
    GenericKubernetesResource policy = BenchPolicy.root(NAME, "none", Optional.empty());
    policy.getMetadata().setNamespace(first);
    policy.getMetadata().setLabels(Map.of("bench", NAME));
    hub.client().resource(policy).create();
    byte[] original = hub.store().get(key(first));
    hub.store()
        .put(
            number - 1,
            index -> {
              String name = BenchHub.cluster(index + 1);
              return new EtcdStore.Pair(key(name), BenchHub.copy(original, first, name));
            });
  }

  private static String key(String cluster) {
    return key(cluster, NAME);
  }

  /** Returns the key of a policy in etcd. */
  static String key(String namespace, String name) {
    return "/registry/policy.open-cluster-management.io/policies/" + namespace + "/" + name;
  }

  private static double once(KubernetesClient client, int width, String content) {
    List<GenericKubernetesResource> policies =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel("bench", NAME)
            .list()
            .getItems();
    policies.forEach(policy -> policy.setAdditionalProperty("spec", BenchPolicy.spec(content)));
    try (RequestPool pool = new RequestPool(width)) {
      long begin = System.nanoTime();
      pool.each(policies, policy -> client.resource(policy).update());
      return (System.nanoTime() - begin) / 1e9;
    }
  }
}

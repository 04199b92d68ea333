package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.devservers.EtcdStore;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Changes policies by one PUT each, with the resourceVersion that it has, and does nothing else:
 * what a hub can take. The policies have the size of replicas after that many reports, which the
 * hub reads, checks and stores in every PUT.
 */
final class BareLoop {
  private static final List<Integer> WIDTHS = List.of(8, 16, 24, 32, 48);
  private static final String NAME = "bare";

  private BareLoop() {}

  /**
   * Returns the seconds for that many PUTs at each concurrency, after a round to warm up.
   *
   * @param reports how many the history of each template has
   */
  static List<Double> seconds(BenchHub hub, BenchTable table, int number, int reports) {
    prepare(hub, number, reports);
    try (KubernetesClient client = HubClient.ofKubeconfig(hub.servers().workerKubeconfig())) {
      once(client, 24, "warm-up");
      List<Double> seconds = new ArrayList<>();
      StringBuilder widths = new StringBuilder();
      for (int width : WIDTHS) {
        seconds.add(once(client, width, "width-" + width));
        widths.append("%d: %.2f s  ".formatted(width, seconds.get(seconds.size() - 1)));
      }
      table.note(
          "bare",
          "%d PUTs of objects with %d reports, by requests in flight: %s"
              .formatted(number, reports, widths));
      return seconds;
    } finally {
      hub.store().delete(number, index -> key(BenchHub.cluster(index)));
    }
  }

  /** Returns the seconds at the concurrency that was best in two measurements together. */
  static double best(List<Double> one, List<Double> other) {
    return IntStream.range(0, WIDTHS.size())
        .mapToDouble(width -> (one.get(width) + other.get(width)) / 2)
        .min()
        .orElseThrow();
  }

  private static void prepare(BenchHub hub, int number, int reports) {
    String first = BenchHub.cluster(0);
    GenericKubernetesResource policy = BenchPolicy.root(NAME, "none", Optional.empty());
    policy.getMetadata().setNamespace(first);
    policy.getMetadata().setLabels(Map.of("bench", NAME));
    GenericKubernetesResource created = hub.client().resource(policy).create();
    if (reports > 0) {
      report(hub.client(), created, reports);
    }
    byte[] original = hub.store().get(key(first));
    hub.store()
        .put(
            number - 1,
            index -> {
              String name = BenchHub.cluster(index + 1);
              return new EtcdStore.Pair(key(name), BenchHub.copy(original, first, name));
            });
  }

  private static void report(
      KubernetesClient client, GenericKubernetesResource policy, int reports) {
    List<String> history =
        IntStream.range(0, reports)
            .mapToObj(i -> BenchSpokes.entry(NAME, "Compliant", Instant.now().minusSeconds(i)))
            .toList();
    String status =
        BenchSpokes.status(
            policy.getMetadata().getNamespace(),
            NAME,
            policy.getMetadata().getResourceVersion(),
            "Compliant",
            history);
    client
        .resource(Serialization.unmarshal(status, GenericKubernetesResource.class))
        .updateStatus();
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

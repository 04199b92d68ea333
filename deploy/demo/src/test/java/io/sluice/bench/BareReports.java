package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Changes policies by one PUT each, on each of which its cluster reports once, while a client
 * watches them all: what a staged cluster costs a hub at the least.
 */
final class BareReports {
  private static final int CLUSTERS = 1_000;
  private static final int IN_FLIGHT = 24;
  private static final int ROUNDS = 3;
  private static final String NAME = "plain";
  private static final Duration LONG = Duration.ofMinutes(3);

  private BareReports() {}

  /** Returns the processor time of API server and etcd for one cluster, in milliseconds. */
  static double milliseconds(Bench bench, String row) {
    BenchHub hub = bench.hub();
    hub.grow(CLUSTERS);
    long before = bench.spokes().reports();
    prepare(hub.client());
    try (KubernetesClient client = HubClient.ofKubeconfig(hub.servers().workerKubeconfig())) {
      AsyncBody watch = watch(client);
      awaitReports(bench, before + CLUSTERS);
      once(bench, client, "warm-up");
      Meter meter = Meter.begin(hub);
      for (int round = 0; round < ROUNDS; round++) {
        once(bench, client, "round-" + round);
      }
      Meter.Cost cost = meter.end().cost();
      watch.cancel();
      double milliseconds = (cost.apiServer() + cost.etcd()) * 1e3 / ROUNDS / CLUSTERS;
      bench
          .table()
          .note(row, "%d PUTs and reports, bare, %d times: %s".formatted(CLUSTERS, ROUNDS, cost));
      return milliseconds;
    } finally {
      hub.store().delete(CLUSTERS, index -> BareLoop.key(BenchHub.cluster(index), NAME));
      Awaitility.await().atMost(LONG).until(() -> policies(hub.client()).isEmpty());
    }
  }

  private static void prepare(KubernetesClient client) {
    try (RequestPool pool = new RequestPool(IN_FLIGHT)) {
      pool.each(
          IntStream.range(0, CLUSTERS).mapToObj(BenchHub::cluster).toList(),
          cluster -> {
            GenericKubernetesResource policy = BenchPolicy.root(NAME, "none", Optional.empty());
            policy.getMetadata().setNamespace(cluster);
            policy.getMetadata().setLabels(Map.of(PolicyApi.ROOT_POLICY, NAME));
            return client.resource(policy).create();
          });
    }
  }

  /** Watches as a worker does, and looks at nothing. */
  private static AsyncBody watch(KubernetesClient client) {
    HttpClient http = client.getHttpClient();
    URI uri =
        URI.create(
            client.getMasterUrl()
                + "apis/policy.open-cluster-management.io/v1/policies?watch=true&allowWatchBookmarks=true");
    HttpResponse<AsyncBody> answer =
        http.consumeBytes(
                http.newHttpRequestBuilder().uri(uri).forStreaming().build(),
                (parts, body) -> body.consume())
            .join();
    answer.body().consume();
    return answer.body();
  }

  private static void once(Bench bench, KubernetesClient client, String content) {
    long before = bench.spokes().reports();
    List<GenericKubernetesResource> policies = policies(client);
    policies.forEach(policy -> policy.setAdditionalProperty("spec", BenchPolicy.spec(content)));
    try (RequestPool pool = new RequestPool(IN_FLIGHT)) {
      pool.each(policies, policy -> client.resource(policy).update());
    }
    awaitReports(bench, before + CLUSTERS);
  }

  private static List<GenericKubernetesResource> policies(KubernetesClient client) {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, NAME)
        .list()
        .getItems();
  }

  private static void awaitReports(Bench bench, long reports) {
    Awaitility.await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> bench.spokes().reports() >= reports);
  }
}

package io.sluice.bench;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.devservers.DevServers;
import io.sluice.hub.KubernetesHubActivities;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.write.Revisions;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.evidence.Evidence;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.HubActivities.Batch;
import io.temporal.testing.TestActivityEnvironment;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures replica writes through the dispatch activity against a bare fabric8 loop over the same
 * objects, in turn, on a real kube-apiserver.
 *
 * <p>Run it with {@code -Dtest=HubWritesBench}; no build does.
 */
class HubWritesBench {
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 1000);
  private static final int ROUNDS = Integer.getInteger("sluice.bench.rounds", 6);
  private static final int BATCHES_UNDER_WAY = 4;
  private static final List<Integer> WIDTHS = List.of(16, 24, 32, 48);
  private static final PolicyName POLICY = new PolicyName("policies", "bench");

  @TempDir Path folder;

  @Test
  void replicaWritesPerSecond() throws Exception {
    try (DevServers servers = BenchServers.start(folder);
        KubernetesClient admin = servers.client();
        KubernetesClient client = HubClient.ofKubeconfig(servers.workerKubeconfig());
        RequestPool fanout = new RequestPool(RequestPool.DEFAULT_WIDTH);
        EventRecorder events = new EventRecorder(client, Clock.systemUTC());
        HubCaches caches =
            HubCachesBuilder.of(client, ChangeListener.NONE, ProcessTime.SYSTEM).start()) {
      prepare(admin);
      TestActivityEnvironment activities = TestActivityEnvironment.newInstance();
      activities.registerActivitiesImplementations(
          new KubernetesHubActivities(
              client,
              caches.replicas(),
              caches::objects,
              caches.propagator(),
              fanout,
              new Evidence(Duration.ofMinutes(1)),
              events,
              NoticeRules.NONE,
              Clock.systemUTC()));
      HubActivities hub = activities.newActivityStub(HubActivities.class);
      RolloutObjects rollouts = new RolloutObjects(client, Clock.systemUTC());
      List<Double> ratios = new ArrayList<>();
      for (int round = 0; round <= ROUNDS; round++) {
        double ours = dispatch(admin, hub, rollouts, caches, round);
        double bare = 0;
        StringBuilder widths = new StringBuilder();
        for (int width : WIDTHS) {
          double rate = bare(client, width, "bare-%d-%d".formatted(round, width));
          widths.append(" %d:%.0f".formatted(width, rate));
          bare = Math.max(bare, rate);
        }
        System.out.printf(
            "round %d: dispatch %.0f/s, bare%s, ratio %.2f%s%n",
            round, ours, widths, ours / bare, round == 0 ? " (warm-up)" : "");
        if (round > 0) {
          ratios.add(ours / bare);
        }
      }
      Collections.sort(ratios);
      System.out.printf("median ratio %.2f of %s%n", ratios.get(ratios.size() / 2), ratios);
    }
  }

  private static List<String> clusters() {
    return IntStream.range(0, CLUSTERS).mapToObj("bench-%04d"::formatted).toList();
  }

  private static void prepare(KubernetesClient admin) throws Exception {
    List<Callable<Object>> namespaces = new ArrayList<>();
    List<String> names = new ArrayList<>(clusters());
    names.add(POLICY.namespace());
    names.forEach(
        name ->
            namespaces.add(
                () ->
                    admin
                        .resource(
                            new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                        .create()));
    sideBySide(namespaces, 16);
  }

  /** One new version of the policy to every cluster, as a run's activities would write it. */
  private static double dispatch(
      KubernetesClient admin,
      HubActivities hub,
      RolloutObjects rollouts,
      HubCaches caches,
      int round)
      throws Exception {
    RootPolicy root = RootPolicy.of(edit(admin, "round-" + round));
    rollouts.ensure(root, 0, Optional::empty);
    rollouts.update(POLICY, object -> java.util.Optional.of(Map.of("attempt", (long) round)));
    new Revisions(admin).keep(root);
    AttemptRef attempt =
        new AttemptRef(
            POLICY,
            "uid-" + round,
            round + 1,
            new PolicyVersion(root.uid(), root.generation(), "content"),
            "strategy",
            false);
    hub.claim(attempt);
    List<Callable<Object>> batches = new ArrayList<>();
    List<String> clusters = clusters();
    for (int from = 0; from < clusters.size(); from += Batch.MOST_CLUSTERS) {
      Batch batch =
          new Batch(
              attempt,
              "bench",
              clusters.subList(from, Math.min(clusters.size(), from + Batch.MOST_CLUSTERS)));
      batches.add(() -> hub.dispatch(batch));
    }
    long start = System.nanoTime();
    sideBySide(batches, BATCHES_UNDER_WAY);
    double seconds = (System.nanoTime() - start) / 1e9;
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> caches.replicas().replicas(POLICY).size() == CLUSTERS);
    return CLUSTERS / seconds;
  }

  /** The same objects, each changed by one PUT with its resourceVersion. */
  private static double bare(KubernetesClient client, int width, String content) throws Exception {
    List<GenericKubernetesResource> replicas =
        client
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel("policy.open-cluster-management.io/root-policy", POLICY.replicaName())
            .list()
            .getItems();
    List<Callable<Object>> writes = new ArrayList<>();
    for (GenericKubernetesResource replica : replicas) {
      replica.setAdditionalProperty("spec", BenchPolicy.spec(content));
      writes.add(
          () ->
              client
                  .genericKubernetesResources(Kinds.POLICY)
                  .inNamespace(replica.getMetadata().getNamespace())
                  .resource(replica)
                  .update());
    }
    long start = System.nanoTime();
    sideBySide(writes, width);
    return replicas.size() / ((System.nanoTime() - start) / 1e9);
  }

  private static GenericKubernetesResource edit(KubernetesClient admin, String content) {
    GenericKubernetesResource policy = new GenericKubernetesResource();
    policy.setApiVersion(Kinds.apiVersion(Kinds.POLICY));
    policy.setKind("Policy");
    GenericKubernetesResource there =
        admin
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(POLICY.namespace())
            .withName(POLICY.name())
            .get();
    policy.setMetadata(
        there != null
            ? there.getMetadata()
            : new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
                .withNamespace(POLICY.namespace())
                .withName(POLICY.name())
                .build());
    policy.setAdditionalProperty("spec", BenchPolicy.spec(content));
    var resource =
        admin
            .genericKubernetesResources(Kinds.POLICY)
            .inNamespace(POLICY.namespace())
            .resource(policy);
    return there == null ? resource.create() : resource.update();
  }

  private static void sideBySide(List<Callable<Object>> calls, int width) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(width);
    try {
      for (Future<Object> answer : threads.invokeAll(calls)) {
        answer.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}

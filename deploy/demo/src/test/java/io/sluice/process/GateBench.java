package io.sluice.process;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.devservers.AuditLog;
import io.sluice.devservers.Program;
import io.sluice.devservers.ServerProcesses;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyApi;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Measures an edit of an enforced policy on real servers, in groups of 100: without a gate; held by
 * the gate, for as long as the rollout is paused; and let through group by group. Times come from
 * the audit log, processor times from the processes.
 *
 * <p>Run it with {@code -Dtest=GateBench}; no build does.
 */
class GateBench {
  private static final int GROUP = 100;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 3500);
  private static final boolean QUIET =
      Boolean.parseBoolean(System.getProperty("sluice.bench.quiet", "true"));

  /** For how long a change is held before it is let through. */
  private static final Duration HELD =
      Duration.ofSeconds(Integer.getInteger("sluice.bench.held", 60));

  private static final Duration LONG = Duration.ofMinutes(30);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final BesideEnvironment environment = BesideEnvironment.get();

  /** What the processes have taken since. */
  private final class Costs {
    private final Duration worker = environment.worker().processorTime();
    private final Duration apiServer = apiServer();
    private final Instant begin = Instant.now();

    void print(String what) {
      System.out.printf(
          "%s: %.1f s; API server %.2f ms, worker %.2f ms of processor time a cluster; worker %d MiB resident%n",
          what,
          Duration.between(begin, Instant.now()).toMillis() / 1e3,
          apiServer().minus(apiServer).toNanos() / 1e6 / CLUSTERS,
          environment.worker().processorTime().minus(worker).toNanos() / 1e6 / CLUSTERS,
          environment.worker().residentMebibytes());
    }

    private Duration apiServer() {
      return ServerProcesses.processorTime(environment.servers(), Program.KUBE_APISERVER);
    }
  }

  @Test
  void anEditHeldByTheGateAndLetThrough() {
    try (RolloutFixture fixture =
        RolloutFixture.on(new LocalTestServers(environment.servers()), groups())
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))) {
      fixture.policy("none", "");
      await(() -> all(fixture, replica -> true));
      Costs ungated = new Costs();
      fixture.edit("one", Map.of());
      await(() -> all(fixture, replica -> HubObjects.json(replica).contains("\"one\"")));
      ungated.print("the edit without a gate");

      environment.servers().installGate(BesideEnvironment.WORKER, QUIET);
      try {
        gated(fixture);
      } finally {
        environment.servers().removeGate();
      }
    }
  }

  private void gated(RolloutFixture fixture) {
    fixture.rollout(
        "{paused: true, rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 30m}}}");
    long edited = environment.audit().length();
    Costs first = new Costs();
    fixture.stage("two");
    await(() -> all(fixture, replica -> HubObjects.labels(replica).containsKey(GateLabels.STAGED)));
    first.print("the edit behind the gate, until every replica has the label");
    Costs holding = new Costs();
    Instant end = Instant.now().plus(HELD);
    await(() -> Instant.now().isAfter(end));
    holding.print("holding it for " + HELD.toSeconds() + " s");
    printRequests("while it was held", requests(fixture, edited));
    System.out.printf(
        "refused in the last 10 s: %d%n",
        requests(fixture, edited).stream()
            .filter(entry -> entry.code() == 403)
            .filter(entry -> entry.answered().isAfter(Instant.now().minusSeconds(10)))
            .count());

    long begin = environment.audit().length();
    Costs letThrough = new Costs();
    fixture.request("paused", false);
    fixture.awaitStatus(
        LONG,
        status ->
            "Succeeded".equals(status.get("outcome"))
                && Boolean.FALSE.equals(status.get("runOpen")));
    letThrough.print("let through in groups of " + GROUP + ", quiet: " + QUIET);
    List<Long> waits = waits(requests(fixture, begin));
    System.out.printf(
        "ticket to write, ms: p50 %d, p99 %d, of %d%n",
        waits.get(waits.size() / 2), waits.get(waits.size() * 99 / 100), waits.size());
    printRequests("while it was let through", requests(fixture, begin));
  }

  private List<AuditLog.Entry> requests(RolloutFixture fixture, long begin) {
    return environment.audit().from(begin).stream()
        .filter(entry -> entry.name().equals(fixture.replicaName()))
        .filter(entry -> entry.resource().equals("policies"))
        .toList();
  }

  private static void printRequests(String when, List<AuditLog.Entry> requests) {
    System.out.printf(
        "requests for replicas %s: %s%n",
        when,
        requests.stream()
            .collect(
                Collectors.groupingBy(
                    entry -> "%s %s %d".formatted(entry.user(), entry.verb(), entry.code()),
                    Collectors.counting())));
  }

  /** Returns the milliseconds of each cluster, the shortest first. */
  private static List<Long> waits(List<AuditLog.Entry> requests) {
    Map<String, Instant> tickets = new HashMap<>();
    List<Long> waits = new ArrayList<>();
    requests.stream()
        .filter(AuditLog.Entry::accepted)
        .sorted(Comparator.comparing(AuditLog.Entry::answered))
        .forEach(
            entry -> {
              if (entry.user().equals(BesideEnvironment.WORKER) && entry.verb().equals("patch")) {
                tickets.put(entry.namespace(), entry.answered());
              } else if (entry.user().equals(BesideEnvironment.PROPAGATOR)
                  && entry.verb().equals("update")
                  && tickets.containsKey(entry.namespace())) {
                waits.add(
                    Duration.between(tickets.remove(entry.namespace()), entry.answered())
                        .toMillis());
              }
            });
    waits.sort(Long::compare);
    return waits;
  }

  private static boolean all(RolloutFixture fixture, Predicate<GenericKubernetesResource> matches) {
    return fixture
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, fixture.replicaName())
            .list()
            .getItems()
            .stream()
            .filter(matches)
            .count()
        == CLUSTERS;
  }

  private static void await(Callable<Boolean> done) {
    Awaitility.await().atMost(LONG).pollInterval(MOMENT).until(done);
  }

  private static String[] groups() {
    return IntStream.range(0, (CLUSTERS + GROUP - 1) / GROUP)
        .mapToObj(
            group ->
                "g%02d=".formatted(group)
                    + IntStream.range(group * GROUP, Math.min(CLUSTERS, (group + 1) * GROUP))
                        .mapToObj("c%04d"::formatted)
                        .collect(Collectors.joining(",")))
        .toArray(String[]::new);
  }
}

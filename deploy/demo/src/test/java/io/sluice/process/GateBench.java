package io.sluice.process;

import io.sluice.devservers.AuditLog;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Measures an edit of an enforced policy through the gate on real servers, in groups of 100: the
 * time from each ticket to the propagator's write, both as the audit log has them, and what it
 * costs the worker.
 *
 * <p>Run it with {@code -Dtest=GateBench}; no build does.
 */
class GateBench {
  private static final int GROUP = 100;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 3500);
  private static final boolean QUIET =
      Boolean.parseBoolean(System.getProperty("sluice.bench.quiet", "true"));
  private static final Duration LONG = Duration.ofMinutes(30);

  @Test
  void fromATicketToTheWriteThatItLetsThrough() {
    BesideEnvironment environment = BesideEnvironment.get();
    try (RolloutFixture fixture =
        RolloutFixture.on(new LocalTestServers(environment.servers()), groups())
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))) {
      fixture.policy("one", "");
      await(() -> written(fixture, CLUSTERS));
      environment.servers().installGate(BesideEnvironment.WORKER, QUIET);
      try {
        measure(environment, fixture);
      } finally {
        environment.servers().removeGate();
      }
    }
  }

  private static void measure(BesideEnvironment environment, RolloutFixture fixture) {
    fixture.rollout(
        "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 30m}}}");
    long begin = environment.audit().length();
    Duration used = environment.worker().processorTime();
    Instant edited = Instant.now();
    fixture.stage("two");
    fixture.awaitStatus(
        LONG,
        status ->
            "Succeeded".equals(status.get("outcome"))
                && Boolean.FALSE.equals(status.get("runOpen")));
    double seconds = Duration.between(edited, Instant.now()).toMillis() / 1e3;
    List<AuditLog.Entry> requests =
        environment.audit().from(begin).stream()
            .filter(entry -> entry.name().equals(fixture.replicaName()))
            .filter(entry -> entry.resource().equals("policies"))
            .toList();
    List<Long> waits = waits(requests);
    System.out.printf(
        "%d clusters in groups of %d, quiet: %s: %.1f s from the edit to Succeeded%n",
        CLUSTERS, GROUP, QUIET, seconds);
    System.out.printf(
        "ticket to write, ms: p50 %d, p99 %d, of %d%n",
        waits.get(waits.size() / 2), waits.get(waits.size() * 99 / 100), waits.size());
    System.out.printf(
        "worker: %.2f ms of processor time a cluster, at most %d MiB resident%n",
        (environment.worker().processorTime().minus(used)).toMillis() / (double) CLUSTERS,
        environment.worker().residentMebibytes());
    System.out.printf(
        "requests for replicas a cluster: %s%n",
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

  private static boolean written(RolloutFixture fixture, int clusters) {
    return fixture
            .client()
            .genericKubernetesResources(Kinds.POLICY)
            .inAnyNamespace()
            .withLabel(PolicyApi.ROOT_POLICY, fixture.replicaName())
            .list()
            .getItems()
            .size()
        == clusters;
  }

  private static void await(Callable<Boolean> done) {
    Awaitility.await().atMost(LONG).pollInterval(Duration.ofSeconds(2)).until(done);
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

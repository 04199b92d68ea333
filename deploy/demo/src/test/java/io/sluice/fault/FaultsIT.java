package io.sluice.fault;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import io.sluice.process.RandomSeed;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.simulator.spoke.SpokeDelays;
import io.sluice.simulator.spoke.SpokeFleet;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Strikes two workers, the hub and Temporal while four policies are rolled out to 20 clusters, and
 * checks after each fault that nothing was lost, done twice or done too early.
 *
 * <p>{@code -Dsluice.faults} sets which: a number of random ones (default 5), {@code all}, or names
 * of {@link Fault}, separated by commas. {@code -Dsluice.seeds=new} draws others, {@code
 * -Dsluice.faults.seed} repeats a former run.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsIT {
  private static final Logger LOG = LoggerFactory.getLogger(FaultsIT.class);
  private static final String WANTED = System.getProperty("sluice.faults", "5");
  private static final long SEED = RandomSeed.of("sluice.faults.seed");
  private static final SpokeDelays DELAYS =
      SpokeDelays.OBSERVED.withEvaluationBackoff(Duration.ofMillis(200));

  private final DevServers servers = SharedDevServers.get();
  private final KubernetesClient client = servers.client();
  private final FaultHub hub = new FaultHub(client);
  private final WorkflowServiceStubs stubs =
      WorkflowServiceStubs.newServiceStubs(
          WorkflowServiceStubsOptions.newBuilder().setTarget(servers.temporalTarget()).build());
  private final WorkflowClient temporal =
      WorkflowClient.newInstance(
          stubs,
          WorkflowClientOptions.newBuilder().setNamespace(servers.temporalNamespace()).build());
  private SpokeFleet spokes;
  private FaultWorkers workers;
  private int edits;

  @BeforeAll
  void start() {
    hub.create();
    spokes =
        SpokeFleet.start(
            client,
            hub.clusters(),
            SpokeBehaviours.all(SpokeBehaviour.ORDINARY.withDelays(DELAYS)),
            SEED);
    workers = new FaultWorkers(servers);
    Instant begin = Instant.now();
    edit();
    hub.approve();
    new FaultCheck(scene(0), spokes, content(), begin).awaitEnd();
  }

  @AfterAll
  void stop() {
    workers.close();
    SharedDevServers.heal();
    FaultHub.POLICIES.forEach(hub::deletePolicy);
    spokes.close();
    stubs.shutdownNow();
    client.close();
  }

  @TestFactory
  Stream<DynamicTest> afterEveryFaultEachClusterHasItsVersionOnceAndInOrder() {
    LOG.warn("-Dsluice.faults={} -Dsluice.faults.seed={}", WANTED, SEED);
    List<Fault> faults = wanted();
    return Stream.iterate(0, i -> i + 1)
        .limit(faults.size())
        .map(i -> dynamicTest(faults.get(i).name(), () -> strike(faults.get(i), SEED + i)));
  }

  private static List<Fault> wanted() {
    if (!WANTED.matches("all|[0-9]+")) {
      return Arrays.stream(WANTED.split(",")).map(Fault::valueOf).toList();
    }
    List<Fault> faults = new ArrayList<>(List.of(Fault.values()));
    Collections.shuffle(faults, new Random(SEED));
    return WANTED.equals("all") ? faults : faults.subList(0, Integer.parseInt(WANTED));
  }

  private void strike(Fault fault, long seed) throws InterruptedException {
    Instant begin = Instant.now();
    Map<String, Integer> attempts = FaultCheck.attempts(hub);
    workers.awaitLeader();
    FaultScene scene = scene(seed);
    boolean held = false;
    try {
      fault.strike(scene);
      FaultCheck check = new FaultCheck(scene, spokes, content(), begin);
      check.awaitEnd();
      check.check(attempts);
      held = true;
      LOG.warn("{}: {} s", fault, Duration.between(begin, Instant.now()).toSeconds());
    } finally {
      SharedDevServers.heal();
      workers.proxies().forEach(proxy -> proxy.delay(Duration.ZERO));
      if (!held) {
        // The next fault begins with workers that work.
        workers.restart(0);
        workers.restart(1);
      }
    }
  }

  private FaultScene scene(long seed) {
    return new FaultScene(servers, hub, workers, temporal, new Random(seed), this::edit);
  }

  private void edit() {
    edits++;
    hub.edit(content());
  }

  private String content() {
    return "version" + edits;
  }
}

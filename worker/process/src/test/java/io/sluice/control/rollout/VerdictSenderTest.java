package io.sluice.control.rollout;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.control.run.RunKey;
import io.sluice.control.run.Runs;
import io.sluice.hub.beside.PropagatedChanges;
import io.sluice.hub.replica.ReplicaStore;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.process.RandomSeed;
import io.sluice.rollout.Report;
import io.sluice.rollout.lifecycle.StagingWay;
import io.sluice.time.ProcessTime;
import io.sluice.time.VirtualTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rollout-strategy 3.3: every verdict reaches the run, whatever comes between. */
@Timeout(300)
class VerdictSenderTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** Longer than the first window between two batches. */
  private static final Duration WINDOW = Duration.ofMillis(1500);

  private static final PolicyName WEB = new PolicyName("policies", "web");

  private final ReplicaStore cache = new ReplicaStore();
  private final FakeRuns runs = new FakeRuns();
  private final VirtualTime time = new VirtualTime(START);
  private final VerdictSender sender = sender(runs, time);

  @AfterEach
  void close() {
    sender.close();
  }

  private VerdictSender sender(Runs to, ProcessTime by) {
    return new VerdictSender(
        to,
        cache,
        new PropagatedChanges(Clock.systemUTC()),
        new Evidence(Duration.ofMinutes(1)),
        cluster -> true,
        () -> Instant.MIN,
        by);
  }

  private static GenericKubernetesResource replica(
      PolicyName policy, String cluster, String compliant) {
    return Serialization.unmarshal(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata:
          name: %1$s
          namespace: %2$s
          resourceVersion: "1"
          uid: u
          labels: {policy.open-cluster-management.io/root-policy: %1$s}
          annotations:
            sluice.io/dispatch: '{"rolloutUID":"u1","attempt":1,"generation":1,"as":"dispatched","at":"2026-01-01T00:00:00Z","written":"2026-01-01T00:00:00Z"}'
        spec:
          disabled: false
          remediationAction: enforce
          policy-templates:
          - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: config}, spec: {severity: low}}
        %3$s
        """
            .formatted(
                policy.replicaName(),
                cluster,
                compliant.isEmpty()
                    ? ""
                    : """
                    status:
                      compliant: %1$s
                      details:
                      - templateMeta: {name: config}
                        compliant: %1$s
                        history: [{eventName: e1, lastTimestamp: "2026-01-01T00:00:01Z", message: m}]
                    """
                        .formatted(compliant)),
        GenericKubernetesResource.class);
  }

  private void put(PolicyName policy, String cluster, String compliant) {
    GenericKubernetesResource replica = replica(policy, cluster, compliant);
    cache.put(cache.getKey(replica), replica);
  }

  private void remove(PolicyName policy, String cluster) {
    cache.remove(cluster + "/" + policy.replicaName());
  }

  private static VerdictBasis basis(Set<String> clusters) {
    return new VerdictBasis(StagingWay.STANDALONE, Optional.empty(), clusters, clusters, false, 0);
  }

  private void open(String... clusters) {
    sender.open(WEB, key(runs.openChain(WEB).orElseThrow()), basis(Set.of(clusters)));
  }

  private static RunKey key(String chain) {
    return new RunKey("u1", 1, chain);
  }

  private void sent(String cluster, Verdict wanted) {
    time.advance(WINDOW);
    assertThat(runs.verdict(WEB, cluster)).contains(wanted);
  }

  private void sentAsGone(String cluster) {
    time.advance(WINDOW);
    assertThat(runs.last(WEB, cluster).map(Report::gone)).contains(true);
  }

  @Test
  void aVerdictThatStoodInTheCacheBeforeTheRunWasSeenIsSent() {
    runs.begin(WEB);
    put(WEB, "c1", "Compliant");
    sender.judge(WEB, "c1");
    open("c1");
    sent("c1", Verdict.POSITIVE);
  }

  @Test
  void aRunThatIsStartedAgainUnderItsUidIsSentEveryEarlierVerdict() {
    runs.begin(WEB);
    put(WEB, "c1", "Compliant");
    open("c1");
    sent("c1", Verdict.POSITIVE);

    runs.begin(WEB);
    open("c1");
    sent("c1", Verdict.POSITIVE);
  }

  @Test
  void aVerdictThatNoRunTookIsSentOnceThereIsOne() {
    String chain = runs.begin(WEB);
    runs.end(WEB);
    put(WEB, "c1", "Compliant");
    sender.open(WEB, key(chain), basis(Set.of("c1")));
    time.advance(Duration.ofSeconds(5));

    runs.begin(WEB);
    open("c1");
    sent("c1", Verdict.POSITIVE);
  }

  @Test
  void aVerdictWhoseEventWasLostIsSentWithinAMinute() {
    runs.begin(WEB);
    put(WEB, "c1", "");
    open("c1");
    put(WEB, "c1", "Compliant");

    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    open("c1");
    sent("c1", Verdict.POSITIVE);
  }

  @Test
  void aVerdictThatStaysIsSentOnce() {
    runs.begin(WEB);
    put(WEB, "c1", "Compliant");
    open("c1");
    sent("c1", Verdict.POSITIVE);
    put(WEB, "c2", "Compliant");
    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    open("c1", "c2");
    sent("c2", Verdict.POSITIVE);
    assertThat(runs.reports(WEB)).isEqualTo(2);
    assertThat(runs.addressed(WEB)).contains(key("").attemptKey());
  }

  @Test
  void aReplicaOfASelectedClusterThatVanishesIsReportedGoneEachTime() {
    runs.begin(WEB);
    put(WEB, "c1", "Compliant");
    open("c1");
    sent("c1", Verdict.POSITIVE);

    remove(WEB, "c1");
    sender.judge(WEB, "c1");
    sentAsGone("c1");

    time.advance(Duration.ofSeconds(30));
    put(WEB, "c1", "");
    sender.judge(WEB, "c1");
    put(WEB, "c1", "Compliant");
    sender.judge(WEB, "c1");
    sent("c1", Verdict.POSITIVE);

    time.advance(Duration.ofSeconds(30));
    remove(WEB, "c1");
    sender.judge(WEB, "c1");
    sentAsGone("c1");
  }

  @Test
  void aReplicaThatVanishedWithoutAWatchIsReportedGone() {
    runs.begin(WEB);
    open("c1");
    assertThat(runs.last(WEB, "c1")).isEmpty();

    time.advance(ReplicaVerdicts.COMPARE_EVERY);
    open("c1");
    sentAsGone("c1");
  }

  @Test
  void aReplicaThatIsRemovedWithItsClusterIsNotReported() {
    runs.begin(WEB);
    put(WEB, "c1", "");
    put(WEB, "c2", "");
    open("c2");
    remove(WEB, "c1");
    sender.judge(WEB, "c1");
    put(WEB, "c2", "Compliant");
    sender.judge(WEB, "c2");
    sent("c2", Verdict.POSITIVE);
    assertThat(runs.last(WEB, "c1")).isEmpty();
  }

  @Test
  void everyFinalVerdictOfAHundredRolloutsArrivesWhateverRacesWithIt() throws Exception {
    long seed = RandomSeed.of("sluice.seed");
    Random random = new Random(seed);
    AtomicBoolean stormy = new AtomicBoolean(true);
    Random failures = new Random(seed + 1);
    FakeRuns shaky =
        new FakeRuns(
            () -> {
              synchronized (failures) {
                return stormy.get() && failures.nextInt(20) == 0;
              }
            });
    VerdictSender racing = sender(shaky, ProcessTime.SYSTEM);
    List<PolicyName> policies =
        IntStream.range(0, 100).mapToObj(i -> new PolicyName("policies", "p" + i)).toList();
    List<String> clusters = IntStream.range(0, 8).mapToObj(i -> "c" + i).toList();
    Set<String> selected = Set.copyOf(clusters);
    policies.forEach(shaky::begin);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<Future<?>> work = new ArrayList<>();
    for (PolicyName policy : policies) {
      long reporterSeed = random.nextLong();
      long keeperSeed = random.nextLong();
      work.add(threads.submit(() -> report(racing, policy, clusters, new Random(reporterSeed))));
      work.add(threads.submit(() -> takeOver(racing, shaky, policy, selected, keeperSeed)));
    }
    for (Future<?> done : work) {
      done.get();
    }
    stormy.set(false);
    // The passes of the runs' queue go on; none of them may be needed for a second look.
    for (PolicyName policy : policies) {
      racing.open(policy, key(shaky.openChain(policy).orElseThrow()), basis(selected));
    }
    await()
        .untilAsserted(
            () ->
                assertThat(missing(shaky, policies, clusters))
                    .as("verdicts that never arrived, -Dsluice.seed=%d", seed)
                    .isEmpty());
    threads.shutdownNow();
    racing.close();
  }

  /** Ends with Compliant, after a few other verdicts; each change is an event. */
  private void report(
      VerdictSender racing, PolicyName policy, List<String> clusters, Random random) {
    for (int round = 0; round < 4; round++) {
      for (String cluster : clusters) {
        switch (random.nextInt(4)) {
          case 0 -> put(policy, cluster, "NonCompliant");
          case 1 -> put(policy, cluster, "");
          case 2 -> remove(policy, cluster);
          default -> put(policy, cluster, "Compliant");
        }
        racing.judge(policy, cluster);
        Thread.yield();
      }
    }
    for (String cluster : clusters) {
      put(policy, cluster, "Compliant");
      racing.judge(policy, cluster);
    }
  }

  /** Opens and closes the batcher as leaders come and go, and starts some runs again. */
  private static void takeOver(
      VerdictSender racing, FakeRuns shaky, PolicyName policy, Set<String> selected, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 12; i++) {
      if (random.nextInt(3) == 0) {
        racing.close(policy);
      }
      if (random.nextInt(6) == 0) {
        shaky.begin(policy);
      }
      String chain = chain(shaky, policy);
      racing.open(policy, key(chain), basis(selected));
      Thread.yield();
    }
  }

  private static String chain(FakeRuns shaky, PolicyName policy) {
    while (true) {
      try {
        return shaky.openChain(policy).orElseThrow();
      } catch (io.temporal.client.WorkflowServiceException e) {
        Thread.onSpinWait();
      }
    }
  }

  private static Set<String> missing(
      FakeRuns shaky, List<PolicyName> policies, List<String> clusters) {
    Set<String> missing = ConcurrentHashMap.newKeySet();
    for (PolicyName policy : policies) {
      for (String cluster : clusters) {
        if (!shaky.verdict(policy, cluster).equals(Optional.of(Verdict.POSITIVE))) {
          missing.add(policy.name() + "/" + cluster);
        }
      }
    }
    return missing;
  }
}

package io.sluice.hub;

import static io.sluice.hub.HubActivitiesScenario.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.hub.batch.BatchLimits;
import io.sluice.hub.batch.HeartbeatSender;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.evidence.Evidence;
import io.sluice.rollout.Ack;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.temporal.client.ActivityCanceledException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a batch answers in time, with what it did (rollout-strategy 3.2 and 3.4). */
@Tag("nightly")
@Timeout(300)
class BatchBoundsTest {
  private static final RequestMatcher CREATES =
      RequestMatcher.anything().verb("create").kind("Policy");
  private static final BatchLimits PATIENT = HubActivitiesScenario.LIMITS;
  private static final BatchLimits QUICK =
      new BatchLimits(
          Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ZERO);

  private final HubActivitiesScenario scene = new HubActivitiesScenario(names(20));
  private final RequestPool pool = new RequestPool(4);
  private final RequestPool oneByOne = new RequestPool(1);
  private final RequestPool cachePool = new RequestPool(8);
  private final AttemptRef attempt = scene.claimed("u1", 1);

  @BeforeEach
  void forgetTheSetup() {
    scene.hub.hub.forgetRequests();
  }

  @AfterEach
  void stop() {
    pool.close();
    oneByOne.close();
    cachePool.close();
    scene.close();
  }

  private static String[] names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "c%02d".formatted(i)).toArray(String[]::new);
  }

  private KubernetesHubActivities activities(
      BatchLimits limits,
      RequestPool requests,
      HeartbeatSender heartbeat,
      Function<PolicyName, PolicyObjects> cached) {
    return new KubernetesHubActivities(
        scene.hub.client,
        scene.store,
        cached,
        PropagatorGuard.ALONE,
        requests,
        new Evidence(Evidence.DEFAULT_SKEW),
        scene.events,
        NoticeRules.NONE,
        scene.clock,
        () -> heartbeat,
        limits);
  }

  private PolicyObjects read(PolicyName policy) {
    return new HubReader(scene.hub.client, cachePool).read(policy);
  }

  /** Sends one request after the other. */
  private BatchAnswer dispatch(HeartbeatSender heartbeat) {
    return activities(PATIENT, oneByOne, heartbeat, this::read).dispatch(batch(attempt, names(20)));
  }

  private BatchAnswer dispatch(BatchLimits limits) {
    return activities(limits, pool, (done, of) -> {}, this::read)
        .dispatch(batch(attempt, names(20)));
  }

  private BatchAnswer dispatch() {
    return dispatch(PATIENT);
  }

  private static void assertComplete(BatchAnswer answer) {
    assertThat(Stream.concat(answer.acks().stream().map(Ack::cluster), answer.notTried().stream()))
        .containsExactlyInAnyOrder(names(20));
  }

  @Test
  void aHubThatSwallowsWritesEndsTheBatchAndNothingWasTried() {
    Faults.Injected swallowed = scene.hub.hub.faults().inject(CREATES, Fault.swallowed());
    assertThat(dispatch(QUICK).notTried()).containsExactly(names(20));
    assertThat(swallowed.hits()).as("requests before it gave up").isLessThan(20);
    scene.hub.hub.faults().clear();
    assertThat(scene.hub.contentWrites()).isZero();
    assertThat(dispatch().acks()).hasSize(20).allMatch(ack -> ack.refusal().isEmpty());
  }

  @Test
  void aHubThatSwallowsEveryRequestEndsTheBatchAndNothingWasTried() {
    Faults.Injected swallowed =
        scene.hub.hub.faults().inject(RequestMatcher.anything(), Fault.swallowed());
    BatchAnswer answer =
        activities(QUICK, pool, (done, of) -> {}, policy -> unread())
            .dispatch(batch(attempt, names(20)));
    assertThat(answer.notTried()).hasSize(20);
    assertThat(swallowed.hits()).as("requests before it gave up").isLessThan(20);
  }

  /** Only a machine that does nothing else is in time: that a batch ends is tested above. */
  @Tag("budget")
  @Test
  void whateverTheHubDoesABatchAnswersInTime() {
    List<Runnable> troubles =
        List.of(
            () -> scene.hub.hub.faults().inject(CREATES, Fault.swallowed()),
            () -> scene.hub.hub.faults().inject(CREATES, Fault.tooManyRequests(1)),
            () -> scene.hub.hub.faults().inject(RequestMatcher.anything(), Fault.swallowed()),
            scene.hub.hub::stop);
    for (Runnable trouble : troubles) {
      trouble.run();
      Instant begin = Instant.now();
      assertThat(dispatch(QUICK).notTried()).hasSize(20);
      assertThat(Duration.between(begin, Instant.now()))
          .isLessThan(QUICK.answering().plusSeconds(1));
      scene.hub.hub.faults().clear();
    }
    scene.hub.hub.restart();
  }

  private static PolicyObjects unread() {
    throw new AssertionError("no cluster is reached");
  }

  @Test
  void aHubThatIsGoneEndsTheBatchAndNothingWasTried() {
    scene.hub.hub.stop();
    assertThat(dispatch(QUICK).notTried()).hasSize(20);
    scene.hub.hub.restart();
  }

  @Test
  void aSlowHubWritesWhatItCanAndTheAnswerNamesTheRest() {
    scene.hub.hub.faults().inject(CREATES, Fault.latency(Duration.ofMillis(1500)));
    BatchAnswer answer =
        dispatch(
            new BatchLimits(
                Duration.ofSeconds(4), PATIENT.request(), PATIENT.answering(), Duration.ZERO));
    assertComplete(answer);
    // Four at a time, which begin at 0, 1.5 and 3 s at the earliest.
    assertThat(answer.acks()).hasSizeBetween(1, 12);
    assertThat(scene.hub.contentWrites()).isEqualTo(answer.acks().size());
    scene.hub.hub.faults().clear();
    assertThat(dispatch().acks()).hasSize(20);
  }

  @Test
  void oneRefusedClusterHoldsUpNoOther() {
    scene
        .hub
        .hub
        .faults()
        .inject(
            CREATES.namespace("c07"),
            Fault.error(500, "Internal error occurred: failed calling webhook x: no endpoints"));
    BatchAnswer answer = dispatch();
    assertThat(answer.notTried()).isEmpty();
    assertThat(answer.acks())
        .filteredOn(ack -> ack.refusal().isPresent())
        .singleElement()
        .satisfies(
            ack -> {
              assertThat(ack.cluster()).isEqualTo("c07");
              assertThat(ack.refusal().orElseThrow()).contains("failed calling webhook");
            });
  }

  @Test
  void aBusyHubIsAskedAgainWithinTheBatch() {
    scene.hub.hub.faults().inject(CREATES, Fault.tooManyRequests(1), 3);
    assertThat(dispatch().acks()).hasSize(20).allMatch(ack -> ack.refusal().isEmpty());
  }

  @Test
  void aHubThatIsAlwaysBusyEndsTheBatch() {
    Faults.Injected busy = scene.hub.hub.faults().inject(CREATES, Fault.tooManyRequests(1));
    assertThat(dispatch(QUICK).notTried()).hasSize(20);
    assertThat(busy.hits()).as("requests before it gave up").isLessThan(20);
  }

  @Test
  void aClusterThatLeavesWhileTheBatchRunsIsNotWritten() {
    AtomicInteger looks = new AtomicInteger();
    BatchAnswer answer =
        activities(
                PATIENT,
                pool,
                (done, of) -> {},
                policy -> {
                  if (looks.incrementAndGet() == 3) {
                    scene.hub.unselect("c19");
                  }
                  return read(policy);
                })
            .dispatch(batch(attempt, names(20)));
    assertThat(answer.notTried()).containsExactly("c19");
    assertThat(scene.carried("c19")).isEmpty();
    assertThat(scene.hub.contentWrites()).isEqualTo(19);
  }

  @Test
  void heartbeatsGoOnWhileOneLookAtThePlacementsIsSlow() {
    CountDownLatch beats = new CountDownLatch(3);
    BatchAnswer answer =
        activities(
                PATIENT,
                pool,
                (done, of) -> beats.countDown(),
                policy -> {
                  awaitZero(beats);
                  return read(policy);
                })
            .dispatch(batch(attempt, names(20)));
    assertThat(answer.acks()).hasSize(20);
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("no further heartbeat", e);
    }
  }

  @Test
  void aProcessThatWasFrozenSendsNoFurtherRequest() {
    HeartbeatSender slow =
        (done, of) -> {
          if (done > 0) {
            scene.clock.pass(Duration.ofSeconds(60));
          }
        };
    scene.hub.hub.faults().inject(CREATES, Fault.latency(Duration.ofMillis(400)));
    BatchAnswer answer = dispatch(slow);
    assertComplete(answer);
    assertThat(answer.notTried()).isNotEmpty();
    assertThat(scene.hub.contentWrites()).isEqualTo(answer.acks().size()).isLessThan(20);
  }

  @Test
  void aCanceledBatchSendsNoFurtherRequest() {
    scene.hub.hub.faults().inject(CREATES, Fault.latency(Duration.ofMillis(400)));
    assertThatThrownBy(
            () ->
                dispatch(
                    (done, of) -> {
                      if (done > 0) {
                        throw new ActivityCanceledException();
                      }
                    }))
        .isInstanceOf(ActivityCanceledException.class);
    long written = scene.hub.contentWrites();
    assertThat(written).isBetween(1L, 19L);
    scene.hub.hub.faults().clear();
    assertThat(scene.hub.contentWrites()).isEqualTo(written);
  }

  @Test
  void aBatchReadsTheClaimBeforeItWrites() {
    scene.claimed("u2", 2);
    HubActivitiesScenario.assertClaimLost(this::dispatch);
    assertThat(scene.hub.contentWrites()).isZero();
    assertThat(Optional.ofNullable(scene.hub.replica("c01"))).isEmpty();
  }
}

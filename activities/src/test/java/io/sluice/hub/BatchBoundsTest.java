package io.sluice.hub;

import static io.sluice.hub.HubActivitiesScenario.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.evidence.Evidence;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.PropagatorGuard;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Ack;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.HubActivities.BatchAnswer;
import io.temporal.client.ActivityCanceledException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a batch answers in time, with what it did (rollout-strategy 3.2 and 3.4). */
class BatchBoundsTest {
  private static final RequestMatcher CREATES =
      RequestMatcher.anything().verb("create").kind("Policy");
  private static final BatchLimits LIMITS = HubActivitiesScenario.LIMITS;
  private static final Duration IN_TIME = LIMITS.answering().plusSeconds(1);

  private final HubActivitiesScenario scene = new HubActivitiesScenario(names(20));
  private final RequestPool pool = new RequestPool(4);
  private final RequestPool cachePool = new RequestPool(8);
  private final AttemptRef attempt = scene.claimed("u1", 1);

  @BeforeEach
  void forgetTheSetup() {
    scene.hub.hub.forgetRequests();
  }

  @AfterEach
  void stop() {
    pool.close();
    cachePool.close();
    scene.close();
  }

  private static String[] names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "c%02d".formatted(i)).toArray(String[]::new);
  }

  private KubernetesHubActivities activities(
      HeartbeatSender heartbeat, Function<PolicyName, PolicyObjects> cached) {
    return new KubernetesHubActivities(
        scene.hub.client,
        scene.store,
        cached,
        PropagatorGuard.ALONE,
        pool,
        new Evidence(Evidence.DEFAULT_SKEW),
        scene.events,
        scene.clock,
        () -> heartbeat,
        LIMITS);
  }

  private BatchAnswer dispatch(HeartbeatSender heartbeat) {
    return activities(heartbeat, new HubReader(scene.hub.client, cachePool)::read)
        .dispatch(batch(attempt, names(20)));
  }

  private BatchAnswer dispatch() {
    return dispatch((done, of) -> {});
  }

  private static Duration timeOf(Runnable call) {
    long begun = System.nanoTime();
    call.run();
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private static void assertComplete(BatchAnswer answer) {
    assertThat(Stream.concat(answer.acks().stream().map(Ack::cluster), answer.notTried().stream()))
        .containsExactlyInAnyOrder(names(20));
  }

  @Test
  void aHubThatSwallowsWritesEndsTheBatchInTimeAndNothingWasTried() {
    scene.hub.hub.faults().inject(CREATES, Fault.swallowed());
    Duration taken = timeOf(() -> assertThat(dispatch().notTried()).containsExactly(names(20)));
    assertThat(taken).isLessThan(IN_TIME);
    scene.hub.hub.faults().clear();
    assertThat(scene.hub.contentWrites()).isZero();
    assertThat(dispatch().acks()).hasSize(20).allMatch(ack -> ack.refusal().isEmpty());
  }

  @Test
  void aHubThatSwallowsEveryRequestEndsTheBatchInTimeAndNothingWasTried() {
    scene.hub.hub.faults().inject(RequestMatcher.anything(), Fault.swallowed());
    Duration taken =
        timeOf(
            () ->
                assertThat(
                        activities((done, of) -> {}, policy -> unread())
                            .dispatch(batch(attempt, names(20)))
                            .notTried())
                    .hasSize(20));
    assertThat(taken).isLessThan(IN_TIME);
  }

  private static PolicyObjects unread() {
    throw new AssertionError("no cluster is reached");
  }

  @Test
  void aHubThatIsGoneEndsTheBatchAndNothingWasTried() {
    scene.hub.hub.stop();
    assertThat(timeOf(() -> assertThat(dispatch().notTried()).hasSize(20))).isLessThan(IN_TIME);
    scene.hub.hub.restart();
  }

  @Test
  void aSlowHubWritesWhatItCanAndTheAnswerNamesTheRest() {
    scene.hub.hub.faults().inject(CREATES, Fault.latency(Duration.ofMillis(700)));
    BatchAnswer answer = dispatch();
    assertComplete(answer);
    assertThat(answer.acks()).hasSizeBetween(4, 16);
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
    BatchAnswer answer = dispatch();
    assertComplete(answer);
    assertThat(answer.acks()).hasSizeGreaterThan(10);
  }

  @Test
  void aHubThatIsAlwaysBusyEndsTheBatch() {
    scene.hub.hub.faults().inject(CREATES, Fault.tooManyRequests(1));
    assertThat(timeOf(() -> assertThat(dispatch().notTried()).hasSize(20))).isLessThan(IN_TIME);
  }

  @Test
  void aClusterThatLeavesWhileTheBatchRunsIsNotWritten() {
    Function<PolicyName, PolicyObjects> live = new HubReader(scene.hub.client, cachePool)::read;
    AtomicInteger looks = new AtomicInteger();
    BatchAnswer answer =
        activities(
                (done, of) -> {},
                policy -> {
                  if (looks.incrementAndGet() == 3) {
                    scene.hub.unselect("c19");
                  }
                  return live.apply(policy);
                })
            .dispatch(batch(attempt, names(20)));
    assertThat(answer.notTried()).containsExactly("c19");
    assertThat(scene.carried("c19")).isEmpty();
    assertThat(scene.hub.contentWrites()).isEqualTo(19);
  }

  @Test
  void heartbeatsGoOnWhileOneListIsSlow() {
    scene
        .hub
        .hub
        .faults()
        .inject(
            RequestMatcher.anything().verb("list").kind("Placement"),
            Fault.latency(Duration.ofMillis(900)));
    AtomicInteger beats = new AtomicInteger();
    scene.hub.hub.faults().inject(CREATES, Fault.latency(Duration.ofMillis(700)));
    dispatch((done, of) -> beats.incrementAndGet());
    assertThat(beats).hasValueGreaterThanOrEqualTo(3);
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

package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.process.WriteOrder.Writer;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends rollouts in every way, and has the writes of the clean-up and those of the propagator reach
 * the hub in every order (policy-propagation 14.4).
 *
 * <p>The propagator forgets replicas as it did before upstream's commit 395f519.
 */
@Tag("nightly")
@Timeout(3600)
class BesideInterleavingTest {
  private static final Logger LOG = LoggerFactory.getLogger(BesideInterleavingTest.class);
  private static final PropagatorOptions FORMER =
      PropagatorOptions.DEFAULTS.forgettingVanishedBindings();

  /** Pages, binding, Placement and finalizer. */
  private static final int CLEANUP = 4;

  /** Names the ways in which a rollout ends while clusters are enforced. */
  enum Ending {
    ROLLOUT_DELETED,
    POLICY_DELETED,
    POLICY_DISABLED,
    ABORTED
  }

  /** Names where a rollout is when it ends. */
  enum Stage {
    /** The propagator has to turn two replicas back. */
    ENFORCED,
    /** A page lists a cluster, but the propagator has not written its replica yet. */
    LISTED
  }

  private record Interleaving(Ending ending, Stage stage, List<Writer> order) {}

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest
  @EnumSource
  void inEveryOrderOfWritesReplicasAreTurnedBackBeforeTheBindingGoes(Stage stage) {
    List<Interleaving> all =
        Arrays.stream(Ending.values())
            .flatMap(
                ending -> orders(CLEANUP, 2).map(order -> new Interleaving(ending, stage, order)))
            .toList();
    List<Interleaving> played = FaultSample.of(all, 1);
    int lost = 0;
    for (Interleaving interleaving : played) {
      lost += play(interleaving);
      LOG.info("{}", interleaving);
    }
    LOG.warn("{}: {} orders, {} turns lost", stage, played.size(), lost);
  }

  /** Returns every order of so many writes of the two. */
  private static Stream<List<Writer>> orders(int worker, int propagator) {
    if (worker == 0 && propagator == 0) {
      return Stream.of(List.of());
    }
    return Stream.concat(
        worker > 0 ? with(Writer.WORKER, orders(worker - 1, propagator)) : Stream.of(),
        propagator > 0 ? with(Writer.PROPAGATOR, orders(worker, propagator - 1)) : Stream.of());
  }

  private static Stream<List<Writer>> with(Writer first, Stream<List<Writer>> orders) {
    return orders.map(
        order -> {
          List<Writer> all = new ArrayList<>(List.of(first));
          all.addAll(order);
          return all;
        });
  }

  /** Returns how many turns were lost. */
  private int play(Interleaving interleaving) {
    WriteOrder order = new WriteOrder();
    ObservedTestServers servers = servers();
    String first = interleaving.stage() == Stage.ENFORCED ? "dev=d1,d2" : "dev=d1";
    try (BesideFixture fixture =
            BesideFixture.quick(servers, FORMER, order.of(Writer.PROPAGATOR), first, "prod=p1");
        EnforcementLog log =
            new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
      fixture.rollout.intercept(order.of(Writer.WORKER));
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL);
      fixture.awaitStanding();
      if (interleaving.stage() == Stage.LISTED) {
        // The page of the wave is the first write.
        order.begin(with(Writer.WORKER, Stream.of(interleaving.order())).toList().get(0));
        fixture.rollout.approve("dev");
        fixture.await(() -> fixture.listed().equals(List.of("d1")));
      } else {
        fixture.rollout.approve("dev");
        fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
        order.begin(interleaving.order());
      }
      end(fixture, interleaving.ending());
      fixture.await(fixture::clean);
      fixture.await(() -> order.over() || fixture.propagator.idle());
      fixture.await(
          () ->
              fixture.propagator.idle() && fixture.actions().stream().noneMatch("enforce"::equals));
      assertThat(log.early()).as("%s", interleaving).isEmpty();
      assertThat(log.unbound()).as("%s", interleaving).isEmpty();
      assertThat(fixture.forbiddenWrites()).as("%s", interleaving).isEmpty();
      fixture.rollout.stop();
      return order.lost();
    }
  }

  private static void end(BesideFixture fixture, Ending ending) {
    switch (ending) {
      case ROLLOUT_DELETED -> fixture.deleteRollout();
      case POLICY_DELETED -> fixture.deletePolicy();
      case POLICY_DISABLED -> fixture.rollout.editSpec("disabled", true);
      case ABORTED ->
          fixture
              .rollout
              .run()
              .update("abort", PolicyRolloutWorkflow.RequestAnswer.class, Map.of("by", "ann"));
    }
  }
}

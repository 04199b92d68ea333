package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.process.EditMoment.Writer;
import io.sluice.simulator.propagator.PropagatorOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Edits the policy right after a write of the worker or of the propagator, from the creation of the
 * override to the end of its clean-up, and kills the worker there now and then: no cluster enforces
 * a version before its turn without being listed as UnstagedChange.
 */
@Tag("nightly")
@Timeout(3600)
class BesideEditTest {
  private static final Logger LOG = LoggerFactory.getLogger(BesideEditTest.class);

  /** By a write of the propagator each of them begins to enforce. */
  private static final int CLUSTERS = 3;

  /**
   * No rollout does without these: Placement and binding are created, and the clusters of each of
   * the two groups are listed in their turn.
   */
  private static final int LEAST = 2 + 2;

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WhenDone", "PerCluster", "Never"})
  void anEditAtAnyMomentReachesNoClusterBeforeItsTurnWithoutBeingListed(String release) {
    if (FaultSample.all()) {
      Map<Writer, Integer> writes = editAfterEach(release);
      LOG.warn(
          "{}: edited after each of {} writes, -Dsluice.faults.seed={}",
          release,
          writes,
          FaultSample.seed());
      assertThat(writes.get(Writer.WORKER)).as("writes").isGreaterThanOrEqualTo(LEAST);
      assertThat(writes.get(Writer.PROPAGATOR)).as("writes").isGreaterThanOrEqualTo(CLUSTERS);
      EditMoment.twice(release, writes.get(Writer.WORKER), FaultSample.seed()).forEach(this::edit);
    } else {
      Round found = new Round(EditMoment.never(release));
      found.play();
      FaultSample.of(found.moments(), 1).forEach(this::edit);
    }
  }

  /** Returns after how many writes there was an edit last: later ones there were none. */
  private Map<Writer, Integer> editAfterEach(String release) {
    Map<Writer, Integer> writes = new EnumMap<>(Writer.class);
    for (Writer writer : Writer.values()) {
      int number = 1;
      while (new Round(EditMoment.once(release, writer, number)).play() > 0) {
        number++;
      }
      writes.put(writer, number - 1);
    }
    return writes;
  }

  /** A rollout that ends before its edit is followed by one with an earlier edit. */
  private void edit(EditMoment chosen) {
    EditMoment moment = chosen;
    while (new Round(moment).play() == 0) {
      moment = moment.earlier();
    }
  }

  /** Plays one rollout with its edits. */
  private final class Round {
    private final EditMoment moment;
    private final WorkerWrites worker = new WorkerWrites();
    private final WorkerWrites propagator = new WorkerWrites();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger edits = new AtomicInteger();
    private final List<RuntimeException> failed = new ArrayList<>();
    private int underWay;
    private boolean over;

    Round(EditMoment moment) {
      this.moment = moment;
    }

    /** Returns how many edits were made before the end of the rollout. */
    int play() {
      ObservedTestServers servers = servers();
      try (BesideFixture fixture =
              BesideFixture.quick(
                  servers, PropagatorOptions.DEFAULTS, propagator, "dev=d1,d2", "prod=p1");
          EnforcementLog log =
              new EnforcementLog(fixture.rollout.client(), fixture.rollout.namespace())) {
        fixture.rollout.intercept(worker);
        fixture.start().policy("v0");
        // Only now: what is killed while it starts does not return from that.
        worker.kill(moment.crash(), moment.answerLost());
        propagator.spare();
        worker.after(edit(fixture, Writer.WORKER));
        propagator.after(edit(fixture, Writer.PROPAGATOR));
        fixture.rollout.rollout(BesideFixture.perGroup(moment.release()));
        int most = moment.edits();
        fixture.awaitDespiteFailures(
            () -> worker.killed() || edits.get() == most || ended(fixture));
        // A crash that is to come later would leave the rollout without a worker.
        worker.disarm();
        if (worker.killed()) {
          fixture.rollout.stop();
          worker.spare();
          fixture.start();
        }
        int made = awaitLastEnd(fixture);
        if (made < most) {
          // After the end.
          fixture.rollout.policy("last", "");
          awaitEnd(fixture);
        }
        fixture.rollout.stop();
        check(fixture, log);
        return made;
      }
    }

    /** Returns an edit after each write of this rollout, and pairs of edits. */
    List<EditMoment> moments() {
      List<EditMoment> moments = new ArrayList<>();
      moments.addAll(once(Writer.WORKER, worker.made()));
      moments.addAll(once(Writer.PROPAGATOR, propagator.made()));
      moments.addAll(EditMoment.twice(moment.release(), worker.made(), FaultSample.seed()));
      return moments;
    }

    private List<EditMoment> once(Writer writer, int writes) {
      return IntStream.rangeClosed(1, writes)
          .mapToObj(number -> EditMoment.once(moment.release(), writer, number))
          .toList();
    }

    private IntConsumer edit(BesideFixture fixture, Writer writer) {
      return number -> {
        if (moment.is(writer, number) && begins()) {
          try {
            String content = "edit" + begun.incrementAndGet();
            // The end of the worker interrupts its threads, and must not interrupt an edit.
            CompletableFuture.runAsync(() -> fixture.rollout.policy(content, "")).join();
          } catch (RuntimeException e) {
            failed.add(e);
          } finally {
            edits.incrementAndGet();
          }
        }
      };
    }

    private synchronized boolean begins() {
      if (!over) {
        underWay++;
      }
      return !over;
    }

    /** Waits for an end after which nothing is edited; returns how many edits were made. */
    private int awaitLastEnd(BesideFixture fixture) {
      int made;
      do {
        made = edits.get();
        awaitEnd(fixture);
      } while (!over(made));
      return made;
    }

    /** The worker writes after the end, too, and an edit may follow that. */
    private synchronized boolean over(int made) {
      over = underWay == made;
      return over;
    }

    private void check(BesideFixture fixture, EnforcementLog log) {
      String name = moment.toString();
      assertThat(failed).as(name).isEmpty();
      GenericKubernetesResource rollout = fixture.rollout.rollout().orElseThrow();
      assertThat(log.unlisted()).as(name).isEmpty();
      assertThat(log.unbound()).as(name).isEmpty();
      assertThat(HubObjects.annotations(rollout)).as(name).isEmpty();
      assertThat(fixture.forbiddenWrites()).as(name).isEmpty();
    }

    private void awaitEnd(BesideFixture fixture) {
      try {
        fixture.awaitDespiteFailures(() -> ended(fixture));
      } catch (ConditionTimeoutException e) {
        throw new AssertionError(
            "%s, %d of %d edits made, failed %s, actions %s, listed %s: %s"
                .formatted(
                    moment,
                    edits.get(),
                    begun.get(),
                    failed,
                    fixture.actions(),
                    fixture.listed(),
                    fixture.rollout.status()),
            e);
      }
    }

    private boolean ended(BesideFixture fixture) {
      Map<String, Object> status = fixture.rollout.status();
      return String.valueOf(HubObjects.generation(fixture.rollout.root()))
              .equals(String.valueOf(status.get("currentRolloutGeneration")))
          && "Done".equals(status.get("phase"))
          && "Succeeded".equals(status.get("outcome"))
          && (moment.release().equals("Never") ? fixture.listed().size() == 3 : fixture.clean());
    }
  }
}

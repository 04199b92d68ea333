package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.simulator.propagator.PropagatorOptions;
import io.sluice.worker.EditMoment.Writer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.awaitility.core.ConditionTimeoutException;
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
@Timeout(3600)
class BesideEditTest {
  private static final Logger LOG = LoggerFactory.getLogger(BesideEditTest.class);

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest
  @ValueSource(strings = {"WhenDone", "PerCluster", "Never"})
  void anEditAtAnyMomentReachesNoClusterBeforeItsTurnWithoutBeingListed(String release) {
    Map<String, Integer> edits = new TreeMap<>();
    Set<String> over = new HashSet<>();
    for (EditMoment moment : FaultSample.of(EditMoment.all(release, FaultSample.seed()), 1)) {
      if (!over.contains(moment.series())) {
        int made = new Round(moment).play();
        edits.merge(moment.series(), made, Integer::sum);
        if (made == 0 && moment.edits() == 1) {
          // The rollout has no later moment.
          over.add(moment.series());
        }
      }
    }
    LOG.warn("edits in a rollout, -Dsluice.faults.seed={}: {}", FaultSample.seed(), edits);
    if (FaultSample.all()) {
      assertThat(edits).allSatisfy((series, made) -> assertThat(made).isGreaterThanOrEqualTo(10));
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
        fixture.policy("v0").rollout.rollout(BesideFixture.perGroup(moment.release()));
        worker.kill(moment.crash(), moment.answerLost());
        propagator.spare();
        worker.after(edit(fixture, Writer.WORKER));
        propagator.after(edit(fixture, Writer.PROPAGATOR));
        fixture.start();
        int most = moment.edits();
        fixture.awaitDespiteFailures(
            () -> worker.killed() || edits.get() == most || ended(fixture));
        if (worker.killed()) {
          fixture.rollout.stop();
          worker.spare();
          fixture.start();
        }
        awaitEnd(fixture);
        int made = edits.get();
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

    private IntConsumer edit(BesideFixture fixture, Writer writer) {
      return number -> {
        if (moment.is(writer, number)) {
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

package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Json;
import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Plays random rollouts and checks the invariants of rollout-strategy 7 after every step.
 *
 * <p>The state goes through JSON between any two steps, as if the worker had crashed. A failure
 * names the seed that shows it again: {@code -Dsluice.seed=42}.
 */
class AttemptInvariantsTest {
  private static final int ROLLOUTS = 2_000;
  private static final int WILD_STEPS = 25;
  private static final int CALM_STEPS = 200;

  @Test
  void theInvariantsHoldInRandomRollouts() {
    Long only = Long.getLong("sluice.seed");
    if (only != null) {
      new Rollout(only).play();
      return;
    }
    for (long seed = 0; seed < ROLLOUTS; seed++) {
      try {
        new Rollout(seed).play();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private static final class Rollout {
    private final RandomWorld world;
    private final AttemptOracle oracle;
    private final Set<String> unanswered = new TreeSet<>();
    private final Set<String> toLookAt = new TreeSet<>();
    private AttemptState state;
    private Instant now = Scene.START;
    private boolean closed;
    private boolean calm;

    Rollout(long seed) {
      world = new RandomWorld(seed);
      AttemptSpec spec = Scene.spec(world.strategy);
      state = AttemptState.begin(spec, now);
      oracle = new AttemptOracle(spec);
    }

    void play() {
      for (int i = 0; i < WILD_STEPS && !closed; i++) {
        world.happen();
        approveByMessage();
        step(acks(), looks(), reports());
      }
      world.calm();
      calm = true;
      for (int i = 0; i < CALM_STEPS && !closed; i++) {
        step(acks(), looks(), reports());
      }
      assertThat(closed).as("I19: it ends; %s", state).isTrue();
    }

    private void approveByMessage() {
      if (world.oneIn(20)) {
        state = Messages.approve(state, ApprovalRequest.of("stage", "ann"), now);
      }
    }

    private void step(List<Ack> acks, List<Observation.Look> looks, List<Report> reports) {
      HubView hub = world.view();
      AttemptState before = Json.again(state, AttemptState.class);
      assertThat(before).isEqualTo(state);
      Observation seen = new Observation(hub, acks, looks, reports);
      Step step = Attempt.step(Rules.CURRENT, before, seen, now);
      oracle.check(before, seen, step, now);
      new StepChecks(before, hub, step, now).all();
      new SelectionChecks(before, hub, step, now).all();
      Step repeated =
          Attempt.step(
              Rules.CURRENT, step.state(), new Observation(hub, List.of(), looks, reports), now);
      assertThat(Entries.dispatched(repeated)).as("I13: a repeated step").isEmpty();
      state = step.state();
      unanswered.addAll(Entries.dispatched(step));
      unanswered.retainAll(Entries.names(state));
      toLookAt.addAll(Entries.lookedAt(step));
      closed = Entries.closes(step);
      passTime(step);
    }

    private void passTime(Step step) {
      if (!unanswered.isEmpty() && world.oneIn(2)) {
        return;
      }
      if (calm || world.oneIn(3)) {
        now = step.wakeAt().orElse(now.plusSeconds(1));
      } else {
        now = now.plus(world.oneIn(20) ? Duration.ofHours(2) : world.minutes(4));
      }
    }

    private List<Ack> acks() {
      List<Ack> acks = new ArrayList<>();
      for (String cluster : List.copyOf(unanswered)) {
        if (calm || !world.oneIn(4)) {
          unanswered.remove(cluster);
          acks.add(
              world.oneIn(6) && !calm
                  ? Ack.refused(cluster, now, "no")
                  : Ack.written(cluster, now, Scene.NUMBER - (world.oneIn(10) ? 1 : 0)));
        }
      }
      return acks;
    }

    private List<Observation.Look> looks() {
      if (toLookAt.isEmpty() || !calm && world.oneIn(4)) {
        return List.of();
      }
      Observation.Look look = new Observation.Look(List.copyOf(toLookAt), now);
      toLookAt.clear();
      return List.of(look);
    }

    private List<Report> reports() {
      List<Report> reports = new ArrayList<>();
      for (ClusterState entry : state.clusters()) {
        if (calm && entry.stage() == Stage.DISPATCHED) {
          reports.add(good(entry));
        } else if (!calm && world.oneIn(3)) {
          reports.add(world.report(entry, now));
        }
      }
      return reports;
    }

    private Report good(ClusterState entry) {
      long names = entry.foreign() == 0 ? Scene.NUMBER : entry.foreign();
      return new Report(
          entry.cluster(),
          names,
          Scene.VERSION.contentHash(),
          Verdict.POSITIVE,
          false,
          false,
          now.toEpochMilli());
    }
  }
}

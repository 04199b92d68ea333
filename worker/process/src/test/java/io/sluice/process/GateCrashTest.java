package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a worker after one of its writes in a rollout behind the gate, with and without the answer
 * to that write, and lets another one end the rollout (gate 9).
 */
@Tag("nightly")
@Timeout(1800)
class GateCrashTest {
  /** No rollout does without these: claim, a ticket for each of three clusters, an end. */
  private static final int LEAST = 1 + 3 + 1;

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @ParameterizedTest(name = "quiet: {0}")
  @ValueSource(booleans = {false, true})
  void aWorkerThatIsKilledAfterAnyWriteIsReplacedAndNothingPassesBeforeItsTurn(boolean quiet) {
    WorkerWrites writes = new WorkerWrites();
    try (GateFixture fixture = GateFixture.empty(servers(), quiet)) {
      fixture.rollout.intercept(writes);
      fixture.rollout.policy("a", "");
      fixture.await("a", "a", "a");
      fixture.rollout.rollout(GateFixture.PER_GROUP.formatted(""));
      new CrashRounds(new Rollouts(fixture, writes)).play("quiet: " + quiet, LEAST);
      fixture.check();
    }
  }

  private static final class Rollouts implements CrashRounds.Rollouts {
    private final GateFixture fixture;
    private final WorkerWrites writes;
    private int attempt;

    Rollouts(GateFixture fixture, WorkerWrites writes) {
      this.fixture = fixture;
      this.writes = writes;
    }

    @Override
    public int withoutCrash() {
      attempt++;
      fixture.start().rollout.stage(content());
      Patience.await().until(this::ended);
      fixture.rollout.stop();
      check("without a crash");
      return writes.made();
    }

    @Override
    public boolean killed(CrashRounds.Crash crash) {
      attempt++;
      fixture.start();
      // Only now: what is killed while it starts does not return from that.
      writes.kill(crash.after(), crash.answerLost());
      fixture.rollout.stage(content());
      // The threads of one that is killed fail, as they should.
      Patience.await().dontCatchUncaughtExceptions().until(() -> writes.killed() || ended());
      boolean killed = writes.killed();
      fixture.rollout.stop();
      writes.spare();
      if (killed) {
        fixture.start();
        Patience.await().until(this::ended);
        fixture.rollout.stop();
      }
      check(crash.toString());
      return killed;
    }

    /** Names a version, in letters alone. */
    private String content() {
      return "v" + String.valueOf((char) ('a' + attempt / 26)) + (char) ('a' + attempt % 26);
    }

    private boolean ended() {
      return Integer.valueOf(attempt).equals(fixture.rollout.status().get("attempt"))
          && "Done".equals(fixture.rollout.status().get("phase"));
    }

    private void check(String name) {
      assertThat(fixture.rollout.status())
          .as(name)
          .containsEntry("attempt", attempt)
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.rollout.contents())
          .as(name)
          .isEqualTo(List.of(content(), content(), content()));
      assertThat(fixture.labelled(GateLabels.TICKET)).as(name).isEmpty();
    }
  }
}

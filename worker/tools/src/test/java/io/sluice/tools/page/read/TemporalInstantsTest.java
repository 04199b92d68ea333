package io.sluice.tools.page.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.RolloutTarget;
import io.sluice.process.Patience;
import io.sluice.tools.page.model.NextInstants;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TemporalInstantsTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private static final Instant AT = Instant.parse("2026-01-05T10:00:00Z");
  private static final Duration LONG = Patience.MOST;

  private final SetClock clock = new SetClock();

  @Test
  void anOpenRunSaysWhenSoaksAndDeadlinesEnd() {
    try (TemporalInstants asked = asking(target -> Optional.of(ledger("u1")), LONG)) {
      assertThat(asked.of(WEB, "u1"))
          .isEqualTo(
              RunInstants.Answer.of(
                  Map.of("c1", NextInstants.soak(AT), "c2", NextInstants.deadline(AT))));
      assertThat(asked.of(WEB, "u2").clusters()).isEmpty();
    }
  }

  @Test
  void afterAFailureItIsLeftInPeaceForHalfAMinute() {
    int[] calls = {0};
    try (TemporalInstants asked =
        asking(
            target -> {
              if (calls[0]++ == 0) {
                throw new IllegalStateException("UNAVAILABLE: io exception.");
              }
              return Optional.of(ledger("u1"));
            },
            LONG)) {
      String problem =
          "The ends of soaks are not shown, because they are in Temporal: UNAVAILABLE: io"
              + " exception.";
      assertThat(asked.of(WEB, "u1").problem()).contains(problem);
      clock.now = AT.plusSeconds(29);
      assertThat(asked.of(WEB, "u1").problem()).contains(problem);
      assertThat(calls[0]).isEqualTo(1);

      clock.now = AT.plusSeconds(31);
      assertThat(asked.of(WEB, "u1").clusters()).containsOnlyKeys("c1", "c2");
    }
  }

  @Test
  void aPageDoesNotWaitForAnAnswerThatALaterOneTakes() {
    CountDownLatch answer = new CountDownLatch(1);
    try (TemporalInstants asked =
        asking(
            target -> {
              try {
                answer.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return Optional.of(ledger("u1"));
            },
            Duration.ofMillis(20))) {
      assertThat(asked.of(WEB, "u1").problem().orElseThrow()).contains("has not answered within");
      answer.countDown();
      clock.now = AT.plusSeconds(31);
      RunInstants.Answer next = asked.of(WEB, "u1");
      while (next.problem().isPresent()) {
        clock.now = clock.now.plusSeconds(31);
        next = asked.of(WEB, "u1");
      }
      assertThat(next.clusters()).containsOnlyKeys("c1", "c2");
    }
  }

  private TemporalInstants asking(
      Function<RolloutTarget, Optional<Ledger>> ledgers, Duration patience) {
    return new TemporalInstants(ledgers, () -> {}, patience, clock);
  }

  private static Ledger ledger(String rolloutUid) {
    return new Ledger(
        new AttemptRef(WEB, rolloutUid, 1, new PolicyVersion("uid", 1, "hash"), "", false),
        List.of(
            new Ledger.Row("c1", "Succeeded", false, Optional.of(AT), Optional.empty()),
            new Ledger.Row("c2", "Progressing", false, Optional.empty(), Optional.of(AT)),
            new Ledger.Row("c3", "Succeeded", true)));
  }

  /** Shows the instant that a test sets. */
  private static final class SetClock extends Clock {
    private Instant now = AT;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}

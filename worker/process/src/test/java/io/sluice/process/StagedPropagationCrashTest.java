package io.sluice.process;

import static io.sluice.process.Patience.await;
import static io.sluice.process.TemplateFixture.soon;
import static io.sluice.process.TemplateFixture.strategy;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.api.RecordedWrite;
import io.sluice.template.KarmadaKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays the table of lazy-activation 3, and kills the worker after one of its writes, with and
 * without the answer to that write, or after a report of a member; another one ends the rollout.
 */
@Tag("nightly")
@Timeout(1800)
class StagedPropagationCrashTest {
  private static final Logger LOG = LoggerFactory.getLogger(StagedPropagationCrashTest.class);
  private static final Optional<String> STAGED = Optional.of(strategy("0s", "10m"));
  private static final Map<String, String> OLD = Map.of("member1", "A");
  private static final Map<String, String> NEW =
      Map.of("member2", "B", "member3", "B", "member4", "B");
  private static final List<List<String>> GROUPS =
      List.of(List.of("member2"), List.of("member3", "member4"));
  private static final Map<String, List<String>> ONCE =
      Map.of(
          "member1",
          List.of("-"),
          "member2",
          List.of("B"),
          "member3",
          List.of("B"),
          "member4",
          List.of("B"));

  private final WorkerWrites writes = new WorkerWrites();
  private final WorkerWrites reports = new WorkerWrites();

  private enum Event {
    WRITE,
    WRITE_WITHOUT_ANSWER,
    REPORT
  }

  private record Crash(Event event, int number) {}

  ObservedTestServers servers() {
    return InMemoryTestServers.withNamedUsers();
  }

  @Test
  void aWorkerThatIsKilledAfterAnyEventIsReplacedAndTheTableEndsAsIfItHadNotBeen() {
    ObservedTestServers servers = servers();
    try (StagedPropagationFixture fixture = new StagedPropagationFixture(servers, reports);
        WorkLog log = new WorkLog(fixture.client, fixture.template)) {
      fixture.intercept(writes);
      fixture.start();
      playRound(fixture, log, Optional.empty(), 1);
      Map<String, Object> expected = fixture.state();
      Rounds rounds = new Rounds(fixture, log, expected);
      if (FaultSample.all()) {
        // Each Work is written once, and each member that gets one reports.
        assertThat(killAfterEach(rounds, Event.WRITE)).isGreaterThanOrEqualTo(ONCE.size());
        killAfterEach(rounds, Event.WRITE_WITHOUT_ANSWER);
        assertThat(killAfterEach(rounds, Event.REPORT)).isGreaterThanOrEqualTo(NEW.size());
      } else {
        FaultSample.of(crashes(writes.made(), reports.made()), 2)
            .forEach(crash -> killAfter(rounds, crash));
      }
      assertEachWorkWasWrittenOnce(servers, rounds.played);
    }
  }

  /** Returns after how many events a worker was killed last: later ones there were none. */
  private static int killAfterEach(Rounds rounds, Event event) {
    int number = 1;
    while (rounds.killed(new Crash(event, number))) {
      number++;
    }
    LOG.warn("killed after each of {} events {}", number - 1, event);
    return number - 1;
  }

  /** A rollout that ends before its crash is followed by one with an earlier crash. */
  private static void killAfter(Rounds rounds, Crash crash) {
    int number = crash.number();
    while (number > 0 && !rounds.killed(new Crash(crash.event(), number))) {
      number--;
    }
    assertThat(number).as("events before the crash").isPositive();
  }

  /** Plays the table again and again, after it was played without a crash. */
  private final class Rounds {
    private final StagedPropagationFixture fixture;
    private final WorkLog log;
    private final Map<String, Object> expected;
    private int played = 1;

    Rounds(StagedPropagationFixture fixture, WorkLog log, Map<String, Object> expected) {
      this.fixture = fixture;
      this.log = log;
      this.expected = expected;
    }

    /** Returns whether the worker was killed. */
    boolean killed(Crash crash) {
      played++;
      boolean killed = playRound(fixture, log, Optional.of(crash), played);
      soon(() -> assertThat(fixture.state()).as(name(crash)).isEqualTo(expected));
      return killed;
    }
  }

  private static String name(Object crash) {
    return "-Dsluice.faults.seed=%d, %s".formatted(FaultSample.seed(), crash);
  }

  /** Returns a crash after each event of a rollout that had so many. */
  private static List<Crash> crashes(int writes, int reports) {
    LOG.warn("{} writes, {} reports", writes, reports);
    List<Crash> crashes = new ArrayList<>();
    for (int number = 1; number <= writes; number++) {
      crashes.add(new Crash(Event.WRITE, number));
      crashes.add(new Crash(Event.WRITE_WITHOUT_ANSWER, number));
    }
    IntStream.rangeClosed(1, reports)
        .forEach(number -> crashes.add(new Crash(Event.REPORT, number)));
    return crashes;
  }

  /** Returns whether the worker was killed. */
  private boolean playRound(
      StagedPropagationFixture fixture, WorkLog log, Optional<Crash> crash, int round) {
    // What was to kill the worker may come only now.
    reports.after(number -> {});
    writes.disarm();
    fixture.policy(STAGED, true, "member1");
    fixture.web("A");
    survive(fixture, () -> fixture.hasEnded(2L * round - 1));
    fixture.ended(2L * round - 1, "Succeeded");
    soon(() -> assertThat(log.texts()).as(name(crash)).isEqualTo(OLD));
    log.begin();
    boolean killed = playTable(fixture, crash, 2 * round);
    soon(() -> assertThat(log.texts()).as(name(crash)).isEqualTo(NEW));
    assertThat(log.early("B", GROUPS)).as(name(crash)).isEmpty();
    assertThat(log.written()).as(name(crash)).isEqualTo(ONCE);
    return killed;
  }

  private boolean playTable(StagedPropagationFixture fixture, Optional<Crash> crash, int attempt) {
    writes.spare();
    reports.spare();
    reports.after(number -> {});
    crash.ifPresent(this::prepare);
    fixture.policy(STAGED, true, "member2", "member3", "member4");
    boolean killed = survive(fixture, () -> fixture.pending().equals(List.of("placement")));
    assertThat(fixture.texts()).isEqualTo(OLD);
    fixture.web("B");
    killed |= survive(fixture, () -> fixture.hasEnded(attempt) && fixture.texts().equals(NEW));
    return killed;
  }

  private void prepare(Crash crash) {
    if (crash.event() == Event.REPORT) {
      reports.after(
          number -> {
            if (number == crash.number()) {
              writes.kill();
            }
          });
    } else {
      writes.kill(crash.number(), crash.event() == Event.WRITE_WITHOUT_ANSWER);
    }
  }

  /** Waits, and replaces the worker should it be killed meanwhile. */
  private boolean survive(StagedPropagationFixture fixture, BooleanSupplier done) {
    await().until(() -> writes.killed() || done.getAsBoolean());
    if (!writes.killed()) {
      return false;
    }
    fixture.stop();
    writes.spare();
    fixture.start();
    await().until(done::getAsBoolean);
    return true;
  }

  /** Before the last of these rounds, each has also taken back what the one before had written. */
  private static void assertEachWorkWasWrittenOnce(ObservedTestServers servers, int rounds) {
    soon(
        () -> {
          List<RecordedWrite> all = servers.workerWrites();
          assertThat(all).noneMatch(write -> write.code() == HTTP_FORBIDDEN);
          assertThat(works(all, "create")).isEqualTo(counts(rounds, rounds));
          assertThat(works(all, "delete")).isEqualTo(counts(rounds, rounds - 1));
          assertThat(works(all, "update")).isEmpty();
          assertThat(works(all, "patch")).isEmpty();
        });
  }

  private static Map<String, Long> works(List<RecordedWrite> all, String verb) {
    return all.stream()
        .filter(write -> write.succeeded() && write.verb().equals(verb))
        .filter(write -> write.resource().equals("works"))
        .collect(groupingBy(RecordedWrite::namespace, TreeMap::new, counting()));
  }

  private static Map<String, Long> counts(long former, long later) {
    Map<String, Long> counts = new TreeMap<>();
    OLD.keySet().forEach(cluster -> counts.put(KarmadaKeys.EXECUTION_NAMESPACE + cluster, former));
    NEW.keySet().forEach(cluster -> counts.put(KarmadaKeys.EXECUTION_NAMESPACE + cluster, later));
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}

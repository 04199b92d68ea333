package io.sluice.control.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RootStatusPaceTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final PolicyName POLICY = new PolicyName("policies", "web");

  private final RootStatusPace pace = new RootStatusPace(EVERY);
  private int parts;
  private int present;
  private int written;

  private static Instant at(long millis) {
    return START.plusMillis(millis);
  }

  /** Processes the policy at each of these milliseconds and when the pace asks for it. */
  private List<Long> writes(long until, List<Long> changes) {
    parts = changes.size();
    List<Long> writes = new ArrayList<>();
    Optional<Instant> again = Optional.empty();
    for (long millis = 0; millis <= until; millis += 10) {
      boolean changed = changes.contains(millis);
      present += changed ? 1 : 0;
      if (changed) {
        pace.changed(POLICY, at(millis));
      }
      if (changed || again.filter(at(millis)::equals).isPresent()) {
        again = process(millis, writes).map(RootStatusPaceTest::rounded);
      }
    }
    return writes;
  }

  private static Instant rounded(Instant instant) {
    long millis = Duration.between(START, instant).toMillis();
    return at((millis + 9) / 10 * 10);
  }

  private Optional<Instant> process(long millis, List<Long> writes) {
    Optional<Instant> later = pace.later(POLICY, false, at(millis));
    if (later.isPresent()) {
      return later;
    }
    pace.computed(POLICY, at(millis), at(millis));
    if (present == written) {
      pace.settled(POLICY);
      return Optional.empty();
    }
    RootStatusPace.Difference difference = new RootStatusPace.Difference(present - written, parts);
    Optional<Instant> held = pace.held(POLICY, difference, at(millis));
    if (held.isEmpty()) {
      written = present;
      writes.add(millis);
      pace.written(POLICY, difference, at(millis));
    }
    return held;
  }

  private static List<Long> each(long step, long from, long to) {
    List<Long> all = new ArrayList<>();
    for (long millis = from; millis <= to; millis += step) {
      all.add(millis);
    }
    return all;
  }

  @Test
  void theFirstChangeIsWrittenAtOnceAndALaterOneToo() {
    assertThat(writes(20_000, List.of(100L, 12_000L))).containsExactly(100L, 12_000L);
  }

  @Test
  void whatElseShowsItIsComputedHalfAsOftenAsWhatIsWritten() {
    pace.written(POLICY, new RootStatusPace.Difference(1, 1), at(0));
    pace.computed(POLICY, at(0), at(50));
    assertThat(pace.later(POLICY, true, at(60))).contains(at(1_050));
    assertThat(pace.later(POLICY, true, at(1_050))).contains(at(2_050));
    assertThat(pace.later(POLICY, true, at(2_050))).isEmpty();
    assertThat(pace.later(POLICY, false, at(2_050))).contains(at(5_000));
  }

  @Test
  void changesWithinTheIntervalAreWrittenTogetherAtItsEnd() {
    List<Long> writes = writes(20_000, List.of(100L, 300L, 700L, 2_000L));
    assertThat(writes).hasSize(2).startsWith(100L);
    assertThat(writes.get(1)).isBetween(5_100L, 5_400L);
    assertThat(written).isEqualTo(present);
  }

  @Test
  void aWriteThatIsDueWaitsForChangesToEnd() {
    List<Long> writes = writes(30_000, each(50, 100, 8_000));
    assertThat(writes).hasSize(2).startsWith(100L);
    assertThat(writes.get(1)).isBetween(8_000L, 8_600L);
    assertThat(written).isEqualTo(present);
  }

  @Test
  void onlyTheLastWriteOfManyChangesWaits() {
    List<Long> writes = writes(40_000, each(50, 100, 23_000));
    assertThat(writes).hasSize(5).startsWith(100L);
    assertThat(writes.get(1)).isBetween(5_100L, 5_200L);
    assertThat(writes.get(4)).isBetween(23_000L, 23_600L);
    assertThat(written).isEqualTo(present);
  }

  @Test
  void changesWhoseEndIsNotKnownAreWrittenOnceAnInterval() {
    List<Long> writes = new ArrayList<>();
    List<Long> changes = each(50, 100, 31_000);
    writes.addAll(writes(15_000, changes));
    for (int i = 1; i < writes.size(); i++) {
      assertThat(writes.get(i) - writes.get(i - 1)).isBetween(5_000L, 5_200L);
    }
  }

  @Test
  void aWaitEndsAfterAnotherInterval() {
    parts = 1;
    pace.written(POLICY, new RootStatusPace.Difference(1, 1), at(0));
    pace.changed(POLICY, at(4_000));
    pace.changed(POLICY, at(5_000));
    assertThat(pace.held(POLICY, new RootStatusPace.Difference(1, 2), at(5_000)))
        .contains(at(5_250));
    pace.changed(POLICY, at(9_900));
    assertThat(pace.later(POLICY, false, at(9_950))).contains(at(10_000));
    assertThat(pace.held(POLICY, new RootStatusPace.Difference(1, 2), at(10_000))).isEmpty();
  }

  @Test
  void aValueThatIsShownElsewhereIsComputedMoreOften() {
    pace.written(POLICY, new RootStatusPace.Difference(1, 1), at(0));
    pace.computed(POLICY, at(0), at(0));
    assertThat(pace.later(POLICY, true, at(1_000))).isEmpty();
    assertThat(pace.later(POLICY, false, at(1_000))).contains(at(5_000));
  }

  @Test
  void aComputationThatTakesLongIsRepeatedMoreRarely() {
    pace.computed(POLICY, at(0), at(100));
    assertThat(pace.later(POLICY, true, at(1_000))).contains(at(2_100));
  }

  @Test
  void aForgottenRootBeginsAnew() {
    pace.written(POLICY, new RootStatusPace.Difference(1, 1), at(0));
    pace.forget(POLICY);
    assertThat(pace.later(POLICY, false, at(1))).isEmpty();
  }
}

package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.rollout.FakeRuns;
import io.sluice.fleet.Departures;
import io.sluice.fleet.UndoneRepairs;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tells a run which of its members have left (rollout-strategy 3.7), and which undo repairs
 * (policy-propagation 8.1).
 */
class FleetNotifierTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final Instant START = Instant.parse("2026-02-03T10:00:00Z");
  private static final RunKey RUN = new RunKey("rollout-1", 1, "chain");
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final FakeRuns runs = new FakeRuns();
  private final Set<String> selected = new HashSet<>(Set.of("c1", "c2", "c3"));
  private final Map<String, Presence> presence = new HashMap<>();
  private final Set<String> selectedLive = new HashSet<>();
  private UndoneRepairs undone = UndoneRepairs.NONE;
  private Instant attendedSince = START;
  private Instant now = START;
  private final FleetNotifier notifier =
      new FleetNotifier(
          runs, new Absences(GRACE, began -> began.isAfter(attendedSince) ? began : attendedSince));

  @BeforeEach
  void begin() {
    runs.begin(POLICY);
    update();
  }

  private Instant update() {
    return notifier.update(
        POLICY,
        RUN,
        new FleetNotifier.Selection(
            Set.copyOf(selected),
            cluster -> presence.getOrDefault(cluster, Presence.AVAILABLE),
            () -> cluster -> !selectedLive.contains(cluster),
            undone),
        now);
  }

  private void after(long seconds) {
    now = now.plusSeconds(seconds);
    update();
  }

  private Departures told() {
    List<Departures> all = runs.departures(POLICY);
    return all.isEmpty() ? Departures.NONE : all.get(all.size() - 1);
  }

  private static Departures deselected(String... clusters) {
    return new Departures(List.of(), List.of(clusters), List.of());
  }

  @Test
  void aClusterThatIsNotSelectedLeavesAfterTheGrace() {
    selected.remove("c2");
    assertThat(update()).isEqualTo(START.plus(GRACE));
    after(59);
    assertThat(told()).isEqualTo(Departures.NONE);
    after(1);
    assertThat(told()).isEqualTo(deselected("c2"));
    assertThat(runs.addressed(POLICY)).contains(RUN.attemptKey());
    after(30);
    assertThat(runs.departures(POLICY)).hasSize(1);
  }

  @Test
  void oneThatComesBackBeginsAnew() {
    selected.remove("c2");
    after(40);
    selected.add("c2");
    after(1);
    selected.remove("c2");
    after(40);
    assertThat(told()).isEqualTo(Departures.NONE);
    after(60);
    assertThat(told()).isEqualTo(deselected("c2"));
    selected.add("c2");
    after(1);
    assertThat(told()).isEqualTo(Departures.NONE);
  }

  @Test
  void timeThatNobodyAttendedDoesNotCount() {
    selected.remove("c2");
    after(30);
    attendedSince = now;
    after(40);
    assertThat(told()).isEqualTo(Departures.NONE);
    after(20);
    assertThat(told()).isEqualTo(deselected("c2"));
  }

  @Test
  void oneWithoutAManagedClusterLeavesAtOnce() {
    selected.remove("c2");
    presence.put("c2", Presence.GONE);
    update();
    assertThat(told()).isEqualTo(new Departures(List.of("c2"), List.of(), List.of()));
  }

  @Test
  void oneOutOfReachIsToldAsSuchUntilItIsAvailable() {
    selected.remove("c2");
    presence.put("c2", Presence.OUT_OF_REACH);
    after(0);
    after(60);
    assertThat(told()).isEqualTo(new Departures(List.of(), List.of(), List.of("c2")));
    presence.put("c2", Presence.AVAILABLE);
    update();
    assertThat(told()).as("a placement needs time to select it again").isEqualTo(Departures.NONE);
    after(60);
    assertThat(told()).isEqualTo(deselected("c2"));
  }

  @Test
  void whatARunHasDroppedIsToldAgain() {
    selected.remove("c2");
    update();
    after(60);
    runs.absent(POLICY, "c2");
    after(59);
    after(1);
    assertThat(runs.departures(POLICY)).containsExactly(deselected("c2"), deselected("c2"));
  }

  @Test
  void whatTheRunLacksAndThisProcessNeverSawIsAskedFor() {
    runs.absent(POLICY, "c7");
    after(60);
    after(60);
    assertThat(told()).isEqualTo(deselected("c7"));
  }

  @Test
  void theHubIsReadBeforeARunIsTold() {
    selected.remove("c2");
    update();
    selectedLive.add("c2");
    after(60);
    assertThat(told()).isEqualTo(Departures.NONE);
    selectedLive.clear();
    after(15);
    assertThat(told()).isEqualTo(deselected("c2"));
  }

  @Test
  void aRunThatIsStartedAgainIsToldEverythingAgain() {
    selected.remove("c2");
    update();
    after(60);
    runs.begin(POLICY);
    runs.absent(POLICY, "c2");
    notifier.forget(POLICY);
    after(1);
    after(60);
    assertThat(told()).isEqualTo(deselected("c2"));
  }

  @Test
  void repairsThatAreUndoneAreToldOnceAndTakenBack() {
    undone = new UndoneRepairs(List.of("c2"), false);
    update();
    after(30);
    after(30);
    assertThat(runs.undone(POLICY)).containsExactly(undone);
    undone = UndoneRepairs.NONE;
    update();
    assertThat(runs.undone(POLICY)).last().isEqualTo(UndoneRepairs.NONE);
  }

  /** Another process that led before has told it. */
  @Test
  void aRunThatIsStoppedForNothingIsToldSo() {
    runs.knows(POLICY, new UndoneRepairs(List.of("c1", "c2", "c3"), true));
    after(60);
    assertThat(runs.undone(POLICY)).containsExactly(UndoneRepairs.NONE);
    after(60);
    assertThat(runs.undone(POLICY)).hasSize(1);
  }
}

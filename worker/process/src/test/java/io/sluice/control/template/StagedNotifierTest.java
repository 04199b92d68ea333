package io.sluice.control.template;

import static io.sluice.control.template.StagedTemplate.BINDING;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.Departures;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Verdict;
import io.sluice.process.Patience;
import io.sluice.rollout.Report;
import io.sluice.settings.Settings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.time.VirtualTime;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.PolicyRolloutWorkflow;
import io.sluice.workflow.PolicyRolloutWorkflow.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the controller on a Temporal that only keeps what it was sent. */
class StagedNotifierTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** A little less than the whole. */
  private static final Duration GRACE = Settings.DEFAULTS.removalGrace().minusSeconds(5);

  private final VirtualTime time = new VirtualTime();
  private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
  private final PropagationHub hub = new PropagationHub(server, time);

  @AfterEach
  void close() {
    hub.close();
    server.close();
  }

  /** A template that m1 has, and has applied; a run of it is open. */
  private void open() {
    open("m1");
  }

  private void open(String... clusters) {
    hub.clusters(List.of(clusters));
    hub.start();
    hub.apply(StagedTemplate.policy("'{type: All}'"));
    hub.apply(StagedTemplate.web());
    hub.soon(() -> assertThat(hub.manifests(StagedTemplate.ID)).containsOnlyKeys(clusters));
    StagedTemplate.applied(hub, "m1");
    hub.apply(StagedTemplate.policy("'{type: Progressive}'"));
    hub.soon(() -> assertThat(hub.runs.openChain(BINDING)).isPresent());
    StagedTemplate.claimed(hub);
    hub.soon(this::told);
    hub.attended();
  }

  private void told() {
    assertThat(hub.runs.signals(BINDING)).contains(PolicyRolloutWorkflow.POLICY_CHANGED);
    assertThat(hub.runs.last(BINDING, "m1").map(Report::verdict)).contains(Verdict.POSITIVE);
  }

  @Test
  void aRunThatIsStartedAgainIsSentEverything() {
    open();
    hub.runs.begin(BINDING);
    hub.soon(this::told);
  }

  @Test
  void whatNoRunGotIsSentToTheNext() {
    open();
    hub.runs.end(BINDING);
    hub.apply(StagedTemplate.policy("'{type: Progressive, progressive: {maxConcurrency: 1}}'"));
    hub.quiet();
    hub.runs.begin(BINDING);
    hub.soon(this::told);
  }

  @Test
  void aWorkThatVanishedUnseenIsReportedToItsRun() {
    open();
    hub.runs.ledger(
        BINDING,
        new Ledger(
            new AttemptRef(BINDING, "u1", 1, new PolicyVersion("uid", 1, "hash"), "", false),
            List.of(new Ledger.Row("m1", "Progressing", false))));
    StagedTemplate.deleteWork(hub, "m1");
    hub.stays(MINUTE, () -> {});
    hub.soon(() -> assertThat(hub.runs.last(BINDING, "m1")).matches(gone()));
  }

  @Test
  void aVanishedWorkIsReportedAgainUntilItIsBack() {
    aWorkThatVanishedUnseenIsReportedToItsRun();
    int reports = hub.runs.reports(BINDING);
    hub.stays(MINUTE.multipliedBy(2), () -> {});
    assertThat(hub.runs.reports(BINDING)).isGreaterThan(reports + 1);
    assertThat(hub.runs.last(BINDING, "m1")).matches(gone());
  }

  private Departures departed() {
    List<Departures> all = hub.runs.departures(BINDING);
    return all.isEmpty() ? Departures.NONE : all.get(all.size() - 1);
  }

  private void nobodyLeavesWithinTheGrace() {
    hub.stays(GRACE, () -> assertThat(departed()).isEqualTo(Departures.NONE));
  }

  @Test
  void aMemberThatIsNotSelectedAnyMoreLeavesAfterTheGrace() {
    open("m1", "m2");
    StagedTemplate.retire(hub, "m2", true);
    nobodyLeavesWithinTheGrace();
    hub.soon(
        () ->
            assertThat(departed()).isEqualTo(new Departures(List.of(), List.of("m2"), List.of())));
    assertThat(hub.manifests(StagedTemplate.ID)).as("departures go last").containsKey("m2");
  }

  @Test
  void aMemberThatIsSelectedAgainWithinTheGraceStays() {
    open("m1", "m2");
    StagedTemplate.retire(hub, "m2", true);
    nobodyLeavesWithinTheGrace();
    StagedTemplate.retire(hub, "m2", false);
    nobodyLeavesWithinTheGrace();
  }

  @Test
  void aMemberThatIsOutOfReachIsToldAsSuchUntilItIsAvailable() {
    open("m1", "m2");
    StagedTemplate.available(hub, "m2", "Unknown");
    StagedTemplate.retire(hub, "m2", true);
    nobodyLeavesWithinTheGrace();
    hub.soon(
        () ->
            assertThat(departed()).isEqualTo(new Departures(List.of(), List.of(), List.of("m2"))));
    StagedTemplate.available(hub, "m2", "True");
    hub.soon(() -> assertThat(departed()).isEqualTo(Departures.NONE));
    nobodyLeavesWithinTheGrace();
    hub.soon(
        () ->
            assertThat(departed()).isEqualTo(new Departures(List.of(), List.of("m2"), List.of())));
  }

  /** As in a process that was suspended, and acts on what it saw before. */
  @Test
  void aMemberThatIsSelectedAgainUnseenByTheCachesStays() {
    open("m1", "m2");
    StagedTemplate.retire(hub, "m2", true);
    nobodyLeavesWithinTheGrace();
    Faults.Injected frozen =
        server
            .faults()
            .inject(
                RequestMatcher.anything().verb("watch").kind("ManagedCluster"),
                Fault.watchFrozen());
    Patience.await().until(() -> frozen.hits() > 0);
    hub.silent(Kinds.MANAGED_CLUSTER, true);
    StagedTemplate.retire(hub, "m2", false);
    hub.stays(Duration.ofSeconds(20), () -> assertThat(departed()).isEqualTo(Departures.NONE));
  }

  @Test
  void aMemberWithoutAManagedClusterLeavesAtOnce() {
    open("m1", "m2");
    Instant before = hub.now();
    hub.delete(StagedTemplate.cluster("m2"));
    hub.soon(
        () ->
            assertThat(departed()).isEqualTo(new Departures(List.of("m2"), List.of(), List.of())));
    assertThat(hub.now()).isBefore(before.plus(GRACE));
  }

  private static Predicate<Optional<Report>> gone() {
    return last -> last.filter(Report::gone).isPresent();
  }
}

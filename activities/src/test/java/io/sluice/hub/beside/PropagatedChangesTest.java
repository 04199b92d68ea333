package io.sluice.hub.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.OverrideEntry;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.hub.replica.ReplicaTimes;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Remembers the reports from before the propagator changed a replica (rollout-strategy E1). */
class PropagatedChangesTest {
  private static final Instant NOW = Instant.parse("2026-02-03T09:00:00Z");
  private static final OverrideEntry ENTRY = new OverrideEntry("c1", "u1", 2, 3, NOW);

  private final TickingClock clock = new TickingClock(NOW);
  private final PropagatedChanges changes = new PropagatedChanges(clock);

  private static CachedReplica replica(String uid, String action, String event) {
    return ReplicaParser.of(
            Yaml.object(
                """
                apiVersion: policy.open-cluster-management.io/v1
                kind: Policy
                metadata: {name: policies.web, namespace: c1, uid: %s, resourceVersion: "1"}
                spec:
                  disabled: false
                  remediationAction: %s
                  policy-templates:
                  - objectDefinition: {apiVersion: policy.open-cluster-management.io/v1, kind: ConfigurationPolicy, metadata: {name: a}, spec: {}}
                status:
                  compliant: NonCompliant
                  details:
                  - templateMeta: {name: a}
                    compliant: NonCompliant
                    history: [{eventName: %s, lastTimestamp: "2026-02-03T08:00:00Z", message: NonCompliant}]
                """
                    .formatted(uid, action, event)))
        .orElseThrow();
  }

  private void see(Optional<CachedReplica> former, CachedReplica present) {
    changes.seen(former, present, () -> new ReplicaTimes(NOW, false, Optional.empty()));
  }

  private Dispatch dispatch(CachedReplica found, Optional<CachedReplica> cached) {
    return changes
        .dispatched(found.replica(), ENTRY, cached.map(CachedReplica::replica))
        .dispatch()
        .orElseThrow();
  }

  @Test
  void theAgeOfAReplicaIsReadOnceAndNotWithEachReport() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica reported = replica("r1", "inform", "web.2");
    CachedReplica enforcing = replica("r1", "enforce", "web.2");
    see(Optional.empty(), informing);
    Supplier<ReplicaTimes> unread =
        () -> {
          throw new AssertionError("its times are read");
        };
    changes.seen(Optional.of(informing), reported, unread);
    changes.seen(Optional.of(reported), enforcing, unread);
    assertThat(changes.createdAt(enforcing.replica().policy(), "c1")).contains(NOW);
  }

  @Test
  void theBaselineIsWhatWasThereBeforeTheActionChanged() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica reported = replica("r1", "inform", "web.2");
    CachedReplica enforcing = replica("r1", "enforce", "web.2");
    see(Optional.empty(), informing);
    see(Optional.of(informing), reported);
    clock.pass(Duration.ofMinutes(5));
    see(Optional.of(reported), enforcing);

    Dispatch dispatch = dispatch(enforcing, Optional.of(enforcing));
    assertThat(dispatch.baseline().get("a")).hasSize(1);
    assertThat(dispatch.unknown()).isEmpty();
    assertThat(dispatch.at()).isEqualTo(NOW);
    assertThat(dispatch.written()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
    assertThat(dispatch.attempt()).isEqualTo(2);
    assertThat(dispatch.generation()).isEqualTo(3);
  }

  @Test
  void aReportOfTheNewContentDoesNotMoveTheBaseline() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica enforcing = replica("r1", "enforce", "web.1");
    CachedReplica later = replica("r1", "enforce", "web.3");
    see(Optional.empty(), informing);
    see(Optional.of(informing), enforcing);
    Dispatch first = dispatch(enforcing, Optional.of(enforcing));
    clock.pass(Duration.ofMinutes(1));
    see(Optional.of(enforcing), later);
    assertThat(dispatch(later, Optional.of(later))).isEqualTo(first);
  }

  @Test
  void aChangeFromBeforeThisProcessIsUnknownSoItsEvidenceIsWeak() {
    CachedReplica enforcing = replica("r1", "enforce", "web.1");
    see(Optional.empty(), enforcing);
    assertThat(dispatch(enforcing, Optional.of(enforcing)).unknown()).containsExactly("a");
  }

  @Test
  void aReadThatIsAheadOfTheCacheTakesTheCachedStateAsBaseline() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    see(Optional.empty(), informing);
    Dispatch dispatch = dispatch(replica("r1", "enforce", "web.2"), Optional.of(informing));
    assertThat(dispatch.unknown()).isEmpty();
    assertThat(dispatch.baseline().get("a")).hasSize(1);
    assertThat(dispatch(replica("r1", "enforce", "web.2"), Optional.empty()).unknown())
        .containsExactly("a");
  }

  @Test
  void aReplicaThatWasMadeAnewHasNoReportsFromBefore() {
    CachedReplica first = replica("r1", "enforce", "web.1");
    CachedReplica second = replica("r2", "enforce", "web.1");
    see(Optional.empty(), first);
    see(Optional.of(first), second);
    Dispatch dispatch = dispatch(second, Optional.of(second));
    assertThat(dispatch.baseline()).isEmpty();
    assertThat(dispatch.unknown()).isEmpty();
  }

  @Test
  void whatAReplicaEnforcedIsKnownWhileItInformsUntilItIsForgotten() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica enforcing = replica("r1", "enforce", "web.1");
    PolicyName policy = enforcing.replica().policy();
    String cluster = enforcing.replica().cluster();
    see(Optional.empty(), informing);
    assertThat(changes.of(policy, cluster)).isEmpty();
    see(Optional.of(informing), enforcing);
    see(Optional.of(enforcing), replica("r1", "enforce", "web.2"));
    assertThat(changes.of(policy, cluster).orElseThrow().changed()).isFalse();
    changes.forget(policy);
    assertThat(changes.of(policy, cluster)).as("it enforces").isPresent();

    see(Optional.of(enforcing), informing);
    assertThat(changes.of(policy, cluster)).isPresent();
    changes.forget(policy);
    assertThat(changes.of(policy, cluster)).isEmpty();
  }

  @Test
  void e9AClusterThatNeverLeftTheContentItGetsHasNothingNewToReport() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica enforcing = replica("r1", "enforce", "web.1");
    CachedReplica enforced = replica("r1", "enforce", "web.2");
    see(Optional.empty(), informing);
    see(Optional.of(informing), enforcing);
    see(Optional.of(enforcing), enforced);
    // It is offline while it is taken off its page and listed again.
    CachedReplica away = replica("r1", "inform", "web.2");
    see(Optional.of(enforced), away);
    clock.pass(Duration.ofMinutes(1));
    see(Optional.of(away), enforced);
    assertThat(dispatch(enforced, Optional.of(enforced)).unknown()).containsExactly("a");

    see(Optional.of(enforced), away);
    Dispatch ahead = dispatch(enforced, Optional.of(away));
    assertThat(ahead.unknown()).as("a read that is ahead of the cache").containsExactly("a");
  }

  @Test
  void e9AClusterThatReportedOnOtherContentInBetweenHasToReportAnew() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica enforced = replica("r1", "enforce", "web.2");
    CachedReplica again = replica("r1", "inform", "web.3");
    see(Optional.empty(), informing);
    see(Optional.of(informing), replica("r1", "enforce", "web.1"));
    see(Optional.of(replica("r1", "enforce", "web.1")), enforced);
    see(Optional.of(enforced), replica("r1", "inform", "web.2"));
    see(Optional.of(replica("r1", "inform", "web.2")), again);
    CachedReplica back = replica("r1", "enforce", "web.3");
    see(Optional.of(again), back);
    assertThat(dispatch(back, Optional.of(back)).unknown()).isEmpty();
  }

  @Test
  void e9ContentOnWhichItsClusterNeverReportedIsNoneToReturnTo() {
    CachedReplica informing = replica("r1", "inform", "web.1");
    CachedReplica enforcing = replica("r1", "enforce", "web.1");
    see(Optional.empty(), informing);
    see(Optional.of(informing), enforcing);
    see(Optional.of(enforcing), informing);
    see(Optional.of(informing), enforcing);
    assertThat(dispatch(enforcing, Optional.of(enforcing)).unknown()).isEmpty();
  }

  @Test
  void itKnowsWhenAReplicaWasCreatedUntilThatIsGone() {
    CachedReplica replica = replica("r1", "inform", "web.1");
    PolicyName policy = replica.replica().policy();
    see(Optional.empty(), replica);
    assertThat(changes.createdAt(policy, "c1")).contains(NOW);
    changes.gone(replica);
    assertThat(changes.createdAt(policy, "c1")).isEmpty();
  }
}

package io.sluice.process.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.sluice.settings.LeaseSettings;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lets the clock of a leader jump, as for a process that was stopped and continued. */
@Timeout(300)
class FrozenLeaderTest {
  private static final LeaseSettings SETTINGS = LeaseSettings.of("sluice-system", "one");

  private final VirtualTime time = new VirtualTime();
  private final StoredLease lease = new StoredLease();
  private final RecordedDuties duties = new RecordedDuties("one");
  private final LeaderElection election = LeaderElection.start(lease, SETTINGS, duties, time);

  @Test
  void aProcessThatWakesWritesNothingBeforeTheLeaseIsRenewed() {
    leads();
    LeaderTerm before = duties.terms.get(0);
    assertThat(before.refusal()).isEmpty();

    time.freeze(Duration.ofSeconds(60));

    assertThat(before.refusal()).hasValue("its Lease was renewed 60 s ago, and counts for 7 s");
    assertThat(election.leading()).isFalse();
  }

  @Test
  void dutiesEndAtTheDeadlineWhileARenewalIsStillUnderWay() {
    leads();
    lease.duringWrite =
        () -> {
          time.advance(SETTINGS.renewDeadline().minus(SETTINGS.retry()));
          duties.diary.add(election.leading() ? "leads" : "does not lead");
          time.advance(Duration.ofMillis(100));
          duties.diary.add(election.leading() ? "leads" : "does not lead");
        };

    time.advance(SETTINGS.retry());

    assertThat(duties.diary).startsWith("one begins", "leads", "one ends", "does not lead");
  }

  @Test
  void aSuspendedMachineIsSeenByTheWallClockAlone() {
    leads();

    time.setClock(time.now().plusSeconds(60));

    assertThat(election.leading()).isFalse();
  }

  @Test
  void aProcessThatWakesListsAnewBeforeItLeadsAgainAndItsFormerDutiesStayRefused() {
    leads();
    duties.missing.add("policies");

    time.freeze(Duration.ofSeconds(60));
    time.runDue();

    assertThat(duties.diary).containsExactly("one begins", "one ends", "one lists");
    assertThat(election.leading()).isFalse();
    assertThat(election.describe()).isEqualTo("about to lead: lists the hub anew");
    duties.missing.clear();
    time.advance(Duration.ofMillis(100));
    assertThat(election.leading()).isTrue();
    assertThat(duties.diary).containsExactly("one begins", "one ends", "one lists", "one begins");
    assertThat(duties.terms.get(0).refusal()).isPresent();
    assertThat(duties.terms.get(1).refusal()).isEmpty();
  }

  @Test
  void aRenewalWhoseAnswerCameAfterTheFreezeDoesNotCount() {
    leads();
    lease.duringWrite = () -> time.freeze(Duration.ofSeconds(60));

    time.advance(SETTINGS.retry());

    assertThat(election.leading()).isFalse();
    assertThat(duties.terms.get(0).refusal()).isPresent();
  }

  @Test
  void aFollowerThatWasFrozenListsAnewToo() {
    lease.stored = Optional.of(heldBy("two", "1"));
    time.runDue();
    assertThat(election.describe()).isEqualTo("led by two");

    time.freeze(Duration.ofSeconds(60));
    time.runDue();

    assertThat(election.leading()).isTrue();
    assertThat(duties.diary).containsExactly("one lists", "one begins");
  }

  @Test
  void aLeaseThatIsRenewedByAnotherIsNotTakenWhateverItsClockShows() {
    lease.stored = Optional.of(heldBy("two", "1"));
    for (int renewal = 2; renewal < 30; renewal++) {
      time.advance(SETTINGS.retry());
      lease.stored = Optional.of(heldBy("two", String.valueOf(renewal)));
    }
    assertThat(election.leading()).isFalse();
    assertThat(election.leader()).isEqualTo("two");
  }

  private void leads() {
    time.runDue();
    assertThat(election.leading()).isTrue();
  }

  private static Lease heldBy(String identity, String version) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withName("sluice")
        .withResourceVersion(version)
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity(identity)
        .withLeaseDurationSeconds(10)
        .endSpec()
        .build();
  }
}

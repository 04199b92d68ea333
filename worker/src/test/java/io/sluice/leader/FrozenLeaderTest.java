package io.sluice.leader;

import static io.sluice.worker.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.sluice.settings.LeaseSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lets the clock of a leader jump, as for a process that was stopped and continued. */
@Timeout(300)
class FrozenLeaderTest {
  private static final LeaseSettings SETTINGS = LeaseSettings.of("sluice-system", "one");

  private volatile long nanos;
  private volatile long millis;
  private final LeaseClock clock = new LeaseClock(() -> nanos, () -> millis);
  private final StoredLease lease = new StoredLease();
  private final Duties duties = new Duties();
  private final LeaderElection election = new LeaderElection(lease, SETTINGS, duties, clock);

  @Test
  void aProcessThatWakesWritesNothingBeforeTheLeaseIsRenewed() {
    election.contend();
    await().until(election::leading);
    LeaderTerm before = duties.terms.get(0);
    assertThat(before.refusal()).isEmpty();

    frozen(Duration.ofSeconds(60));

    assertThat(before.refusal()).hasValue("its Lease was renewed 60 s ago, and counts for 7 s");
    assertThat(election.leading()).isFalse();
  }

  @Test
  void dutiesEndAtTheDeadlineWhileARenewalIsStillUnderWay() throws InterruptedException {
    election.contend();
    await().until(election::leading);
    lease.hang();
    Thread renewal = new Thread(election::contend);
    renewal.start();
    lease.asked.await();

    frozen(SETTINGS.renewDeadline());
    election.look();
    assertThat(election.leading()).isTrue();
    frozen(Duration.ofMillis(1));
    election.look();

    assertThat(election.leading()).isFalse();
    await().until(() -> duties.diary.contains("ends"));
    assertThat(renewal.isAlive()).isTrue();
    renewal.interrupt();
    renewal.join();
  }

  @Test
  void aHubThatNeverAnswersDoesNotHoldUpTheEndOfTheProcess() {
    election.contend();
    await().until(election::leading);
    lease.hang();

    election.close();

    assertThat(lease.asked.getCount()).isZero();
    assertThat(duties.diary).containsExactly("begins", "ends");
  }

  @Test
  void aSuspendedMachineIsSeenByTheWallClockAlone() {
    election.contend();
    await().until(election::leading);

    millis += 60_000;

    assertThat(election.leading()).isFalse();
  }

  @Test
  void aProcessThatWakesListsAnewBeforeItLeadsAgainAndItsFormerDutiesStayRefused() {
    election.contend();
    await().until(election::leading);
    duties.missing.add("policies");

    frozen(Duration.ofSeconds(60));
    election.look();
    election.contend();

    await().until(() -> duties.diary.contains("lists"));
    assertThat(election.leading()).isFalse();
    assertThat(election.describe()).isEqualTo("about to lead: lists the hub anew");
    duties.missing.clear();
    await().until(election::leading);
    assertThat(duties.diary).containsExactly("begins", "ends", "lists", "begins");
    assertThat(duties.terms.get(0).refusal()).isPresent();
    assertThat(duties.terms.get(1).refusal()).isEmpty();
  }

  @Test
  void aRenewalWhoseAnswerCameAfterTheFreezeDoesNotCount() {
    election.contend();
    await().until(election::leading);
    lease.duringWrite = () -> frozen(Duration.ofSeconds(60));

    election.contend();

    assertThat(election.leading()).isFalse();
    assertThat(duties.terms.get(0).refusal()).isPresent();
  }

  @Test
  void aFollowerThatWasFrozenListsAnewToo() {
    lease.stored = Optional.of(heldBy("two", "1"));
    election.contend();
    assertThat(election.describe()).isEqualTo("led by two");

    frozen(Duration.ofSeconds(60));
    election.contend();

    await().until(election::leading);
    assertThat(duties.diary).containsExactly("lists", "begins");
  }

  @Test
  void aLeaseThatIsRenewedByAnotherIsNotTakenWhateverItsClockShows() {
    lease.stored = Optional.of(heldBy("two", "1"));
    for (int renewal = 2; renewal < 30; renewal++) {
      election.contend();
      frozen(Duration.ofSeconds(2));
      lease.stored = Optional.of(heldBy("two", String.valueOf(renewal)));
    }
    assertThat(election.leading()).isFalse();
    assertThat(election.leader()).isEqualTo("two");
  }

  private void frozen(Duration time) {
    nanos += time.toNanos();
    millis += time.toMillis();
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

  /** Keeps the Lease in memory. */
  private static final class StoredLease implements LeaseStore {
    private Optional<Lease> stored = Optional.empty();
    private Runnable duringWrite = () -> {};
    private int version = 100;
    private final CountDownLatch asked = new CountDownLatch(1);

    /** Never answers a write. */
    private void hang() {
      duringWrite =
          () -> {
            asked.countDown();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              throw new IllegalStateException("interrupted", e);
            }
          };
    }

    @Override
    public Optional<Lease> read() {
      return stored;
    }

    @Override
    public Optional<Lease> write(Lease lease) {
      String expected = stored.map(now -> now.getMetadata().getResourceVersion()).orElse(null);
      String given = lease.getMetadata().getResourceVersion();
      if (given == null ? expected != null : !given.equals(expected)) {
        return Optional.empty();
      }
      duringWrite.run();
      stored =
          Optional.of(
              new LeaseBuilder(lease)
                  .editMetadata()
                  .withResourceVersion(String.valueOf(version++))
                  .endMetadata()
                  .build());
      return stored;
    }

    @Override
    public void close() {}
  }

  /** Notes what it is asked to do. */
  private static final class Duties implements LeaderDuties {
    private final List<String> diary = new CopyOnWriteArrayList<>();
    private final List<LeaderTerm> terms = new CopyOnWriteArrayList<>();
    private final List<String> missing = new CopyOnWriteArrayList<>(new ArrayList<>());

    @Override
    public AutoCloseable begin(LeaderTerm term) {
      terms.add(term);
      diary.add("begins");
      return () -> diary.add("ends");
    }

    @Override
    public void readAnew() {
      diary.add("lists");
    }

    @Override
    public List<String> notRead() {
      return List.copyOf(missing);
    }
  }
}

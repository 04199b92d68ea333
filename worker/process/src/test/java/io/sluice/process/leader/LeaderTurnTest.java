package io.sluice.process.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.settings.LeaseSettings;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who leads, and when: by the times of the Lease (rollout-strategy 3.2). */
class LeaderTurnTest {
  private final VirtualTime time = new VirtualTime();
  private final StoredLease lease = new StoredLease();
  private final List<String> diary = new ArrayList<>();

  private static LeaseSettings settings(String identity) {
    return LeaseSettings.of(LeaseSettings.NAMESPACE, identity);
  }

  private LeaderElection contend(String identity) {
    return contend(identity, new RecordedDuties(identity, diary));
  }

  private LeaderElection contend(String identity, LeaderDuties duties) {
    LeaderElection election = LeaderElection.start(lease, settings(identity), duties, time);
    time.runDue();
    return election;
  }

  private LeaseSpec stored() {
    return lease.stored.orElseThrow().getSpec();
  }

  private static void refuse() {
    throw HubException.of("write the Lease", "update", "leases", new KubernetesClientException(""));
  }

  @Test
  void oneOfTwoLeadsAndTheOtherTakesOverWhenItLeaves() {
    LeaderElection one = contend("one");
    LeaderElection two = contend("two");
    assertThat(one.leading()).isTrue();
    assertThat(two.leading()).isFalse();
    assertThat(two.leader()).isEqualTo("one");

    one.close();
    time.advance(settings("two").retry());

    assertThat(two.leading()).isTrue();
    assertThat(stored().getHolderIdentity()).isEqualTo("two");
    assertThat(stored().getLeaseTransitions()).isEqualTo(1);
    two.close();
    assertThat(diary).containsExactly("one begins", "one ends", "two begins", "two ends");
  }

  @Test
  void aLeaderThatWasKilledIsReplacedAfterTheDurationOfItsLease() {
    contend("one").close();
    otherHolds("killed");
    LeaderElection two = contend("two");

    time.advance(Duration.ofSeconds(60));
    assertThat(two.leading()).isFalse();
    time.advance(settings("two").retry());

    assertThat(two.leading()).isTrue();
    assertThat(diary).containsExactly("one begins", "one ends", "two begins");
  }

  @Test
  void aLeaderWithoutItsLeaseEndsItsDutiesAndLeadsAgainAfterAFreshList() {
    LeaderElection one = contend("one");
    lease.duringRead = LeaderTurnTest::refuse;
    lease.duringWrite = LeaderTurnTest::refuse;
    time.advance(Duration.ofMillis(7_000));
    assertThat(one.leading()).isTrue();

    time.advance(Duration.ofMillis(200));
    assertThat(one.leading()).isFalse();
    assertThat(diary).containsExactly("one begins", "one ends");
    lease.duringRead = () -> {};
    lease.duringWrite = () -> {};
    time.advance(settings("one").retry());

    assertThat(one.leading()).isTrue();
    assertThat(diary).containsExactly("one begins", "one ends", "one lists", "one begins");
  }

  @Test
  void aRequestThatHangsDoesNotDelayTheEndOfTheDuties() {
    LeaderElection one = contend("one");
    lease.duringWrite =
        () -> {
          time.pause(Duration.ofSeconds(60));
          diary.add("the request fails");
          refuse();
        };

    time.advance(settings("one").retry());

    assertThat(diary).containsExactly("one begins", "one ends", "the request fails");
    assertThat(one.leading()).isFalse();
  }

  @Test
  void dutiesThatDoNotEndDoNotDelayTheEndOfTheTerm() {
    List<LeaderTerm> terms = new ArrayList<>();
    LeaderDuties stuck =
        new LeaderDuties() {
          @Override
          public AutoCloseable begin(LeaderTerm term) {
            terms.add(term);
            return () -> {
              diary.add("ends");
              time.pause(Duration.ofSeconds(20));
              diary.add("has ended");
            };
          }

          @Override
          public void readAnew() {}

          @Override
          public List<String> notRead() {
            return List.of();
          }
        };
    LeaderElection one = contend("one", stuck);
    otherHolds("two");
    time.threads("test", 1)
        .schedule(
            () -> {
              assertThat(one.leading()).isFalse();
              assertThat(terms.get(0).refusal()).hasValue("it has stopped leading");
              assertThat(one.describe()).isEqualTo("led by two");
              diary.add("looks");
            },
            3,
            TimeUnit.SECONDS);

    time.advance(Duration.ofSeconds(3));

    assertThat(diary).containsExactly("ends", "looks", "has ended");
  }

  private void otherHolds(String identity) {
    lease.stored =
        Optional.of(
            new LeaseBuilder(lease.stored.orElseThrow())
                .editMetadata()
                .withResourceVersion("1")
                .endMetadata()
                .editSpec()
                .withHolderIdentity(identity)
                .withLeaseDurationSeconds(60)
                .endSpec()
                .build());
  }

  @Test
  void aLeaderTakesItsNameOffTheLeaseWhenItLeaves() {
    contend("one").close();

    assertThat(stored().getHolderIdentity()).isEmpty();
  }

  @Test
  void oneThatComesAgainUnderItsNameLeadsAtOnce() {
    contend("same");

    // As after a kill: the Lease was not released.
    assertThat(contend("same").leading()).isTrue();
  }

  @Test
  void dutiesThatCannotBeginAreTriedAgain() {
    RecordedDuties failing = new RecordedDuties("one", diary);
    boolean[] fails = {true};
    LeaderElection one =
        contend(
            "one",
            new LeaderDuties() {
              @Override
              public AutoCloseable begin(LeaderTerm term) {
                if (fails[0]) {
                  throw new IllegalStateException("as it is meant to");
                }
                return failing.begin(term);
              }

              @Override
              public void readAnew() {
                failing.readAnew();
              }

              @Override
              public List<String> notRead() {
                return failing.notRead();
              }
            });
    assertThat(one.leading()).isFalse();

    fails[0] = false;
    time.advance(settings("one").retry());

    assertThat(one.leading()).isTrue();
    assertThat(diary).containsExactly("one begins");
  }

  @Test
  void aTermThatEndsWhileTheHubIsListedAnewBeginsNoDuties() {
    RecordedDuties duties = new RecordedDuties("one", diary);
    LeaderElection one = contend("one", duties);
    duties.missing.add("policies");
    time.freeze(Duration.ofSeconds(60));
    time.runDue();
    otherHolds("two");
    time.advance(settings("one").retry());

    duties.missing.clear();
    time.advance(Duration.ofSeconds(1));

    assertThat(one.leading()).isFalse();
    assertThat(diary).containsExactly("one begins", "one ends", "one lists");
  }
}

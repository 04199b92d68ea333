package io.sluice.leader;

import static io.sluice.worker.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubConnections;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.network.LossyProxy;
import io.sluice.time.ProcessTime;
import io.sluice.worker.Patience;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LeaderElectionTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final LossyProxy proxy = LossyProxy.to(URI.create(hub.url()).getPort());
  private final HubConnections left = HubConnections.of(at("http://127.0.0.1:" + proxy.port()));
  private final HubConnections right = HubConnections.of(at(hub.url()));
  private final List<String> diary = new CopyOnWriteArrayList<>();

  private static Config at(String url) {
    return new ConfigBuilder(Config.empty()).withMasterUrl(url).build();
  }

  @BeforeEach
  void makeTheNamespace() {
    right
        .requests()
        .resource(
            Serialization.unmarshal(
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: sluice-system}",
                GenericKubernetesResource.class))
        .create();
  }

  @AfterEach
  void close() {
    left.close();
    right.close();
    proxy.close();
    hub.close();
  }

  @Test
  void oneOfTwoLeadsAndTheOtherTakesOverWhenItLeaves() {
    LeaderElection one = contend(left, "one");
    await().until(one::leading);
    try (LeaderElection two = contend(right, "two")) {
      await().until(() -> two.leader().equals("one"));
      assertThat(two.leading()).isFalse();

      one.close();

      await().until(two::leading);
      assertThat(lease().getHolderIdentity()).isEqualTo("two");
      assertThat(lease().getLeaseTransitions()).isEqualTo(1);
    }
    assertThat(diary).containsExactly("one begins", "one ends", "two begins", "two ends");
  }

  @Test
  void aLeaderWithoutItsLeaseEndsItsDutiesAndLeadsAgainAfterAFreshList() {
    try (LeaderElection one = contendBriefly(left, "one")) {
      await().until(one::leading);

      Faults.Injected cut =
          hub.faults().inject(RequestMatcher.anything().kind("Lease"), Fault.error(503));
      await().until(() -> !one.leading());
      cut.remove();

      await().until(one::leading);
    }
    assertThat(diary).startsWith("one begins", "one ends", "one lists", "one begins");
  }

  @Test
  void aLeaderBehindABlackHoleEndsItsDutiesWhileItIsThere() {
    try (LeaderElection one = contendBriefly(left, "one")) {
      await().until(one::leading);

      proxy.cutOff();
      await().until(() -> diary.contains("one ends"));

      assertThat(one.leading()).isFalse();
      assertThat(one.describe()).isEqualTo("the leader is unknown");
      proxy.heal();
      await().until(one::leading);
    }
  }

  @Test
  void aLeaderBehindABlackHoleIsReplacedBeforeItWouldComeBackAndNeverSaysThatItLeads() {
    try (LeaderElection one = contendBriefly(left, "one")) {
      await().until(one::leading);
      try (LeaderElection two = contendBriefly(right, "two")) {
        proxy.cutOff();
        await().until(two::leading);
        assertThat(one.describe()).isNotEqualTo("leading");
        proxy.heal();
        await().until(() -> one.describe().equals("led by two"));
      }
    }
  }

  @Test
  void dutiesThatDoNotEndDoNotDelayTheEndOfTheTerm() {
    List<LeaderTerm> terms = new CopyOnWriteArrayList<>();
    LeaderDuties stuck =
        new RecordedDuties("one") {
          @Override
          public AutoCloseable begin(LeaderTerm term) {
            terms.add(term);
            return () -> new CountDownLatch(1).await();
          }
        };
    try (LeaderElection one =
        LeaderElection.start(left, settings("one"), stuck, ProcessTime.SYSTEM)) {
      await().until(one::leading);

      otherHolds("two");

      await().until(() -> !one.leading());
      assertThat(terms.get(0).refusal()).hasValue("it has stopped leading");
      assertThat(one.describe()).isEqualTo("led by two");
    }
  }

  @Test
  void aProcessEndsWhileItsHubIsAway() {
    LeaderElection one = contend(left, "one");
    await().until(one::leading);
    proxy.cutOff();

    one.close();

    assertThat(diary).containsExactly("one begins", "one ends");
  }

  @Test
  void aLeaderTakesItsNameOffTheLeaseWhenItLeaves() {
    LeaderElection one = contend(left, "one");
    await().until(one::leading);

    one.close();

    assertThat(lease().getHolderIdentity()).isNullOrEmpty();
  }

  @Test
  void oneThatComesAgainUnderItsNameLeadsAtOnce() {
    LeaderElection lost = contend(left, "same");
    await().until(lost::leading);

    // As after a kill: the Lease was not released.
    try (LeaderElection again = contend(right, "same")) {
      await().until(again::leading);
    }
    lost.close();
  }

  private LeaderElection contend(HubConnections connections, String identity) {
    return LeaderElection.start(
        connections, settings(identity), new RecordedDuties(identity), ProcessTime.SYSTEM);
  }

  /** No term of these ends by itself: whoever leads next was let in. */
  private static LeaseSettings settings(String identity) {
    return settings(identity, Duration.ofHours(1), Duration.ofSeconds(60));
  }

  private LeaderElection contendBriefly(HubConnections connections, String identity) {
    return LeaderElection.start(
        connections,
        settings(identity, Duration.ofSeconds(4), Duration.ofSeconds(2)),
        new RecordedDuties(identity),
        ProcessTime.SYSTEM);
  }

  private static LeaseSettings settings(String identity, Duration lease, Duration deadline) {
    return new LeaseSettings(
        LeaseSettings.NAMESPACE, identity, lease, deadline, Duration.ofMillis(200));
  }

  private class RecordedDuties implements LeaderDuties {
    private final String identity;

    RecordedDuties(String identity) {
      this.identity = identity;
    }

    @Override
    public AutoCloseable begin(LeaderTerm term) {
      diary.add(identity + " begins");
      return () -> diary.add(identity + " ends");
    }

    @Override
    public void readAnew() {
      diary.add(identity + " lists");
    }

    @Override
    public List<String> notRead() {
      return List.of();
    }
  }

  private void otherHolds(String identity) {
    Patience.written(
        () ->
            right
                .requests()
                .leases()
                .inNamespace(LeaseSettings.NAMESPACE)
                .withName(LeaseSettings.NAME)
                .edit(
                    lease ->
                        new LeaseBuilder(lease)
                            .editSpec()
                            .withHolderIdentity(identity)
                            .withLeaseDurationSeconds(60)
                            .endSpec()
                            .build()));
  }

  private LeaseSpec lease() {
    Lease lease =
        right
            .requests()
            .leases()
            .inNamespace(LeaseSettings.NAMESPACE)
            .withName(LeaseSettings.NAME)
            .get();
    return lease.getSpec();
  }
}

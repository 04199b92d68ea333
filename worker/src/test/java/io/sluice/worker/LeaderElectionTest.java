package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubClient;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.Faults;
import io.sluice.simulator.api.RequestMatcher;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {
  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient left = HubClient.ofUrl(hub.url());
  private final KubernetesClient right = HubClient.ofUrl(hub.url());
  private final List<String> diary = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeTheNamespace() {
    left.resource(
            Serialization.unmarshal(
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: sluice-system}",
                GenericKubernetesResource.class))
        .create();
  }

  @AfterEach
  void close() {
    left.close();
    right.close();
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

      await().atMost(Duration.ofSeconds(5)).until(two::leading);
      assertThat(lease().getHolderIdentity()).isEqualTo("two");
    }
    assertThat(diary).containsExactly("one begins", "one ends", "two begins", "two ends");
  }

  @Test
  void aLeaderThatIsCutOffLaysItsDutyDownAndContendsAgain() {
    try (LeaderElection one = contend(left, "one")) {
      await().until(one::leading);

      Faults.Injected cut =
          hub.faults().inject(RequestMatcher.anything().kind("Lease"), Fault.error(503));
      await().atMost(Duration.ofSeconds(20)).until(() -> !one.leading());
      cut.remove();

      await().atMost(Duration.ofSeconds(20)).until(one::leading);
    }
    assertThat(diary).startsWith("one begins", "one ends", "one begins");
  }

  @Test
  void aLeaderLetsTheLeaseGoWhenItLeaves() {
    LeaderElection one = contend(left, "one");
    await().until(one::leading);

    one.close();

    // The client cannot take its name off a Lease; it lets it run out instead.
    assertThat(lease().getLeaseDurationSeconds()).isEqualTo(1);
  }

  @Test
  void oneThatComesAgainUnderItsNameLeadsAtOnce() {
    LeaderElection lost = contend(left, "same");
    await().until(lost::leading);

    // As after a kill: the Lease was not released.
    try (LeaderElection again =
        LeaderElection.start(
            right,
            new LeaseSettings(
                LeaseSettings.NAMESPACE,
                "same",
                Duration.ofMinutes(10),
                Duration.ofMinutes(5),
                Duration.ofMillis(200)),
            () -> task("same"))) {
      await().atMost(Duration.ofSeconds(5)).until(again::leading);
    }
    lost.close();
  }

  private LeaderElection contend(KubernetesClient client, String identity) {
    LeaseSettings lease =
        new LeaseSettings(
            LeaseSettings.NAMESPACE,
            identity,
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofMillis(200));
    return LeaderElection.start(client, lease, () -> task(identity));
  }

  private AutoCloseable task(String identity) {
    diary.add(identity + " begins");
    return () -> diary.add(identity + " ends");
  }

  private LeaseSpec lease() {
    return left.leases()
        .inNamespace(LeaseSettings.NAMESPACE)
        .withName(LeaseSettings.NAME)
        .get()
        .getSpec();
  }
}

package io.sluice.process.leader;

import static io.sluice.process.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubConnections;
import io.sluice.settings.LeaseSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.network.LossyProxy;
import io.sluice.time.ProcessTime;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the connection to the hub does to a leader; {@link LeaderTurnTest} has the rules. */
@Tag("nightly")
@Timeout(300)
class LeaderElectionTest {
  private static final Duration DEADLINE = Duration.ofSeconds(2);

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
  void aLeaderBehindABlackHoleEndsItsDutiesWhileItIsThere() {
    try (LeaderElection one = contend(left, "one")) {
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
    try (LeaderElection one = contend(left, "one")) {
      await().until(one::leading);
      try (LeaderElection two = contend(right, "two")) {
        proxy.cutOff();
        await().until(two::leading);
        assertThat(one.describe()).isNotEqualTo("leading");
        proxy.heal();
        await().until(() -> one.describe().equals("led by two"));
      }
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

  private LeaderElection contend(HubConnections connections, String identity) {
    return LeaderElection.start(
        connections, settings(identity), new RecordedDuties(identity, diary), ProcessTime.SYSTEM);
  }

  private static LeaseSettings settings(String identity) {
    return new LeaseSettings(
        LeaseSettings.NAMESPACE, identity, Duration.ofSeconds(4), DEADLINE, Duration.ofMillis(200));
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

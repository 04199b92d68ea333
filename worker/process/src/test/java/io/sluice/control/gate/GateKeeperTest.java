package io.sluice.control.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.read.PolicyContext;
import io.sluice.simulator.api.EmbeddedHub;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateKeeperTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");

  /** It may only be unreadable: its replicas are held for as long as nobody knows better. */
  @Test
  void aPolicyThatIsNotSeenLetsGoOfNothing() {
    try (EmbeddedHub hub = EmbeddedHub.start(0);
        RequestPool requests = new RequestPool(1);
        var client = HubClient.ofUrl(hub.url())) {
      PolicyContext unseen =
          PolicyContext.of(GatePolicy.objects(Optional.empty(), Optional.empty()), NOW);
      GateKeeper keeper =
          new GateKeeper(
              new TicketWriter(client),
              new InputsKeeper(new HubApi(client)),
              requests,
              policy -> unseen);
      Map<String, CachedReplica> held = Map.of("c1", held("c1"));

      assertThat(keeper.letGo(unseen, held, NOW)).isEmpty();
      assertThat(keeper.letGo(unseen, held, NOW.plusSeconds(60))).isEmpty();

      assertThat(hub.writes()).isEmpty();
    }
  }

  private static CachedReplica held(String cluster) {
    return ReplicaPatienceTest.replica(
        cluster, GateLabels.of(Map.of(GateLabels.STAGED, GateLabels.TRUE)));
  }
}

package io.sluice.hub.informer;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A kind that is not found takes nothing away: only the hub's own word does. */
@Timeout(120)
class LackedKindTest {
  private static final RequestMatcher CALENDARS =
      RequestMatcher.anything().kind(Kinds.CLUSTER_ROLLOUT_CALENDAR.getKind());

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final HubApi hub = new HubApi(client);
  private final CalendarReader reader = new CalendarReader(hub);
  private final Informers informers = new Informers(client, (kind, former, present) -> {});

  @BeforeEach
  void create() {
    hub.create(
        Kinds.CLUSTER_ROLLOUT_CALENDAR,
        HubObjects.object(
            Kinds.CLUSTER_ROLLOUT_CALENDAR, new ObjectMetaBuilder().withName("year-end").build()));
  }

  @AfterEach
  void close() {
    informers.close();
    client.close();
    server.close();
  }

  private void watch() {
    informers.watchIfServed(Kinds.CLUSTER_ROLLOUT_CALENDAR);
    informers.awaitSync();
  }

  @Test
  void aListThatIsNotFoundTakesNoCalendarAway() {
    watch();
    var missing = server.faults().inject(CALENDARS, Fault.error(404));
    informers.listAnew();
    await().until(() -> !informers.problems().isEmpty());

    assertThat(informers.all(Kinds.CLUSTER_ROLLOUT_CALENDAR)).hasSize(1);
    assertThat(informers.served(Kinds.CLUSTER_ROLLOUT_CALENDAR)).isTrue();
    assertThat(informers.problems().get(0)).contains("does not say that it lacks the kind");
    assertThatThrownBy(reader::ofCluster).isInstanceOf(HubException.class);

    missing.remove();
    await().until(() -> informers.synced(Kinds.CLUSTER_ROLLOUT_CALENDAR));
    assertThat(informers.problems()).isEmpty();
    assertThat(reader.ofCluster().orElseThrow()).hasSize(1);
  }

  @Test
  void aHubThatNamesItsKindsWithoutCalendarsHasNone() {
    watch();
    server.withdraw("clusterrolloutcalendars");
    informers.listAnew();
    await().until(() -> informers.all(Kinds.CLUSTER_ROLLOUT_CALENDAR).isEmpty());

    assertThat(informers.served(Kinds.CLUSTER_ROLLOUT_CALENDAR)).isFalse();
    assertThat(informers.problems()).isEmpty();
    assertThat(reader.ofCluster()).contains(List.of());
  }

  /** Placement rules are the only kind of their API. */
  @Test
  void aKindComesWithTheFirstVersionOfItsApi() {
    server.withdraw("placementrules");
    informers.watchIfServed(Kinds.PLACEMENT_RULE);
    informers.awaitSync();
    assertThat(informers.served(Kinds.PLACEMENT_RULE)).isFalse();
    assertThat(informers.silence(Kinds.resource(Kinds.PLACEMENT_RULE)))
        .as("the hub has said that there is nothing to hear")
        .isPresent();

    server.serve("placementrules");
    hub.create(
        Kinds.PLACEMENT_RULE,
        HubObjects.object(
            Kinds.PLACEMENT_RULE,
            new ObjectMetaBuilder().withNamespace("default").withName("everywhere").build()));
    informers.listAnew();

    await().until(() -> informers.all(Kinds.PLACEMENT_RULE).size() == 1);
    assertThat(informers.served(Kinds.PLACEMENT_RULE)).isTrue();
  }
}

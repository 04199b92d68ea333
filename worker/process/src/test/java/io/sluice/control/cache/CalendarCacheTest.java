package io.sluice.control.cache;

import static io.sluice.control.ControllerFixture.awaited;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.control.ControllerFixture;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.time.ProcessTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hub may get the kinds of calendars later than this worker, and lose them again. */
@Timeout(300)
class CalendarCacheTest {
  private static final String CALENDARS = "rolloutcalendars";

  private final ControllerFixture fixture = new ControllerFixture("c1");

  @AfterEach
  void close() {
    fixture.close();
  }

  private void calendar() {
    fixture
        .client
        .resource(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: RolloutCalendar
            metadata: {name: retail, namespace: policies}
            spec: {timeZone: Europe/Zurich}
            """)
        .create();
  }

  private static List<String> names(CalendarObjects objects) {
    return objects.named().orElseThrow().stream()
        .map(calendar -> calendar.getMetadata().getName())
        .toList();
  }

  @Test
  void aKindThatTheHubLacksIsAskedForAgain() {
    fixture.hub.withdraw(CALENDARS);
    fixture.hub.withdraw("clusterrolloutcalendars");
    try (HubCaches caches =
        HubCachesBuilder.of(fixture.client, ChangeListener.NONE, ProcessTime.SYSTEM).start()) {
      assertThat(caches.calendars("policies").named()).isEmpty();
      assertThat(caches.calendars("policies").ofCluster()).isEmpty();
      assertThat(caches.notRead()).isEmpty();
      awaited(() -> assertThat(caches.informers().watching()).isTrue());

      fixture.hub.serve(CALENDARS);
      calendar();
      caches.informers().listAnew();
      awaited(
          () -> {
            assertThat(caches.calendars("policies").named()).isPresent();
            assertThat(names(caches.calendars("policies"))).containsExactly("retail");
          });

      fixture.hub.withdraw(CALENDARS);
      caches.informers().listAnew();
      awaited(() -> assertThat(caches.calendars("policies").named()).isEmpty());
      assertThat(caches.in(Kinds.ROLLOUT_CALENDAR, "policies")).isEmpty();
    }
  }
}

package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.settings.LinkSettings;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tells receivers what waits in the status of a Rollout (between-waves 5). */
@Timeout(Patience.TEST)
class NotificationRolloutTest {
  private ReceivingServer receivers;

  @BeforeEach
  void open() throws IOException {
    receivers = new ReceivingServer();
  }

  @AfterEach
  void close() {
    receivers.close();
  }

  private RolloutFixture fixture() {
    RolloutFixture fixture =
        RolloutFixture.of("dev=d1", "prod=p1")
            .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
            .start(
                RolloutFixture.QUICK.with(
                    settings ->
                        settings
                            .checkAddresses(new AllowedAddresses(List.of(receivers.url())))
                            .links(
                                new LinkSettings(
                                    Optional.empty(),
                                    Optional.of(URI.create("https://temporal.example.com/w"))))))
            .policy(
                "one", "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}");
    fixture.awaitPhase(Patience.MOST, "Done");
    return fixture;
  }

  private void rules(RolloutFixture fixture, String... names) {
    StringBuilder entries = new StringBuilder();
    for (String name : names) {
      entries.append("{name: %s, url: '%s/%s'}, ".formatted(name, receivers.url(), name));
    }
    fixture.rollout("{notifications: [%s]}".formatted(entries));
  }

  @Test
  void theLeaderTellsWhatAStatusHasAndClearsIt() {
    try (RolloutFixture fixture = fixture()) {
      rules(fixture, "hook");
      WrittenNotices notices = new WrittenNotices(fixture);
      String id = notices.add("hook");

      Patience.await().until(() -> WrittenNotices.of(receivers.ids("hook")).contains(id));
      Patience.await().until(() -> notices.pending().isEmpty());
      assertThat(receivers.received())
          .filteredOn(each -> each.id().equals(id))
          .singleElement()
          .satisfies(
              each ->
                  assertThat(each.body())
                      .contains(
                          "/hubs/hub/namespaces/" + fixture.namespace() + "/policies/web",
                          "https://temporal.example.com/w/"));
      assertThat(fixture.metrics())
          .anyMatch(line -> line.startsWith("sluice_notifications_delivered_total"));
    }
  }

  /** What a run records is told, in its order and once. */
  @Test
  void aReceiverHearsOfAWholeRollout() {
    try (RolloutFixture fixture = fixture()) {
      rules(fixture, "hook");
      fixture.policy("two", "{type: ManualPerGroup, manualPerGroup: {progressDeadline: 5m}}");
      String attempt = awaited(fixture, "waiting-for-approval/1");
      fixture.approve("dev");
      awaited(fixture, "waiting-for-approval/2");
      fixture.approve("dev", "prod");
      fixture.awaitDone(Patience.MOST, "two");
      awaited(fixture, "succeeded/1");

      // Both groups wait at first; whether prod does so once more when dev is over depends on
      // which statuses were written meanwhile.
      assertThat(receivers.ids("hook"))
          .filteredOn(id -> id.startsWith(attempt))
          .doesNotHaveDuplicates()
          .startsWith(attempt + "/waiting-for-approval/1", attempt + "/waiting-for-approval/2")
          .containsSubsequence(
              attempt + "/group-opened/1", attempt + "/group-opened/2", attempt + "/succeeded/1");
      Patience.await().until(() -> PendingNotices.of(fixture.status()).pending().isEmpty());
    }
  }

  /** Waits until that was told of the second attempt, which it returns. */
  private String awaited(RolloutFixture fixture, String end) {
    Patience.await()
        .until(() -> receivers.ids("hook").stream().anyMatch(id -> id.endsWith("/" + end)));
    return String.valueOf(fixture.status().get("rolloutUID"));
  }

  @Test
  @Tag("nightly")
  void aRolloutNotifierHoldsForTheRolloutsOfItsNamespace() {
    try (RolloutFixture fixture = fixture()) {
      GenericKubernetesResource notifier =
          Serialization.unmarshal(
              """
              apiVersion: cluster.open-cluster-management.io/v1beta1
              kind: RolloutNotifier
              metadata: {name: all, namespace: %s}
              spec: {url: "%s/all"}
              """
                  .formatted(fixture.namespace(), receivers.url()),
              GenericKubernetesResource.class);
      new HubApi(fixture.client()).create(Kinds.ROLLOUT_NOTIFIER, notifier);
      rules(fixture, "hook");
      WrittenNotices notices = new WrittenNotices(fixture);
      // Until the worker has seen it, nobody wants to be told.
      Patience.await()
          .until(
              () -> {
                String id = notices.add("RolloutNotifier/all");
                Patience.await().until(() -> notices.pending().isEmpty());
                return WrittenNotices.of(receivers.ids("all")).contains(id);
              });
    }
  }

  @Test
  @Tag("nightly")
  void oneThatHangsHoldsNeitherAnotherNorTheRollout() {
    try (RolloutFixture fixture = fixture()) {
      rules(fixture, "hangs", "hook");
      receivers.hangs("hangs");
      WrittenNotices notices = new WrittenNotices(fixture);
      String first = notices.add("hangs", "hook");
      String second = notices.add("hangs", "hook");

      Patience.await()
          .until(() -> WrittenNotices.of(receivers.ids("hook")).equals(List.of(first, second)));
      fixture.stage("two");
      fixture.awaitDone(Patience.MOST, "two");
      assertThat(notices.pending()).containsExactly(first + " hangs", second + " hangs");
    }
  }
}

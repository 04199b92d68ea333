package io.sluice.control.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutNotifications;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.NoticeResult;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.hub.notification.SelectedRules;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeKind;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LinkSettings;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tells receivers what waits in the status of Rollouts (between-waves N2). */
class NoticeControllerTest {
  private static final String NAME = "policy-web";

  private final EmbeddedHub server = EmbeddedHub.start(0);
  private final KubernetesClient client = HubClient.ofUrl(server.url());
  private final HubApi hub = new HubApi(client);
  private final VirtualTime time = new VirtualTime();
  private final RecordedReceivers receivers = new RecordedReceivers();
  private final List<GenericKubernetesResource> notifiers = new ArrayList<>();
  private final NoticeRouter router = new NoticeRouter();
  private NoticeController controller;
  private List<GenericKubernetesResource> cached = List.of();
  private int seenWrites = -1;

  @BeforeEach
  void start() {
    hub.create(
        Kinds.ROLLOUT,
        object(
            """
            {apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Rollout,
             metadata: {namespace: default, name: policy-web},
             spec: {notifications: [
               {name: hook, url: "https://hook.example.com"},
               {name: chat, url: "https://chat.example.com", format: Slack},
               {name: wrong, url: "https://wrong.example.com", format: Fax}]}}
            """));
    controller = controller().start();
  }

  private NoticeController controller() {
    return new NoticeController(
        router,
        new NoticeSources(
            this::rollouts,
            name ->
                rollouts().stream()
                    .filter(rollout -> NotifiedRollout.of(rollout).equals(name))
                    .findFirst(),
            new ReceiverRules(
                new SelectedRules(namespace -> notifiers, rollout -> Map.of("team", "a")),
                namespace -> notifiers),
            new NoticeOrigins(new HubName("eu"), LinkSettings.NONE),
            receivers),
        new RolloutObjects(client, time.clock()),
        new Random(7),
        time);
  }

  /** What a process has cached: a day has a pass each minute, and each would ask the hub. */
  private List<GenericKubernetesResource> rollouts() {
    int writes = server.writes().size();
    if (writes != seenWrites) {
      cached = hub.listAll(Kinds.ROLLOUT);
      seenWrites = writes;
    }
    return cached;
  }

  @AfterEach
  void close() {
    controller.close();
    client.close();
    server.close();
  }

  private GenericKubernetesResource rollout() {
    return hub.get(Kinds.ROLLOUT, "default", NAME).orElseThrow();
  }

  private RolloutNotifications notifications() {
    return HubObjects.fromTree(
        JsonTree.map(HubObjects.part(rollout(), "status"), "notifications"),
        RolloutNotifications.class);
  }

  private Pending pending(NoticeKind kind, long number, String... to) {
    return Pending.of(
        new Notice(
            kind,
            "uid-7",
            number,
            time.now(),
            7,
            3,
            Optional.empty(),
            "Progressing",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "Something happened.",
            List.of(),
            0),
        List.of(to));
  }

  /** Adds them to the status, as its next write would. */
  private void happens(Pending... more) {
    GenericKubernetesResource rollout = rollout();
    List<Pending> all =
        new ArrayList<>(PendingNotices.of(HubObjects.part(rollout, "status")).pending());
    all.addAll(List.of(more));
    Map<String, Object> status = new LinkedHashMap<>(HubObjects.part(rollout, "status"));
    status.put(
        "notifications",
        HubObjects.toTree(new RolloutNotifications(Map.of(), all, null, List.of())));
    rollout.setAdditionalProperty("status", status);
    hub.updateStatus(Kinds.ROLLOUT, rollout);
    seen();
  }

  private void seen() {
    router.changed(Kinds.ROLLOUT, Optional.empty(), Optional.of(rollout()));
    time.runDue();
  }

  private void pass(Duration duration) {
    time.advance(duration);
    seen();
  }

  @Test
  void eachReceiverIsToldInOrderAndTheStatusIsClearedInOneWrite() {
    happens(
        pending(NoticeKind.GROUP_OPENED, 1, "hook", "chat"),
        pending(NoticeKind.GROUP_OPENED, 2, "hook"),
        pending(NoticeKind.SUCCEEDED, 1, "hook", "chat"));

    assertThat(receivers.sent())
        .containsSubsequence("hook group-opened/1", "hook group-opened/2", "hook succeeded/1")
        .containsSubsequence("chat group-opened/1", "chat succeeded/1")
        .hasSize(5);
    String before = rollout().getMetadata().getResourceVersion();
    time.advance(Duration.ofSeconds(1));
    assertThat(notifications().pending()).isEmpty();
    assertThat(rollout().getMetadata().getResourceVersion()).isNotEqualTo(before);
    pass(Duration.ofMinutes(5));
    assertThat(receivers.sent()).as("told once").hasSize(5);
  }

  @Test
  void oneThatFailsHoldsNoOtherAndIsTriedAgainInOrder() {
    receivers.answers("hook", NoticeResult.failed("HTTP 500"));
    happens(
        pending(NoticeKind.GROUP_OPENED, 1, "hook", "chat"),
        pending(NoticeKind.SUCCEEDED, 1, "hook", "chat"));

    assertThat(receivers.sent())
        .containsExactlyInAnyOrder(
            "hook group-opened/1", "chat group-opened/1", "chat succeeded/1");
    receivers.clear();
    pass(Duration.ofSeconds(3));
    assertThat(receivers.sent()).as("not within 4 s").isEmpty();
    pass(Duration.ofSeconds(4));
    assertThat(receivers.sent()).containsExactly("hook group-opened/1");
    assertThat(notifications().pending()).hasSize(2);

    receivers.clear();
    receivers.answers("hook", NoticeResult.TOLD);
    pass(Duration.ofSeconds(13));
    assertThat(receivers.sent()).containsExactly("hook group-opened/1", "hook succeeded/1");
    pass(Duration.ofSeconds(1));
    assertThat(notifications().pending()).isEmpty();
  }

  @Test
  void theIntervalBetweenTrialsGrowsToTenMinutes() {
    receivers.answers("hook", NoticeResult.failed("HTTP 500"));
    happens(pending(NoticeKind.HALTED, 1, "hook"));
    time.advance(Duration.ofHours(3));

    receivers.clear();
    time.advance(Duration.ofHours(5));
    assertThat(receivers.sent()).as("every 8 to 12 minutes").hasSizeBetween(25, 38);
  }

  @Test
  void whatNobodyTookForADayIsDroppedAndListed() {
    receivers.answers("hook", NoticeResult.failed("HTTP 500"));
    happens(pending(NoticeKind.HALTED, 1, "hook"));
    time.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(notifications().pending()).hasSize(1);

    time.advance(Duration.ofSeconds(3));
    assertThat(notifications().pending()).isEmpty();
    assertThat(notifications().droppedTotal()).isEqualTo(1);
    assertThat(notifications().dropped())
        .containsExactly(
            new RolloutNotifications.Dropped(
                "uid-7/halted/1", "hook", "2026-01-02T00:00:00Z", "HTTP 500"));
    assertThat(NoticeMetricValues.of(controller.metrics()))
        .containsEntry("sluice_notifications_dropped CloudEvents", 1.0)
        .containsEntry("sluice_notifications_pending", 0.0);
  }

  @Test
  void whatIsDroppedTogetherIsListedNewestFirst() {
    receivers.answers("hook", NoticeResult.failed("HTTP 500"));
    happens(
        pending(NoticeKind.GROUP_OPENED, 1, "hook", "chat"),
        pending(NoticeKind.HALTED, 1, "hook", "chat"));
    time.advance(Duration.ofHours(24).plusSeconds(2));

    assertThat(notifications().dropped())
        .extracting(RolloutNotifications.Dropped::id)
        .containsExactly("uid-7/halted/1", "uid-7/group-opened/1");
    assertThat(notifications().droppedTotal()).isEqualTo(2);
    assertThat(receivers.sent()).filteredOn(each -> each.startsWith("chat")).hasSize(2);
  }

  @Test
  void aReceiverWhoseRuleIsGoneIsToldNothing() {
    happens(pending(NoticeKind.HALTED, 1, "gone", "RolloutNotifier/gone", "hook"));
    time.advance(Duration.ofSeconds(1));

    assertThat(receivers.sent()).containsExactly("hook halted/1");
    assertThat(notifications().pending()).isEmpty();
    assertThat(notifications().droppedTotal()).isNull();
  }

  @Test
  void aReceiverWhoseRuleIsWrongIsToldWhenItIsCorrected() {
    notifiers.add(notifier("{url: 'https://all.example.com', format: Fax}"));
    happens(pending(NoticeKind.HALTED, 1, "RolloutNotifier/all", "wrong"));
    time.advance(Duration.ofHours(1));
    assertThat(receivers.sent()).isEmpty();

    notifiers.set(0, notifier("{url: 'https://all.example.com', format: Teams}"));
    router.changed(Kinds.ROLLOUT_NOTIFIER, Optional.empty(), Optional.of(notifiers.get(0)));
    time.advance(Duration.ofSeconds(1));
    assertThat(receivers.sent()).containsExactly("RolloutNotifier/all halted/1");

    time.advance(Duration.ofHours(23).plusSeconds(1));
    assertThat(notifications().pending()).isEmpty();
    assertThat(notifications().dropped().get(0).to()).isEqualTo("wrong");
    assertThat(notifications().dropped().get(0).message()).contains("NotificationsAccepted");
  }

  private static GenericKubernetesResource object(String yaml) {
    // What begins with a brace counts as JSON.
    return Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
  }

  private static GenericKubernetesResource notifier(String spec) {
    return object(
        "{kind: RolloutNotifier, metadata: {namespace: default, name: all}, spec: %s}"
            .formatted(spec));
  }

  @Test
  void aHostThatIsBusyIsTriedSoonAndCountsAsNoFailure() {
    receivers.answers("hook", NoticeResult.BUSY);
    happens(pending(NoticeKind.HALTED, 1, "hook"));
    receivers.answers("hook", NoticeResult.TOLD);
    time.advance(Duration.ofSeconds(2));

    assertThat(receivers.sent()).hasSize(2);
    assertThat(NoticeMetricValues.of(controller.metrics()))
        .containsEntry("sluice_notifications_delivered CloudEvents", 1.0)
        .doesNotContainKey("sluice_notifications_failed CloudEvents");
  }

  @Test
  void whoLeadsNextTellsWhatIsLeft() {
    receivers.answers("hook", NoticeResult.failed("HTTP 500"));
    happens(pending(NoticeKind.HALTED, 1, "hook"));
    controller.close();
    receivers.clear();
    time.advance(Duration.ofMinutes(30));
    assertThat(receivers.sent()).as("nobody leads").isEmpty();

    receivers.answers("hook", NoticeResult.TOLD);
    controller = controller().start();
    time.advance(Duration.ofSeconds(1));
    assertThat(receivers.sent()).containsExactly("hook halted/1");
    assertThat(notifications().pending()).isEmpty();
  }

  @Test
  void anEventOfANewerReleaseHoldsNothingUp() {
    Pending known = pending(NoticeKind.HALTED, 1, "hook");
    happens(
        new Pending(
            "levitated",
            "uid-7",
            1,
            known.at(),
            7,
            3,
            null,
            "Halted",
            null,
            null,
            null,
            "It flies.",
            List.of(),
            null,
            List.of("hook")),
        known);
    time.advance(Duration.ofSeconds(1));

    assertThat(receivers.sent()).containsExactly("hook halted/1");
    assertThat(notifications().pending()).hasSize(1);
  }
}

package io.sluice.hub.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutNotifications;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks that each change is recorded once, with the write that makes it (between-waves N2). */
class NoticeRecorderTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:30:00.5Z");
  private static final String CHAT =
      "notifications: [{name: chat, url: 'https://chat.example.com'}]";
  private static final String OPEN = "rolloutUID: u1, attempt: 2, runOpen: true";
  private static final String HALTED = OPEN + ", phase: Halted, waitingFor: 3 failed > 2.";
  private static final String RUNS = OPEN + ", phase: Progressing";

  private final NoticeRecorder recorder = new NoticeRecorder(NoticeRules.ofSpec());

  private static GenericKubernetesResource rollout(String spec, Map<String, Object> status) {
    GenericKubernetesResource object =
        Serialization.unmarshal(
            """
            apiVersion: cluster.open-cluster-management.io/v1beta1
            kind: Rollout
            metadata: {name: policy-web, namespace: policies, uid: r, generation: 4}
            spec: {%s}
            """
                .formatted(spec),
            GenericKubernetesResource.class);
    object.setAdditionalProperty("status", status);
    return object;
  }

  private static Map<String, Object> status(String yaml) {
    return HubObjects.part(
        Serialization.unmarshal(
            "apiVersion: v1\nkind: Rollout\nstatus: {%s}".formatted(yaml),
            GenericKubernetesResource.class),
        "status");
  }

  private Map<String, Object> recorded(
      String spec, Map<String, Object> before, Map<String, Object> after) {
    return recorder.recorded(rollout(spec, before), after, NOW);
  }

  private Map<String, Object> recorded(String before, String after) {
    return recorded(CHAT, status(before), status(after));
  }

  private static List<String> ids(Map<String, Object> status) {
    return PendingNotices.of(status).pending().stream().map(Pending::id).toList();
  }

  /** Returns a status with other fields, and with what waits in the given one. */
  private static Map<String, Object> keeping(Map<String, Object> kept, String fields) {
    Map<String, Object> next = status(fields);
    next.put("notifications", kept.get("notifications"));
    return next;
  }

  @Test
  void whatHappenedWaitsInTheSameStatus() {
    RolloutNotifications waiting = PendingNotices.of(recorded(RUNS, HALTED));

    assertThat(waiting.numbers()).containsExactly(Map.entry("halted", 1L));
    assertThat(waiting.pending()).hasSize(1);
    Pending pending = waiting.pending().get(0);
    assertThat(pending.id()).isEqualTo("u1/halted/1");
    assertThat(pending.at()).isEqualTo("2026-11-20T10:30:00Z");
    assertThat(pending.to()).containsExactly("chat");
    assertThat(pending.message()).isEqualTo("3 failed > 2.");
    assertThat(pending.notice().orElseThrow().id()).isEqualTo(pending.id());
  }

  @Test
  void theSameStatusAgainRecordsNothing() {
    Map<String, Object> written = recorded(RUNS, HALTED);

    assertThat(recorded(CHAT, written, written)).isEqualTo(written);
    assertThat(recorded(CHAT, status(RUNS), status(HALTED))).isEqualTo(written);
  }

  @Test
  void withoutARuleNothingIsRecorded() {
    assertThat(recorded("paused: true", status(RUNS), status(HALTED))).isEqualTo(status(HALTED));
    assertThat(
            recorded(
                "notifications: [{name: chat, url: 'https://chat', events: [succeeded]}]",
                status(RUNS),
                status(HALTED)))
        .isEqualTo(status(HALTED));
  }

  @Test
  void eachReceiverWaitsForWhatItWants() {
    Map<String, Object> next =
        recorded(
            "notifications: [{name: chat, url: 'https://chat'}, {name: pager, url: 'https://pager', events: [halted]}, {name: log, url: 'https://log', events:"
                + " [succeeded]}]",
            status(RUNS),
            status(HALTED));

    assertThat(PendingNotices.of(next).pending().get(0).to()).containsExactly("chat", "pager");
  }

  @Test
  void eventsAreNumberedInTheAttempt() {
    Map<String, Object> halted = recorded(RUNS, HALTED);
    Map<String, Object> resumed = recorded(CHAT, halted, keeping(halted, RUNS));
    Map<String, Object> again = recorded(CHAT, resumed, keeping(resumed, HALTED));

    assertThat(ids(again)).containsExactly("u1/halted/1", "u1/halted/2");
  }

  @Test
  void aNewAttemptBeginsWithOneAndKeepsWhatWaits() {
    Map<String, Object> halted = recorded(RUNS, HALTED);
    Map<String, Object> next = recorded(CHAT, halted, keeping(halted, RUNS.replace("u1", "u2")));
    Map<String, Object> again = recorded(CHAT, next, keeping(next, HALTED.replace("u1", "u2")));

    assertThat(ids(next)).containsExactly("u1/halted/1", "u1/superseded/1");
    assertThat(PendingNotices.of(next).numbers()).isEmpty();
    assertThat(ids(again)).containsExactly("u1/halted/1", "u1/superseded/1", "u2/halted/1");
  }

  @Test
  void numbersOfAFormerAttemptGoWithIt() {
    Map<String, Object> former =
        status(
            OPEN.replace("true", "false")
                + ", outcome: Failed, notifications: {numbers: {halted: 2}}");

    assertThat(recorded(CHAT, former, keeping(former, RUNS.replace("u1", "u2"))))
        .doesNotContainKey("notifications");
  }

  @Test
  void clustersBeyondTenAreCounted() {
    String clusters =
        IntStream.range(10, 22)
            .mapToObj(i -> "{cluster: c%d, reason: Regressed}".formatted(i))
            .collect(Collectors.joining(", "));
    Pending pending =
        PendingNotices.of(recorded(RUNS, RUNS + ", exceptions: [" + clusters + "]"))
            .pending()
            .get(0);

    assertThat(pending.clusters()).hasSize(10).startsWith("c10").endsWith("c19");
    assertThat(pending.clustersOmitted()).isEqualTo(2);
  }

  @Test
  void beyondAHundredTheOldestIsDroppedAndCounted() {
    Map<String, Object> full = status(HALTED + ", notifications: " + waiting(100));
    Map<String, Object> next = recorded(CHAT, keeping(full, RUNS), keeping(full, HALTED));

    RolloutNotifications left = PendingNotices.of(next);
    assertThat(left.pending()).hasSize(100);
    assertThat(ids(next)).doesNotContain("u0/halted/1").contains("u0/halted/2", "u1/halted/1");
    assertThat(left.droppedTotal()).isEqualTo(1);
    assertThat(left.dropped())
        .containsExactly(
            new RolloutNotifications.Dropped(
                "u0/halted/1",
                "chat",
                "2026-11-20T10:30:00Z",
                "More than 100 notifications waited, and this was the oldest."));
  }

  private static String waiting(int number) {
    return IntStream.rangeClosed(1, number)
        .mapToObj(i -> "{event: halted, rolloutUID: u0, number: %d, to: [chat]}".formatted(i))
        .collect(Collectors.joining(", ", "{pending: [", "]}"));
  }

  @Test
  void whatIsWrongWithARuleIsSaidAndTheOthersHold() {
    Map<String, Object> next =
        recorded(
            "notifications: [{name: chat, url: 'https://chat'}, {name: pager, url: 'https://pager', events: [all]}]",
            status(RUNS),
            status(HALTED));

    assertThat(PendingNotices.of(next).pending().get(0).to()).containsExactly("chat");
    assertThat(next.get("conditions"))
        .asString()
        .contains("NotificationsAccepted", "False", "NotificationInvalid", "events[0]");
    assertThat(recorded(CHAT, next, next)).doesNotContainKey("conditions");
  }
}

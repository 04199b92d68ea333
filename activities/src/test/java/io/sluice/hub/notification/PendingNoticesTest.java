package io.sluice.hub.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.PendingNotices.Delivery;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PendingNoticesTest {
  private static final String TWO =
      "pending: [{event: halted, rolloutUID: u1, number: 1, to: [chat, pager], later: kept},"
          + " {event: succeeded, rolloutUID: u2, number: 1, to: [chat]}]";

  private static Map<String, Object> status(String notifications) {
    return HubObjects.part(
        Serialization.unmarshal(
            "apiVersion: v1\nkind: Rollout\nstatus: {phase: Done, notifications: {%s}}"
                .formatted(notifications),
            GenericKubernetesResource.class),
        "status");
  }

  private static Dropped dropped(String id, String to) {
    return new Dropped(id, to, "2026-11-20T10:00:00Z", "HTTP 403");
  }

  @Test
  void aReceiverThatWasToldDoesNotWait() {
    Map<String, Object> left =
        PendingNotices.removed(status(TWO), Set.of(new Delivery("u1/halted/1", "chat")), List.of());

    assertThat(PendingNotices.of(left).pending())
        .extracting(Pending::to)
        .containsExactly(List.of("pager"), List.of("chat"));
    assertThat(left.toString()).contains("later=kept");
  }

  @Test
  void whoWasToldAllLeavesNothing() {
    Map<String, Object> left =
        PendingNotices.removed(
            status(TWO),
            Set.of(
                new Delivery("u1/halted/1", "chat"),
                new Delivery("u1/halted/1", "pager"),
                new Delivery("u2/succeeded/1", "chat")),
            List.of());

    assertThat(left).isEqualTo(Map.of("phase", "Done"));
  }

  @Test
  void numbersStayForTheAttempt() {
    Map<String, Object> left =
        PendingNotices.removed(
            status(
                "numbers: {halted: 1}, pending: [{event: halted, rolloutUID: u1, number: 1, to: [chat]}]"),
            Set.of(new Delivery("u1/halted/1", "chat")),
            List.of());

    assertThat(PendingNotices.of(left).numbers()).containsEntry("halted", 1L);
    assertThat(PendingNotices.of(left).pending()).isEmpty();
  }

  @Test
  void whatIsGivenUpIsCountedOnceAndListed() {
    List<Dropped> lost = List.of(dropped("u1/halted/1", "pager"));
    Map<String, Object> left = PendingNotices.removed(status(TWO), Set.of(), lost);

    assertThat(PendingNotices.of(left).droppedTotal()).isEqualTo(1);
    assertThat(PendingNotices.of(left).dropped()).isEqualTo(lost);
    assertThat(PendingNotices.of(left).pending())
        .extracting(Pending::to)
        .containsExactly(List.of("chat"), List.of("chat"));
    assertThat(PendingNotices.removed(left, Set.of(), lost)).isEqualTo(left);
  }

  @Test
  void theLastTenAreListed() {
    String waiting =
        IntStream.rangeClosed(1, 12)
            .mapToObj(i -> "{event: halted, rolloutUID: u1, number: %d, to: [chat]}".formatted(i))
            .collect(Collectors.joining(", ", "pending: [", "]"));
    Map<String, Object> left = status(waiting);
    for (int i : IntStream.rangeClosed(1, 12).toArray()) {
      left =
          PendingNotices.removed(
              left, Set.of(), List.of(dropped("u1/halted/%d".formatted(i), "chat")));
    }

    assertThat(PendingNotices.of(left).droppedTotal()).isEqualTo(12);
    assertThat(PendingNotices.of(left).dropped())
        .hasSize(10)
        .extracting(Dropped::id)
        .startsWith("u1/halted/12", "u1/halted/11")
        .endsWith("u1/halted/3");
  }
}

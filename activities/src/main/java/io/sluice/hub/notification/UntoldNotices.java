package io.sluice.hub.notification;

import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.joining;

import io.sluice.hub.crd.RolloutNotifications;
import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.policy.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats for people who look at a rollout what its receivers have not been told. */
public final class UntoldNotices {
  /** What is delivered as it should be is told within seconds. */
  private static final Duration USUAL = Duration.ofMinutes(1);

  private UntoldNotices() {}

  /**
   * Returns a sentence about receivers that have waited for more than a minute, and one about what
   * was given up; none where all is well.
   */
  public static List<String> sentences(RolloutStatus status, Instant now) {
    List<String> sentences = new ArrayList<>();
    if (status.notifications != null) {
      waiting(status.notifications, now).ifPresent(sentences::add);
      dropped(status.notifications).ifPresent(sentences::add);
    }
    return sentences;
  }

  private static Optional<String> waiting(RolloutNotifications notifications, Instant now) {
    Map<String, List<Pending>> late = new LinkedHashMap<>();
    for (Pending pending : notifications.pending()) {
      if (at(pending).filter(at -> at.plus(USUAL).isBefore(now)).isPresent()) {
        pending
            .to()
            .forEach(
                receiver -> late.computeIfAbsent(receiver, r -> new ArrayList<>()).add(pending));
      }
    }
    return late.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Not told yet: %s."
                .formatted(
                    late.entrySet().stream()
                        .map(entry -> receiver(entry.getKey(), entry.getValue()))
                        .collect(joining("; "))));
  }

  private static Optional<Instant> at(Pending pending) {
    return Optional.ofNullable(pending.at()).flatMap(JsonTree::instant);
  }

  private static String receiver(String name, List<Pending> late) {
    return "%s, %s since %s".formatted(name, messages(late.size()), late.get(0).at());
  }

  private static Optional<String> dropped(RolloutNotifications notifications) {
    long number = requireNonNullElse(notifications.droppedTotal(), 0L);
    return number == 0
        ? Optional.empty()
        : Optional.of(
            "%s dropped%s."
                .formatted(
                    number == 1 ? "1 message was" : number + " messages were",
                    notifications.dropped().stream()
                        .findFirst()
                        .map(UntoldNotices::last)
                        .orElse("")));
  }

  private static String last(Dropped dropped) {
    String why = requireNonNullElse(dropped.message(), "");
    return ", last to %s%s"
        .formatted(
            dropped.to(),
            why.isEmpty()
                ? ""
                : ": " + (why.endsWith(".") ? why.substring(0, why.length() - 1) : why));
  }

  private static String messages(long number) {
    return number == 1 ? "1 message" : number + " messages";
  }
}

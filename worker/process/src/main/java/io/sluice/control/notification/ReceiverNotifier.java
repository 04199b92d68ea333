package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.crd.RolloutNotifications.Dropped;
import io.sluice.hub.crd.RolloutNotifications.Pending;
import io.sluice.hub.notification.NoticeResult;
import io.sluice.hub.notification.PendingNotices;
import io.sluice.hub.notification.PendingNotices.Delivery;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.notification.MessageFormat;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeOrigin;
import io.sluice.notification.NotificationRule;
import io.sluice.policy.JsonTree;
import io.sluice.policy.RolloutTarget;
import io.sluice.process.metrics.NoticeMetrics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells one receiver what is pending in one Rollout, oldest first. What fails is tried again before
 * anything later, up to a day after it happened (between-waves N2).
 */
final class ReceiverNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiverNotifier.class);
  private static final Duration LIFETIME = Duration.ofHours(24);

  /** So many in one go; then others have their turn. */
  private static final int MOST = 10;

  private static final String WRONG =
      "the rule is wrong: see the condition NotificationsAccepted of the Rollout";

  private final Function<NotifiedRollout, Optional<GenericKubernetesResource>> rollouts;
  private final ReceiverRules rules;
  private final Sender sender;
  private final Function<RolloutTarget, NoticeOrigin> origins;
  private final NoticeBackoff backoff;
  private final ToldNotices told;
  private final Consumer<NotifiedRollout> done;
  private final NoticeMetrics metrics;
  private final Clock clock;

  /** Tells one receiver of one thing, once. */
  interface Sender {
    NoticeResult send(Notice notice, NoticeOrigin origin, NotificationRule rule)
        throws InterruptedException;
  }

  /**
   * Creates it.
   *
   * @param done is called when a Rollout has something to be removed
   */
  ReceiverNotifier(
      NoticeSources sources,
      NoticeBackoff backoff,
      ToldNotices told,
      Consumer<NotifiedRollout> done,
      NoticeMetrics metrics,
      Clock clock) {
    this.rollouts = sources::rollout;
    this.rules = sources.rules();
    this.sender = sources.sender();
    this.origins = sources.origins()::of;
    this.backoff = requireNonNull(backoff, "backoff is null");
    this.told = requireNonNull(told, "told is null");
    this.done = requireNonNull(done, "done is null");
    this.metrics = requireNonNull(metrics, "metrics is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /** Tells it; returns when that is to be tried again, empty if nothing is left. */
  Optional<Instant> tell(ReceiverKey key) throws InterruptedException {
    // Before the cache is read: what a cache does not show any more is forgotten.
    Set<Delivery> known = told.all(key.rollout()).keySet();
    Optional<GenericKubernetesResource> rollout = rollouts.apply(key.rollout());
    List<Pending> due = rollout.map(object -> due(object, key, known)).orElse(List.of());
    Optional<RolloutTarget> target = key.rollout().target();
    if (due.isEmpty() || target.isEmpty()) {
      backoff.forget(key);
      return Optional.empty();
    }
    Optional<NotificationRule> rule = rules.find(rollout.get(), key.receiver());
    if (rule.isPresent()) {
      return tell(key, due, rule.get(), origins.apply(target.get()));
    }
    if (rules.wrong(rollout.get(), key.receiver())) {
      return expire(key, due);
    }
    due.forEach(notice -> told.told(key.rollout(), Delivery.of(notice, key.receiver())));
    backoff.forget(key);
    done.accept(key.rollout());
    return Optional.empty();
  }

  private static List<Pending> due(
      GenericKubernetesResource rollout, ReceiverKey key, Set<Delivery> known) {
    return PendingNotices.of(RolloutStatusTree.status(rollout)).pending().stream()
        .filter(notice -> notice.to().contains(key.receiver()))
        .filter(notice -> !known.contains(Delivery.of(notice, key.receiver())))
        .toList();
  }

  private Optional<Instant> tell(
      ReceiverKey key, List<Pending> due, NotificationRule rule, NoticeOrigin origin)
      throws InterruptedException {
    Optional<Instant> later = backoff.later(key, clock.instant());
    if (later.isPresent()) {
      return later;
    }
    Optional<Instant> unknown = Optional.empty();
    int trials = 0;
    for (Pending pending : due) {
      Optional<Notice> notice = pending.notice();
      if (notice.isEmpty()) {
        // A newer release wrote it, which may lead again: it holds nothing up.
        unknown = unknown.or(() -> expire(key, List.of(pending)));
        continue;
      }
      if (trials++ == MOST) {
        return Optional.of(clock.instant());
      }
      Optional<Instant> again =
          outcome(key, pending, rule.format(), sender.send(notice.get(), origin, rule));
      if (again.isPresent()) {
        return again;
      }
    }
    return unknown;
  }

  private Optional<Instant> outcome(
      ReceiverKey key, Pending pending, MessageFormat format, NoticeResult result) {
    return switch (result.kind()) {
      case TOLD -> delivered(key, pending, format);
      case BUSY -> Optional.of(backoff.busy(clock.instant()));
      case FAILED -> failed(key, pending, format, result.why());
    };
  }

  private Optional<Instant> delivered(ReceiverKey key, Pending pending, MessageFormat format) {
    told.told(key.rollout(), Delivery.of(pending, key.receiver()));
    metrics.delivered(format);
    backoff.forget(key);
    done.accept(key.rollout());
    return Optional.empty();
  }

  private Optional<Instant> failed(
      ReceiverKey key, Pending pending, MessageFormat format, String why) {
    metrics.failed(format);
    Instant now = clock.instant();
    if (now.isBefore(end(pending))) {
      if (backoff.unknown(key)) {
        LOG.warn("Cannot tell {}: {}. It is tried again for a day.", key, why);
      }
      return Optional.of(backoff.failed(key, now, end(pending)));
    }
    drop(key, pending, Optional.of(format), why);
    return Optional.empty();
  }

  /** Drops those that are a day old; returns when the next one is. */
  private Optional<Instant> expire(ReceiverKey key, List<Pending> due) {
    Instant now = clock.instant();
    Optional<Instant> next = Optional.empty();
    for (Pending pending : due) {
      if (now.isBefore(end(pending))) {
        next = next.or(() -> Optional.of(end(pending)));
      } else {
        drop(key, pending, Optional.empty(), WRONG);
      }
    }
    return next;
  }

  /** One without a time that can be read has none left. */
  private static Instant end(Pending pending) {
    return Optional.ofNullable(pending.at())
        .flatMap(JsonTree::instant)
        .map(at -> at.plus(LIFETIME))
        .orElse(Instant.MIN);
  }

  private void drop(ReceiverKey key, Pending pending, Optional<MessageFormat> format, String why) {
    Delivery notice = Delivery.of(pending, key.receiver());
    told.dropped(
        key.rollout(),
        notice,
        new Dropped(
            notice.id(),
            notice.to(),
            clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
            why));
    metrics.dropped(format);
    LOG.warn("Cannot tell {} of {}: {}. It is given up.", key, notice.id(), why);
    done.accept(key.rollout());
  }
}

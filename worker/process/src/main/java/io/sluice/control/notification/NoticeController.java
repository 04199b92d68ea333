package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.FullPass;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.notification.NoticeSender;
import io.sluice.hub.notification.PendingNotices.Delivery;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.process.metrics.NoticeMetrics;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells receivers what waits in the status of Rollouts, while the process leads (between-waves N2).
 *
 * <p>When it ends, what is being sent is given up: the next leader sends it again.
 */
public final class NoticeController implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NoticeController.class);

  /** The most messages that are sent at the same time. */
  private static final int MOST = 16;

  private static final int REMOVERS = 2;

  /** Collects what several receivers were told into one write. */
  private static final Duration REMOVAL_DELAY = Duration.ofMillis(500);

  private static final Duration EVERY = Duration.ofMinutes(1);

  private final NoticeRouter router;
  private final NoticeSources sources;
  private final ProcessTime time;
  private final ToldNotices told = new ToldNotices();
  private final NoticeBackoff backoff;
  private final NoticeMetrics metrics;
  private final ReceiverNotifier notifier;
  private final ToldRemover remover;
  private final WorkQueue<ReceiverKey> receivers;
  private final WorkQueue<NotifiedRollout> removals;
  private final FullPass passes;

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param writer writes only while this process leads
   * @param rules by which receivers are told
   */
  public static NoticeController of(
      KubernetesClient writer,
      HubCaches caches,
      NoticeRouter router,
      NoticeRules rules,
      Settings settings,
      ProcessTime time) {
    NoticeSender sender = NoticeSender.of(writer, settings.checkAddresses(), time.clock());
    return new NoticeController(
        router,
        NoticeSources.of(
            caches, rules, new NoticeOrigins(settings.hubName(), settings.links()), sender::send),
        new RolloutObjects(writer, time.clock()),
        new Random(),
        time);
  }

  NoticeController(
      NoticeRouter router,
      NoticeSources sources,
      RolloutObjects rollouts,
      RandomGenerator random,
      ProcessTime time) {
    this.router = requireNonNull(router, "router is null");
    this.sources = requireNonNull(sources, "sources is null");
    this.time = requireNonNull(time, "time is null");
    this.backoff = new NoticeBackoff(random);
    this.metrics = new NoticeMetrics(this::pending);
    this.remover = new ToldRemover(rollouts, told);
    this.notifier =
        new ReceiverNotifier(sources, backoff, told, this::removeSoon, metrics, time.clock());
    this.receivers = new WorkQueue<>(time, "notices", MOST, this::tell);
    this.removals = new WorkQueue<>(time, "notices-told", REMOVERS, this.remover::remove);
    this.passes = new FullPass("notices-pass", EVERY, this::all, time);
  }

  private int pending() {
    return sources.rollouts().get().stream()
        .filter(NoticeController::notifies)
        .mapToInt(rollout -> readable(rollout).size())
        .sum();
  }

  /** Most Rollouts tell nobody anything, and change all the time. */
  private static boolean notifies(GenericKubernetesResource rollout) {
    return HubObjects.part(rollout, "status").containsKey(RolloutStatusTree.NOTIFICATIONS);
  }

  /** Starts to handle changes, and looks at all that is pending. */
  public NoticeController start() {
    router.attach(this);
    passes.ask();
    return this;
  }

  private void all() {
    sources.rollouts().get().forEach(this::rolloutChanged);
  }

  void rolloutChanged(GenericKubernetesResource rollout) {
    NotifiedRollout name = NotifiedRollout.of(rollout);
    if (!notifies(rollout)) {
      told.retain(name, Set.of());
      return;
    }
    Set<Delivery> pending = readable(rollout);
    told.retain(name, pending);
    pending.stream()
        .map(Delivery::to)
        .distinct()
        .forEach(receiver -> receivers.add(new ReceiverKey(name, receiver)));
    if (!told.all(name).isEmpty()) {
      removals.addAfter(name, REMOVAL_DELAY);
    }
  }

  /** What somebody else wrote there costs the notices of that Rollout alone. */
  private static Set<Delivery> readable(GenericKubernetesResource rollout) {
    try {
      return ToldRemover.pending(rollout);
    } catch (RuntimeException e) {
      LOG.warn(
          "Cannot tell what happens in Rollout {}: its status.notifications cannot be read ({})."
              + " Correct them.",
          NotifiedRollout.of(rollout),
          e.getMessage());
      return Set.of();
    }
  }

  void rolloutDeleted(GenericKubernetesResource rollout) {
    NotifiedRollout name = NotifiedRollout.of(rollout);
    told.retain(name, Set.of());
    backoff.forget(name);
  }

  /** What was wrong may be right now, and what was wanted may not be any more. */
  void notifierChanged(String namespace) {
    sources.rollouts().get().stream()
        .filter(rollout -> rollout.getMetadata().getNamespace().equals(namespace))
        .forEach(this::rolloutChanged);
  }

  private void tell(ReceiverKey receiver) throws InterruptedException {
    notifier
        .tell(receiver)
        .map(next -> Duration.between(time.clock().instant(), next))
        .ifPresent(
            delay -> receivers.addAfter(receiver, delay.isNegative() ? Duration.ZERO : delay));
  }

  private void removeSoon(NotifiedRollout rollout) {
    removals.addAfter(rollout, REMOVAL_DELAY);
  }

  /** Returns what is measured of its queues. */
  public List<QueueStatistics> queues() {
    return List.of(receivers.statistics(), removals.statistics(), passes.statistics());
  }

  /** Returns what receivers were told, and were not, in this term. */
  public List<MetricSnapshot> metrics() {
    return metrics.snapshots();
  }

  @Override
  public void close() {
    router.detach(this);
    passes.close();
    receivers.close();
    removals.close();
  }
}

package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventAggregator.Collection;
import io.sluice.hub.event.Occurrence.Series;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records Events on objects of the hub, in the background (policy-propagation 15).
 *
 * <p>Nothing depends on an Event: every method returns at once and never throws. At most one Event
 * is written for an object and reason in ten seconds; the rest is summed up in the next. An Event
 * has the time of what it tells, not that of its write. What cannot be written is lost; each cause
 * is logged once.
 */
public final class EventRecorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final long CLOSE_SECONDS = 2;
  private static final int FORBIDDEN = 403;

  private final Consumer<Occurrence> recipient;
  private final Consumer<Collection> writer;
  private final Clock clock;
  private final Duration every;
  private final EventAggregator events = new EventAggregator();
  private final Set<String> logged = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService thread;

  /** Starts the thread that writes Events; {@link #close()} ends it. */
  public EventRecorder(KubernetesClient client, Clock clock) {
    this(client, clock, EVERY);
  }

  /** Writes Events on that thread, which {@link #close()} ends. */
  public EventRecorder(KubernetesClient client, Clock clock, ScheduledExecutorService thread) {
    this(Optional.empty(), writer(new HubApi(client), clock), clock, EVERY, thread);
  }

  EventRecorder(KubernetesClient client, Clock clock, Duration every) {
    this(
        Optional.empty(),
        writer(new HubApi(client), requireNonNull(clock, "clock is null")),
        clock,
        every,
        thread());
  }

  private EventRecorder(
      Optional<Consumer<Occurrence>> recipient,
      Consumer<Collection> writer,
      Clock clock,
      Duration every,
      ScheduledExecutorService thread) {
    this.recipient = recipient.orElse(this::add);
    this.writer = writer;
    this.clock = clock;
    this.every = requireNonNull(every, "every is null");
    this.thread = requireNonNull(thread, "thread is null");
  }

  private static ScheduledExecutorService thread() {
    ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread started = new Thread(work, "events");
              started.setDaemon(true);
              return started;
            },
            new ScheduledThreadPoolExecutor.DiscardPolicy());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return thread;
  }

  /** Returns a recorder that writes nothing, and hands each occurrence over as it is recorded. */
  public static EventRecorder to(Consumer<Occurrence> recipient) {
    return to(recipient, Clock.systemUTC());
  }

  /** Returns such a recorder with a clock. */
  static EventRecorder to(Consumer<Occurrence> recipient, Clock clock) {
    return new EventRecorder(Optional.of(recipient), said -> {}, clock, EVERY, thread());
  }

  private static Consumer<Collection> writer(HubApi hub, Clock clock) {
    return said -> hub.create(Kinds.EVENT, EventObject.of(said, clock.instant()));
  }

  /** Records what happened at a known time. */
  void record(Occurrence occurrence) {
    recipient.accept(occurrence);
  }

  /** Returns the time of what happens now. */
  Instant now() {
    return clock.instant();
  }

  /** Records that something happened as it should. */
  public void normal(GenericKubernetesResource regarding, String reason, String message) {
    normal(EventSubject.of(regarding), reason, message);
  }

  /** Records that something happened as it should. */
  public void normal(EventSubject regarding, String reason, String message) {
    record(new Occurrence(regarding, false, reason, message, clock.instant(), Optional.empty()));
  }

  /**
   * Records the same message once for each occasion, such as a generation; callers may repeat it.
   */
  public void normal(EventSubject regarding, String reason, String message, String occasion) {
    record(
        new Occurrence(regarding, false, reason, message, clock.instant(), Optional.of(occasion)));
  }

  /** Records something that a person should look at. */
  public void warning(GenericKubernetesResource regarding, String reason, String message) {
    warning(EventSubject.of(regarding), reason, message);
  }

  /** Records something that a person should look at. */
  public void warning(EventSubject regarding, String reason, String message) {
    record(new Occurrence(regarding, true, reason, message, clock.instant(), Optional.empty()));
  }

  /**
   * Records the same warning once for each occasion, such as a generation; callers may repeat it.
   */
  public void warning(EventSubject regarding, String reason, String message, String occasion) {
    record(
        new Occurrence(regarding, true, reason, message, clock.instant(), Optional.of(occasion)));
  }

  private void add(Occurrence occurrence) {
    EventAggregator.Answer answer;
    synchronized (events) {
      answer = events.add(occurrence);
    }
    switch (answer) {
      case DUE -> thread.execute(() -> write(occurrence.series()));
      case DROPPED ->
          logOnce("full", "event {} on {} is lost: too many are waiting", occurrence, "");
      case COLLECTED -> {}
    }
  }

  private void write(Series series) {
    Optional<Collection> said;
    synchronized (events) {
      said = events.take(series);
    }
    if (said.isEmpty()) {
      return;
    }
    create(said.get());
    thread.schedule(() -> write(series), every.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void create(Collection said) {
    try {
      writer.accept(said);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || gone(e)) {
        LOG.debug("event {} on {} is not written", said.first().reason(), said.first().subject());
      } else {
        logOnce(
            "code " + e.getCode(),
            "event {} on {} is lost: {} Further ones are not logged.",
            said.first(),
            HubException.of("record an Event", "create", Kinds.EVENT, e).getMessage());
      }
    } catch (RuntimeException e) {
      // A thread that ended here would record nothing for the rest of the process.
      logOnce(
          e.getClass().getName(),
          "event {} on {} is lost: {} Further ones are not logged.",
          said.first(),
          String.valueOf(e.getMessage()));
    }
  }

  /** True when the namespace is gone or going: the Event would go with it. */
  private static boolean gone(KubernetesClientException e) {
    return e.getCode() == HubApi.NOT_FOUND
        || e.getCode() == FORBIDDEN && HubException.reason(e).contains("being terminated");
  }

  private void logOnce(String cause, String message, Occurrence lost, String why) {
    if (logged.add(cause)) {
      LOG.warn(message, lost.reason(), lost.subject(), why);
    }
  }

  private void flush() {
    List<Series> waiting;
    synchronized (events) {
      waiting = events.waiting();
    }
    waiting.forEach(this::write);
  }

  /** Writes what is waiting, for at most two seconds. */
  @Override
  public void close() {
    thread.execute(this::flush);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}

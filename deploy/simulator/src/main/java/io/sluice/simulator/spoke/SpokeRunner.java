package io.sluice.simulator.spoke;

import static java.net.HttpURLConnection.HTTP_CONFLICT;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one model by the clock: wakes it when it is due and carries its reports to the hub.
 *
 * <p>One thread at a time writes for one cluster, and none waits for the hub while it holds the
 * model: events of the watch are never held up by a slow answer.
 */
final class SpokeRunner {
  private static final Logger LOG = LoggerFactory.getLogger(SpokeRunner.class);
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
  private static final Duration LAST_RETRY = Duration.ofSeconds(30);
  private static final int TRIES = 5;

  private final SpokeModel model;
  private final SpokeHub hub;
  private final ScheduledExecutorService scheduler;
  private final InstantSource clock;
  private final Map<String, Long> newest = new HashMap<>();
  private final Set<String> uncertain = new TreeSet<>();

  private Optional<ScheduledFuture<?>> wake = Optional.empty();
  private Instant wakeAt = Instant.MAX;
  private Optional<Instant> retryAt = Optional.empty();
  private Duration retry = FIRST_RETRY;
  private boolean running;
  private boolean failed;
  private boolean closed;

  SpokeRunner(
      SpokeModel model, SpokeHub hub, ScheduledExecutorService scheduler, InstantSource clock) {
    this.model = model;
    this.hub = hub;
    this.scheduler = scheduler;
    this.clock = clock;
  }

  synchronized void seen(SpokeReplica replica) {
    if (isNewest(replica)) {
      model.seen(replica, clock.instant());
      plan();
    }
  }

  synchronized void gone(SpokeReplica last) {
    if (isNewest(last)) {
      model.gone(last.name(), clock.instant());
    } else {
      // Another replica of this name, or a deletion noticed late: read it from the hub.
      uncertain.add(last.name());
      retryAt = Optional.of(clock.instant());
    }
    plan();
  }

  /** A fresh read may be ahead of the watch, whose next events are older then. */
  private boolean isNewest(SpokeReplica replica) {
    long version = Long.parseUnsignedLong(replica.resourceVersion());
    long known = newest.merge(replica.name(), version, Math::max);
    return version == known;
  }

  synchronized void behave(SpokeBehaviour behaviour) {
    model.behave(behaviour, clock.instant());
    plan();
  }

  synchronized void makeCopiesAnew() {
    model.makeCopiesAnew(clock.instant());
    plan();
  }

  synchronized <T> T ask(Function<SpokeModel, T> question) {
    return question.apply(model);
  }

  synchronized void close() {
    closed = true;
    wake.ifPresent(future -> future.cancel(false));
  }

  private void plan() {
    if (closed || running) {
      return; // a run plans the next one when it ends
    }
    Optional<Instant> next =
        Stream.of(model.nextDue(), retryAt).flatMap(Optional::stream).min(Instant::compareTo);
    if (next.isEmpty() || !next.get().isBefore(wakeAt)) {
      return;
    }
    wake.ifPresent(future -> future.cancel(false));
    wakeAt = next.get();
    long nanos = Math.max(0, Duration.between(clock.instant(), wakeAt).toNanos());
    wake = Optional.of(scheduler.schedule(this::run, nanos, TimeUnit.NANOSECONDS));
  }

  private void run() {
    if (!begin()) {
      return;
    }
    boolean settled = false;
    try {
      for (int tries = 0; tries < TRIES && !settled; tries++) {
        settled = writeAll();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("The spoke has failed because of a bug: cluster={}", cluster(), e);
      throw e;
    } finally {
      end(settled);
    }
  }

  private synchronized boolean begin() {
    wakeAt = Instant.MAX;
    wake = Optional.empty();
    if (closed || running) {
      return false;
    }
    retryAt = Optional.empty();
    running = true;
    failed = false;
    return true;
  }

  private synchronized void end(boolean settled) {
    running = false;
    if (settled && !failed) {
      retry = FIRST_RETRY;
    } else {
      retryAt = Optional.of(clock.instant().plus(retry));
      retry = retry.multipliedBy(2).compareTo(LAST_RETRY) < 0 ? retry.multipliedBy(2) : LAST_RETRY;
    }
    plan();
  }

  private boolean writeAll() {
    boolean settled = true;
    for (String policy : takeUncertain()) {
      settled &= attempt(policy, () -> refresh(policy));
    }
    for (SpokeReplica.Report report : due()) {
      settled &= attempt(report.replica().name(), () -> seen(hub.writeStatus(cluster(), report)));
    }
    for (SpokeReplica.Finalizers change : finalizers()) {
      String policy = change.replica().name();
      settled &=
          attempt(
              policy,
              () -> {
                hub.writeFinalizers(cluster(), change);
                refresh(policy);
              });
    }
    return settled;
  }

  private synchronized List<SpokeReplica.Report> due() {
    return closed ? List.of() : model.advance(clock.instant());
  }

  private synchronized List<SpokeReplica.Finalizers> finalizers() {
    return closed ? List.of() : model.finalizers();
  }

  /** Writes; after a conflict, what the hub has now decides how to go on. */
  private boolean attempt(String policy, Runnable write) {
    try {
      write.run();
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() != HTTP_CONFLICT && e.getCode() != HTTP_NOT_FOUND) {
        return retryLater(policy, e);
      }
    } catch (RuntimeException e) {
      return retryLater(policy, e);
    }
    try {
      refresh(policy);
    } catch (RuntimeException e) {
      retryLater(policy, e);
    }
    return false;
  }

  /** Leaves a policy for later, to be read afresh: the write may have taken place all the same. */
  private synchronized boolean retryLater(String policy, RuntimeException failure) {
    LOG.warn(
        "The spoke cannot reach the hub, and tries again: cluster={} policy={} reason={}",
        cluster(),
        policy,
        failure.toString());
    failed = true;
    uncertain.add(policy);
    return true;
  }

  private synchronized List<String> takeUncertain() {
    List<String> policies = List.copyOf(uncertain);
    uncertain.clear();
    return policies;
  }

  private void refresh(String policy) {
    Optional<SpokeReplica> fresh = hub.read(cluster(), policy);
    synchronized (this) {
      if (fresh.isPresent()) {
        seen(fresh.get());
      } else {
        model.gone(policy, clock.instant());
      }
    }
  }

  private String cluster() {
    return model.name();
  }
}

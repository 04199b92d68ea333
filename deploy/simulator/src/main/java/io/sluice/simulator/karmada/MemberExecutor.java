package io.sluice.simulator.karmada;

import static java.net.HttpURLConnection.HTTP_CONFLICT;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the Works of one member, and reports what became of them. */
final class MemberExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(MemberExecutor.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final WorkClient hub;
  private final ScheduledExecutorService scheduler;
  private final Map<String, ExecutedWork> works = new HashMap<>();

  /** By the name of the Work that the object came from; a preserved object outlives its Work. */
  private final Map<String, AppliedObject> applied = new HashMap<>();

  private MemberBehaviour behaviour;

  MemberExecutor(WorkClient hub, ScheduledExecutorService scheduler, MemberBehaviour behaviour) {
    this.hub = hub;
    this.scheduler = scheduler;
    this.behaviour = behaviour;
  }

  synchronized void seen(ExecutedWork work) {
    works.put(work.name(), work);
    schedule(work.name(), behaviour.apply());
  }

  synchronized void gone(ExecutedWork work) {
    works.remove(work.name());
    if (!behaviour.offline() && !work.preserved()) {
      applied.remove(work.name());
    }
  }

  synchronized void behave(MemberBehaviour other) {
    behaviour = other;
    if (!behaviour.offline()) {
      applied.keySet().retainAll(works.keySet());
    }
    works.keySet().forEach(name -> schedule(name, behaviour.apply()));
  }

  /** Returns the manifest that the member has of an object. */
  synchronized Optional<Map<String, Object>> manifest(String object) {
    return works.values().stream()
        .filter(work -> work.object().equals(object))
        .map(work -> applied.get(work.name()))
        .filter(Objects::nonNull)
        .map(AppliedObject::manifest)
        .findFirst();
  }

  private void schedule(String work, Duration delay) {
    if (!scheduler.isShutdown()) {
      scheduler.schedule(() -> run(work), delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void run(String name) {
    try {
      execute(name);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HTTP_CONFLICT && e.getCode() != HTTP_NOT_FOUND) {
        LOG.warn("A member cannot report, and tries again: work={} reason={}", name, e.toString());
        schedule(name, RETRY);
      }
      // After a conflict the watch brings what the hub has now.
    } catch (RuntimeException | Error e) {
      LOG.error("A member has failed because of a bug: work={}", name, e);
      throw e;
    }
  }

  private void execute(String name) {
    Instant now = Instant.now();
    ExecutedWork work;
    Map<String, Object> status;
    synchronized (this) {
      work = works.get(name);
      if (work == null || behaviour.offline()) {
        return;
      }
      status = work.deleting() ? removed(work) : report(work, now);
    }
    if (work.deleting()) {
      if (work.finalizers().contains(ExecutedWork.FINALIZER)) {
        hub.release(work);
      }
    } else if (!status.equals(work.status())) {
      hub.writeStatus(work, status);
    }
  }

  private Map<String, Object> removed(ExecutedWork work) {
    if (!work.preserved()) {
      applied.remove(work.name());
    }
    return work.status();
  }

  private Map<String, Object> report(ExecutedWork work, Instant now) {
    MemberReport report = new MemberReport(work, behaviour.evidence(), now);
    if (work.suspended()) {
      return report.suspended();
    }
    if (behaviour.refusing()) {
      return report.refused();
    }
    AppliedObject object =
        Optional.ofNullable(applied.get(work.name()))
            .map(former -> former.updated(work, now))
            .orElseGet(() -> AppliedObject.created(work, now));
    applied.put(work.name(), object);
    Duration left = Duration.between(now, object.changed().plus(behaviour.progress()));
    boolean settled = left.isZero() || left.isNegative();
    if (!settled) {
      schedule(work.name(), left);
    }
    return report.applied(object, settled && !behaviour.unhealthy());
  }
}

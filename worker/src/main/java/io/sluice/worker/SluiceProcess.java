package io.sluice.worker;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.grpc.StatusRuntimeException;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.watch.WatchLiveness;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Sluice as a process of its own: waits for hub and Temporal, works until it is told to end,
 * and tells all the while how it is.
 *
 * <p>What is missing at the start is said and waited for, never a reason to end: whoever runs the
 * servers may be just about to bring it.
 */
public final class SluiceProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SluiceProcess.class);
  private static final Duration ENSURE_EVERY = Duration.ofMinutes(1);

  private final KubernetesClient hub;
  private final WatchLiveness freshness;
  private final WorkflowServiceStubs temporal;
  private final Settings settings;
  private final HealthSettings health;
  private final Consumer<String> news;
  private volatile Optional<Sluice> sluice = Optional.empty();
  private volatile String starting = "starting";

  /**
   * Makes a process that is not started.
   *
   * @param freshness listens to the client of the hub
   * @param news takes lines for the person who started it
   */
  public SluiceProcess(
      KubernetesClient hub,
      WatchLiveness freshness,
      WorkflowServiceStubs temporal,
      Settings settings,
      HealthSettings health,
      Consumer<String> news) {
    this.hub = requireNonNull(hub, "hub is null");
    this.freshness = requireNonNull(freshness, "freshness is null");
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.health = requireNonNull(health, "health is null");
    this.news = requireNonNull(news, "news is null");
  }

  /**
   * Where health is asked for, and what counts as ill.
   *
   * @param port 0: any free one
   * @param longestSilence how long a watch may say nothing
   */
  public record HealthSettings(int port, Duration longestSilence) {
    public HealthSettings {
      requireNonNull(longestSilence, "longestSilence is null");
    }
  }

  /** Tells when the process is to end. */
  public interface Ending {
    /** Waits at most so long; true when the process is to end. */
    boolean await(Duration longest) throws InterruptedException;
  }

  /** Runs until it is to end, and has stopped in good order when it returns. */
  public void run(Ending ending) throws InterruptedException {
    try (HealthServer server = HealthServer.start(health.port(), this::alive, this::ready)) {
      news.accept("Health on port %d: /healthz and /readyz.".formatted(server.port()));
      if (!begin(ending)) {
        return;
      }
      news.accept(
          "Sluice runs on hub %s and Temporal %s, namespace %s."
              .formatted(
                  hub.getMasterUrl(),
                  temporal.getOptions().getTarget(),
                  settings.temporalNamespace()));
      warnOfDroppedStrategies();
      while (!ending.await(ENSURE_EVERY)) {
        ensureHouse();
      }
      news.accept("Stopping.");
    } finally {
      sluice.ifPresent(Sluice::close);
    }
  }

  private boolean begin(Ending ending) throws InterruptedException {
    TemporalNamespaceSetup house =
        new TemporalNamespaceSetup(temporal, settings.temporalNamespace());
    List<Runnable> steps =
        List.of(
            new HubCheck(hub)::check,
            new PermissionCheck(hub, settings.lease().map(LeaseSettings::namespace))::check,
            new CrdCheck(hub)::check,
            new TemporalCheck(temporal)::check,
            () -> told(house::ensure),
            () -> told(() -> sluice = Optional.of(Sluice.start(hub, temporal, settings))));
    StartupRetry patience =
        new StartupRetry(
            ending,
            line -> {
              starting = line;
              news.accept(line);
            });
    for (Runnable step : steps) {
      if (!patience.until(step)) {
        return false;
      }
    }
    starting = "";
    return true;
  }

  /** Words what servers answer that went away after they had been there. */
  private void told(Runnable step) {
    try {
      step.run();
    } catch (StatusRuntimeException e) {
      throw TemporalCheck.failure(temporal, e);
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }

  /** Namespace or database of Temporal may be lost while it runs: then they are made anew. */
  private void ensureHouse() {
    try {
      told(new TemporalNamespaceSetup(temporal, settings.temporalNamespace())::ensure);
    } catch (IllegalStateException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private void warnOfDroppedStrategies() {
    if (sluice.filter(Sluice::strategyDropped).isPresent()) {
      news.accept(
          "The Policy CRD of this hub has no field spec.rolloutStrategy, so a strategy written there is dropped without a word (StrategyFieldMissing). Run kubectl apply -k deploy/crds.");
    }
  }

  private HealthServer.Answer alive() {
    boolean idle = sluice.filter(running -> !running.polling()).isPresent();
    return new HealthServer.Answer(
        idle ? List.of("the Temporal worker has stopped") : List.of(), "ok");
  }

  private HealthServer.Answer ready() {
    if (sluice.isEmpty()) {
      return new HealthServer.Answer(List.of(starting), "");
    }
    Sluice running = sluice.get();
    List<String> amiss =
        Stream.concat(
                new Readiness(freshness, health.longestSilence()).stale(running.watched()).stream(),
                alive().amiss().stream())
            .toList();
    return new HealthServer.Answer(amiss, "ok, " + running.leader());
  }
}

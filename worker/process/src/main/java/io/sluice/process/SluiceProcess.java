package io.sluice.process;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.grpc.StatusRuntimeException;
import io.sluice.hub.client.HubConnections;
import io.sluice.placement.PlacementMode;
import io.sluice.process.metrics.MetricsPage;
import io.sluice.process.metrics.ProcessMetrics;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Role;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs Sluice as a process of its own: waits for hub and Temporal, works until it is to end, and
 * reports its health.
 *
 * <p>What is missing at the start is reported and waited for, never a reason to end: the servers
 * may be just about to start.
 */
public final class SluiceProcess {
  private static final Logger LOG = LoggerFactory.getLogger(SluiceProcess.class);
  private static final Duration ENSURE_EVERY = Duration.ofMinutes(1);

  private final HubConnections connections;
  private final KubernetesClient hub;
  private final MetricsPage metrics;
  private final WorkflowServiceStubs temporal;
  private volatile Settings settings;
  private final HealthSettings health;
  private final Consumer<String> messages;
  private final ProcessTime time;
  private volatile Optional<Sluice> sluice = Optional.empty();
  private volatile List<StartupRetry> starting = List.of();

  /**
   * Makes a process that is not started.
   *
   * @param metrics measures this process, and its requests to the hub from now on
   * @param messages takes lines for the user who started it
   * @param time the clocks and threads of all that it does
   */
  public SluiceProcess(
      HubConnections connections,
      ProcessMetrics metrics,
      WorkflowServiceStubs temporal,
      Settings settings,
      HealthSettings health,
      Consumer<String> messages,
      ProcessTime time) {
    this.connections = requireNonNull(connections, "connections is null");
    this.hub = connections.requests();
    this.time = requireNonNull(time, "time is null");
    this.metrics = new MetricsPage(metrics, this::measured, time.clock());
    this.temporal = requireNonNull(temporal, "temporal is null");
    this.settings = requireNonNull(settings, "settings is null");
    this.health = requireNonNull(health, "health is null");
    this.messages = requireNonNull(messages, "messages is null");
    connections.observe(metrics.hub());
  }

  /**
   * Holds where health is served, and what counts as unhealthy.
   *
   * @param address of this machine; empty: all
   * @param port 0: any free one
   * @param longestSilence how long a watch, or the hub as a whole, may be silent
   */
  public record HealthSettings(Optional<String> address, int port, Duration longestSilence) {
    public HealthSettings {
      requireNonNull(address, "address is null");
      requireNonNull(longestSilence, "longestSilence is null");
    }

    InetSocketAddress listen() {
      return address
          .map(host -> new InetSocketAddress(host, port))
          .orElseGet(() -> new InetSocketAddress(port));
    }
  }

  /** Decides when the process is to end. */
  public interface EndSignal {
    /** Waits at most this long; returns true when the process is to end. */
    boolean await(Duration longest) throws InterruptedException;
  }

  /** Runs until it is to end; all parts have stopped when it returns. */
  public void run(EndSignal end) throws InterruptedException {
    try (HealthServer server =
        HealthServer.start(health.listen(), this::alive, this::ready, metrics::write)) {
      messages.accept(
          "Health on port %d: /healthz, /readyz and /metrics.".formatted(server.port()));
      describeRole();
      if (!begin(end)) {
        return;
      }
      messages.accept(
          "Sluice runs on hub %s and Temporal %s, namespace %s."
              .formatted(
                  hub.getMasterUrl(),
                  temporal.getOptions().getTarget(),
                  settings.temporalNamespace()));
      warnOfDroppedStrategies();
      while (!end.await(ENSURE_EVERY)) {
        ensureNamespace();
      }
      messages.accept("Stopping.");
    } finally {
      sluice.ifPresent(Sluice::close);
    }
  }

  private void describeRole() {
    Role role = settings.role();
    messages.accept("Role %s: this process %s.".formatted(role.label(), role.description()));
    settings
        .version()
        .filter(version -> role.runsRollouts())
        .ifPresent(
            version ->
                messages.accept(
                    "Version %s of Worker Deployment %s: it gets runs once that is current, or ramps up."
                        .formatted(version.buildId(), version.deployment())));
  }

  /** Checks hub and Temporal at the same time: each may take a while, or be away. */
  private boolean begin(EndSignal end) throws InterruptedException {
    StartupRetry onHub = new StartupRetry(end, messages, time.clock());
    StartupRetry onTemporal = new StartupRetry(end, messages, time.clock());
    starting = List.of(onHub, onTemporal);
    ExecutorService second =
        Executors.newSingleThreadExecutor(work -> new Thread(work, "temporal-check"));
    try {
      Future<Boolean> temporalChecked = second.submit(() -> onTemporal.until(temporalSteps()));
      return onHub.until(hubSteps()) && answer(temporalChecked) && onHub.until(this::start);
    } finally {
      second.shutdownNow();
    }
  }

  /** While the hub was waited for, Temporal may have gone away, or lost its database. */
  private void start() {
    temporalSteps().forEach(Runnable::run);
    reportingOutages(
        () -> sluice = Optional.of(Sluice.start(connections, temporal, settings, time)));
  }

  private static boolean answer(Future<Boolean> checked) throws InterruptedException {
    try {
      return checked.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the checks of Temporal failed", e.getCause());
    }
  }

  private List<Runnable> hubSteps() {
    return List.of(
        new HubCheck(hub)::check,
        // Which mode it is shows only where the CRDs of policies are.
        new CrdCheck(hub, PlacementMode.OFF)::check,
        this::decideMode,
        () -> permissions().check(),
        () -> new CrdCheck(hub, settings.placements().mode()).check(),
        () -> new SecondWriterCheck(hub, settings, time.clock()).check());
  }

  private List<Runnable> temporalSteps() {
    return List.of(
        new TemporalCheck(temporal)::check,
        () ->
            reportingOutages(
                new TemporalNamespaceSetup(temporal, settings.temporalNamespace())::ensure));
  }

  /** The mode of a running process never changes, whatever becomes of the propagator. */
  private void decideMode() {
    ModeCheck.Decided decided =
        new ModeCheck(hub, settings.propagatorNamespaces()).decide(settings.mode());
    settings = settings.in(decided.mode());
    LOG.info("{}", decided.message());
    messages.accept(decided.message());
  }

  private PermissionCheck permissions() {
    return new PermissionCheck(
        hub,
        settings.mode().mode().orElseThrow(),
        settings.lease().filter(lease -> settings.role().leads()).map(LeaseSettings::namespace),
        settings.placements().mode(),
        settings.templates().isPresent());
  }

  /** Turns the failures of servers that went away after their check into messages. */
  private void reportingOutages(Runnable step) {
    try {
      step.run();
    } catch (StatusRuntimeException e) {
      throw TemporalCheck.failure(temporal, e);
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }

  /**
   * Creates the namespace again when Temporal lost it, or its database, meanwhile, and looks
   * whether another hub uses the name of this one.
   */
  private void ensureNamespace() {
    try {
      reportingOutages(new TemporalNamespaceSetup(temporal, settings.temporalNamespace())::ensure);
      reportingOutages(() -> sluice.ifPresent(Sluice::checkName));
    } catch (IllegalStateException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private void warnOfDroppedStrategies() {
    if (sluice.filter(Sluice::strategyDropped).isPresent()) {
      messages.accept(
          "The Policy CRD of this hub has no field spec.rolloutStrategy, so a strategy written"
              + " there is dropped silently (StrategyFieldMissing). Patch the CRD as"
              + " deploy/crds/README.md describes.");
    }
  }

  /** A process whose hub is silent for long may be helped by a restart, or by another node. */
  private HealthServer.Health alive() {
    List<String> problems = new ArrayList<>();
    if (sluice.filter(running -> !running.polling()).isPresent()) {
      problems.add("the Temporal worker has stopped");
    }
    Duration silence = connections.silence();
    if (sluice.isPresent() && silence.compareTo(health.longestSilence()) > 0) {
      problems.add(
          "nothing has come from the hub for %d s, longer than %d s"
              .formatted(silence.toSeconds(), health.longestSilence().toSeconds()));
    }
    return new HealthServer.Health(problems, "ok");
  }

  private MetricsPage.Part measured() {
    return sluice.map(Sluice::measured).orElse(MetricsPage.Part.NONE);
  }

  private HealthServer.Health ready() {
    if (sluice.isEmpty()) {
      List<String> waiting =
          starting.stream().map(StartupRetry::waiting).filter(line -> !line.isEmpty()).toList();
      return new HealthServer.Health(waiting.isEmpty() ? List.of("starting") : waiting, "");
    }
    Sluice running = sluice.get();
    List<String> problems =
        Stream.concat(
                new Readiness(running::silence, health.longestSilence())
                    .stale(running.watched()).stream(),
                Stream.of(running.unlisted(), running.suspended(), alive().problems())
                    .flatMap(List::stream))
            .toList();
    return new HealthServer.Health(
        problems,
        "ok, %s, mode %s, role %s%s"
            .formatted(
                running.leader(),
                running.mode().label(),
                settings.role().label(),
                // An open gate is no problem of the process: nothing may be staged.
                running.gate().map("\n"::concat).orElse("")));
  }
}

package io.sluice.process;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.grpc.StatusRuntimeException;
import io.sluice.control.PolicyController;
import io.sluice.control.cache.CalendarCache;
import io.sluice.control.cache.EventRouter;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.cache.HubCachesBuilder;
import io.sluice.control.gate.GateMonitor;
import io.sluice.control.notification.NoticeController;
import io.sluice.control.notification.NoticeRouter;
import io.sluice.control.placement.PlacementController;
import io.sluice.control.placement.PlacementRouter;
import io.sluice.control.run.ActivityReclaimer;
import io.sluice.control.run.HubNameGuard;
import io.sluice.control.run.TemporalRuns;
import io.sluice.control.run.WorkerIdentity;
import io.sluice.control.template.KarmadaCaches;
import io.sluice.control.template.TemplateRouter;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.informer.Informers;
import io.sluice.hub.notification.NoticeRules;
import io.sluice.hub.notification.SelectedRules;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.policy.Problem;
import io.sluice.process.leader.LeaderElection;
import io.sluice.process.metrics.MetricsPage;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import io.sluice.workflow.owner.HubIdentity;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one Sluice process: informers and a Temporal worker, and where it leads the {@link
 * PolicyController} and the {@link PlacementController}.
 *
 * <p>{@link SluiceProcess} is what a user starts: it waits for the servers, checks what they must
 * have ({@link HubCheck}, {@link PermissionCheck}, {@link CrdCheck}, {@link TemporalCheck}, {@link
 * TemporalNamespaceSetup}), and reports its health ({@link HealthServer}, {@link Readiness}).
 * {@link LeaderElection} decides which process leads, {@link PolicyDuties} is what it then does.
 */
public final class Sluice implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sluice.class);

  private final ModeCheck.Decided mode;
  private final HubCaches caches;
  private final Optional<TemplatePropagation> templates;
  private final HubNameGuard names;

  /** Empty where this process never leads. */
  private final Optional<AutoCloseable> leading;

  /** Empty while another process leads. */
  private final AtomicReference<Controllers> controllers;

  /** Empty where this process runs no rollouts. */
  private final Optional<RolloutWorker> worker;

  /** In the order of their start. */
  private final StartedParts started;

  private Sluice(
      ModeCheck.Decided mode,
      HubCaches caches,
      Optional<TemplatePropagation> templates,
      HubNameGuard names,
      Optional<AutoCloseable> leading,
      AtomicReference<Controllers> controllers,
      Optional<RolloutWorker> worker,
      StartedParts started) {
    this.mode = mode;
    this.caches = caches;
    this.templates = templates;
    this.names = names;
    this.leading = leading;
    this.controllers = controllers;
    this.worker = worker;
    this.started = started;
  }

  /**
   * Starts Sluice on a hub and a Temporal server that can be reached.
   *
   * <p>Returns once the informers have synced and the worker polls.
   */
  public static Sluice start(
      KubernetesClient hub, WorkflowServiceStubs temporal, Settings settings) {
    StartedParts started = new StartedParts();
    return start(
        started.add(HubConnections.of(hub.getConfiguration())),
        temporal,
        settings,
        ProcessTime.SYSTEM,
        started);
  }

  /** Starts Sluice on connections that the caller closes after it. */
  static Sluice start(
      HubConnections hub, WorkflowServiceStubs temporal, Settings settings, ProcessTime time) {
    return start(hub, temporal, settings, time, new StartedParts());
  }

  private static Sluice start(
      HubConnections hub,
      WorkflowServiceStubs temporal,
      Settings asked,
      ProcessTime time,
      StartedParts started) {
    try {
      return starting(hub, temporal, asked, time, started);
    } catch (RuntimeException e) {
      throw started.abandon(e);
    }
  }

  private static Sluice starting(
      HubConnections hub,
      WorkflowServiceStubs temporal,
      Settings asked,
      ProcessTime time,
      StartedParts started) {
    ModeCheck.Decided decided =
        new ModeCheck(hub.requests(), asked.propagatorNamespaces()).decide(asked.mode());
    HubMode mode = decided.mode();
    Settings settings = asked.in(mode);
    Clock clock = time.clock();
    HubIdentity identity = HubIdentityReader.read(hub.requests(), settings.hubName());
    Optional<WorkerIdentity> process = TemporalClient.identity(settings);
    WorkflowClient client = TemporalClient.of(temporal, settings, process);
    AtomicReference<Consumer<Boolean>> queue = new AtomicReference<>(leaves -> {});
    HubNameGuard names =
        new HubNameGuard(client, identity, leaves -> queue.get().accept(leaves), clock);
    refuse(names.check());
    TemporalRuns runs = new TemporalRuns(client, identity, names::check);
    process
        .filter(name -> settings.role().runsRollouts())
        .ifPresent(name -> started.add(ActivityReclaimer.start(client, identity, name)));
    EventRecorder events = started.add(new EventRecorder(hub.requests(), clock));
    RequestPool requests = started.add(new RequestPool(settings.writesInFlight()));
    Optional<RolloutWorker> worker =
        settings.role().runsRollouts()
            ? Optional.of(
                started.add(new RolloutWorker(client, identity, () -> seen(names), settings, time)))
            : Optional.empty();
    worker.ifPresent(running -> queue.set(running::leaveQueue));
    EventRouter router = new EventRouter();
    PlacementRouter placementRouter = new PlacementRouter();
    TemplateRouter templateRouter = new TemplateRouter();
    NoticeRouter noticeRouter = new NoticeRouter();
    boolean evaluates =
        settings.role().leads() && settings.placements().mode() != PlacementMode.OFF;
    HubCaches caches =
        started.add(
            HubCachesBuilder.of(
                    hub,
                    (kind, former, present) -> {
                      router.changed(kind, former, present);
                      placementRouter.changed(kind, former, present);
                      if (KarmadaCaches.SHARED.contains(kind)
                          || CalendarCache.KINDS.contains(kind)) {
                        templateRouter.changed(kind, former, present);
                      }
                      noticeRouter.changed(kind, former, present);
                    },
                    time)
                .mode(mode)
                .namespaces(settings.propagatorNamespaces())
                .with(
                    Stream.concat(
                            Stream.of(Kinds.ROLLOUT_NOTIFIER),
                            evaluates ? Kinds.EVALUATED.stream() : Stream.empty())
                        .toList())
                .start());
    Optional<TemplatePropagation> templates =
        TemplatePropagation.start(hub, settings, templateRouter, caches, time);
    templates.ifPresent(started::add);
    CachedRollouts rollouts = new CachedRollouts(caches, templates, clock);
    NoticeRules notices =
        new SelectedRules(
            namespace -> caches.in(Kinds.ROLLOUT_NOTIFIER, namespace), rollouts::labels);
    worker.ifPresent(
        running ->
            running.start(
                hub.requests(),
                caches,
                templates.map(
                    part -> part.activities(hub.requests(), requests, events, notices, clock)),
                rollouts,
                requests,
                events,
                notices));
    AtomicReference<Controllers> controllers = new AtomicReference<>();
    Function<KubernetesClient, AutoCloseable> duties =
        writer -> {
          Controllers leader =
              Controllers.start(
                  () ->
                      new PolicyController(
                          writer, caches, router, runs, requests, events, notices, settings, time),
                  () ->
                      new PlacementController(
                          writer, caches, placementRouter, events, settings.placements(), time),
                  () -> templates.map(part -> part.controller(writer, runs, events, notices, time)),
                  () -> NoticeController.of(writer, caches, noticeRouter, notices, settings, time),
                  policies -> gate(writer, caches, policies, settings, time));
          controllers.set(leader);
          return () -> {
            controllers.set(null);
            leader.close();
          };
        };
    PolicyDuties term =
        new PolicyDuties(hub, caches, templates.map(TemplatePropagation::caches), duties);
    Optional<AutoCloseable> leading = lead(hub, settings, term, duties, time);
    leading.ifPresent(started::add);
    return new Sluice(decided, caches, templates, names, leading, controllers, worker, started);
  }

  /** A worker that polled the other hub's task queue would delay the other's rollouts. */
  private static void refuse(Optional<String> taken) {
    taken.ifPresent(
        why -> {
          throw new IllegalStateException(why);
        });
  }

  /** What is refused is refused, whether or not Temporal can be asked now. */
  private static void seen(HubNameGuard names) {
    try {
      names.seen();
    } catch (StatusRuntimeException e) {
      LOG.debug("whether another hub uses the name is not known: {}", e.getMessage());
    }
  }

  private static Optional<AutoCloseable> lead(
      HubConnections hub,
      Settings settings,
      PolicyDuties term,
      Function<KubernetesClient, AutoCloseable> duties,
      ProcessTime time) {
    if (!settings.role().leads()) {
      return Optional.empty();
    }
    return Optional.of(
        settings
            .lease()
            .<AutoCloseable>map(lease -> LeaderElection.start(hub, lease, term, time))
            .orElseGet(() -> duties.apply(hub.requests())));
  }

  /**
   * Returns what the process watches on the hub, as {@code
   * policies.policy.open-cluster-management.io}.
   */
  List<String> watched() {
    return Stream.concat(
            caches.watched().stream(),
            templates.stream().flatMap(part -> part.caches().watched().stream()))
        .distinct()
        .toList();
  }

  /**
   * Returns how long the watch of a kind has received nothing, the longest where there are two;
   * empty if it never did.
   */
  Optional<Duration> silence(String resource) {
    return informers()
        .flatMap(each -> each.silence(resource).stream())
        .max(Comparator.naturalOrder());
  }

  private Stream<Informers> informers() {
    return Stream.concat(
        Stream.of(caches.informers()), templates.stream().map(part -> part.caches().informers()));
  }

  /** Returns why kinds cannot be listed; one that is listed anew counts as it was meanwhile. */
  List<String> unlisted() {
    return informers().flatMap(each -> each.problems().stream()).distinct().toList();
  }

  /** Returns what is measured of the watches, and of the leader's work where this one leads. */
  MetricsPage.Part measured() {
    Map<String, Duration> silences = new TreeMap<>();
    watched()
        .forEach(
            resource -> silence(resource).ifPresent(silence -> silences.put(resource, silence)));
    Optional<Controllers> leader = Optional.ofNullable(controllers.get());
    return new MetricsPage.Part(
        leader.isPresent(),
        silences,
        () -> unreadable(leader),
        () -> leader.map(Controllers::metrics).orElse(List.of()));
  }

  private Map<String, Integer> unreadable(Optional<Controllers> leader) {
    Map<String, Integer> numbers = new TreeMap<>();
    Stream.concat(
            informers().map(Informers::unreadable), leader.stream().map(Controllers::unmeasured))
        .flatMap(each -> each.entrySet().stream())
        .forEach(entry -> numbers.merge(entry.getKey(), entry.getValue(), Integer::sum));
    return numbers;
  }

  /** Returns whether the worker asks Temporal for work, if it is to. */
  boolean polling() {
    return worker.isEmpty() || worker.get().polling();
  }

  /** Returns whether the Policy CRD drops strategies (rollout-strategy 1.6). */
  boolean strategyDropped() {
    return caches.strategyDropped();
  }

  /**
   * Formats what is not written and why: OCM's propagator runs (policy-propagation 8.1), its
   * placement controller (placement 1), Karmada (lazy-activation 2), or another hub has the name of
   * this one (rollout-strategy 3.2).
   */
  List<String> suspended() {
    Controllers leader = controllers.get();
    return Stream.of(
            caches.propagator().problem().stream()
                .map(problem -> Problem.message(problem.reason(), List.of(problem))),
            leader == null ? Stream.<String>empty() : leader.placements().suspended().stream(),
            templates.flatMap(TemplatePropagation::suspended).stream(),
            names.problem().stream())
        .flatMap(each -> each)
        .toList();
  }

  private static Optional<GateMonitor> gate(
      KubernetesClient writer,
      HubCaches caches,
      PolicyController policies,
      Settings settings,
      ProcessTime time) {
    Optional<GateMonitor> gate =
        GateMonitor.of(writer, caches, settings, policies::reconcileAll, time);
    gate.ifPresent(monitor -> caches.guardGate(monitor::problem));
    return gate;
  }

  /** Formats whether the gate stands, where this process leads and that is known or needed. */
  Optional<String> gate() {
    return Optional.ofNullable(controllers.get())
        .flatMap(Controllers::gate)
        .flatMap(GateMonitor::message);
  }

  /**
   * Looks whether another hub uses the name of this one.
   *
   * @throws io.grpc.StatusRuntimeException when Temporal cannot be reached
   */
  void checkName() {
    names.check();
  }

  /** Returns whether this process works beside OCM's propagator. */
  HubMode mode() {
    return mode.mode();
  }

  /** Formats in which mode this process works, and what decided it: a sentence. */
  public String modeMessage() {
    return mode.message();
  }

  /** Formats which process leads, as far as this one knows. */
  String leader() {
    if (leading.isEmpty()) {
      return "runs rollouts";
    }
    return leading.get() instanceof LeaderElection election
        ? election.describe()
        : "leading, alone";
  }

  /** Stops leading, takes no more work, lets running activities finish, and closes the watches. */
  @Override
  public void close() {
    started.close();
  }
}

package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.FullPass;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.queue.WorkQueue;
import io.sluice.control.queue.WriterMonitor;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.placement.ClusterManagerGuard;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.PlacementMode;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.settings.EvaluatorSettings;
import io.sluice.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates Placements while the process leads: each at the start and every ten minutes, else when
 * something changes that it reads (placement 10). A Placement has one writer at a time.
 */
public final class PlacementController implements AutoCloseable, PlacementRouter.ChangeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementController.class);

  /** Each waits for the hub most of the time. */
  private static final int WORKERS = 8;

  private static final Duration FULL_PASS_EVERY = Duration.ofMinutes(10);
  private static final Duration OPERATOR_CHECK_EVERY = Duration.ofSeconds(5);

  /** Collects our own writes into one look, which finds nothing to do. */
  private static final Duration OWN_WRITES = Duration.ofMillis(100);

  /** Collects what changes often and for many Placements: scores, decisions of others. */
  private static final Duration SHARED = Duration.ofSeconds(1);

  private final HubCaches caches;
  private final PlacementRouter events;
  private final EvaluatorSettings settings;
  private final EvaluationInputs inputs;
  private final Evaluators evaluators;
  private final Optional<WriterMonitor> operator;
  private final PlacementReconciler reconciler;
  private final WorkQueue<PlacementKey> placements;
  private final FullPass fullPasses;

  /**
   * Creates a controller; {@link #start()} starts it.
   *
   * @param hub a client that may write for as long as this process leads
   * @param events routes the events of the caches
   * @param recorder records Events for people
   */
  public PlacementController(
      KubernetesClient hub,
      HubCaches caches,
      PlacementRouter events,
      EventRecorder recorder,
      EvaluatorSettings settings,
      ProcessTime time) {
    this.caches = requireNonNull(caches, "caches is null");
    this.events = requireNonNull(events, "events is null");
    this.settings = requireNonNull(settings, "settings is null");
    Clock clock = time.clock();
    this.inputs = new EvaluationInputs(caches, settings.grouping(), clock);
    this.evaluators = new Evaluators(settings.grouping());
    this.operator =
        settings.mode() == PlacementMode.ALL
            ? Optional.of(
                new WriterMonitor(
                    "cluster manager",
                    OPERATOR_CHECK_EVERY,
                    new ClusterManagerGuard(hub, clock)::problem,
                    "the hub has no ClusterManager any more: Placements are evaluated again",
                    this::evaluateAll,
                    time))
            : Optional.empty();
    this.reconciler =
        new PlacementReconciler(
            hub,
            settings.mode(),
            () -> operator.map(WriterMonitor::free).orElse(true),
            inputs,
            evaluators,
            new PlacementReports(recorder, new RolloutFinder(caches), clock));
    this.placements = new WorkQueue<>(time, "placements", WORKERS, this::reconcile);
    this.fullPasses = new FullPass("placement passes", FULL_PASS_EVERY, this::evaluateAnew, time);
  }

  /** Starts to handle events, and evaluates every Placement once. */
  public PlacementController start() {
    if (settings.mode() == PlacementMode.OFF) {
      return this;
    }
    if (!caches.served(Kinds.MANAGED_CLUSTER_SET)
        || !caches.served(Kinds.MANAGED_CLUSTER_SET_BINDING)) {
      LOG.warn(
          "Cannot choose clusters for Placements: the hub lacks the CRDs of ManagedClusterSet and"
              + " ManagedClusterSetBinding, so no namespace may use any cluster. Install them as"
              + " deploy/crds/README.md describes.");
    }
    events.attach(this);
    operator.ifPresent(WriterMonitor::start);
    fullPasses.ask();
    return this;
  }

  /** Evaluates every Placement, whatever was noted of changes and of former evaluations. */
  private void evaluateAnew() {
    inputs.readAnew();
    evaluateAll();
  }

  private void evaluateAll() {
    caches.all(Kinds.PLACEMENT).forEach(placement -> placements.add(PlacementKey.of(placement)));
  }

  private void reconcile(PlacementKey placement) {
    reconciler.reconcile(placement).ifPresent(delay -> placements.addAfter(placement, delay));
  }

  /** Formats why nothing is written; empty when nothing keeps it from that. */
  public Optional<String> suspended() {
    return operator.flatMap(WriterMonitor::last);
  }

  /** Returns what is measured of its queues. */
  public List<QueueStatistics> queues() {
    return List.of(placements.statistics(), fullPasses.statistics());
  }

  /** True when no Placement waits or is being evaluated. */
  boolean idle() {
    return placements.idle() && fullPasses.idle();
  }

  @Override
  public void placementChanged(PlacementKey placement) {
    placements.add(placement);
  }

  @Override
  public void placementStatusChanged(PlacementKey placement) {
    placements.addAfter(placement, OWN_WRITES);
  }

  @Override
  public void decisionChanged(GenericKubernetesResource decision, List<PlacementKey> concerned) {
    inputs.decisionChanged(decision);
    concerned.forEach(placement -> placements.addAfter(placement, OWN_WRITES));
    evaluators.which(PlacementEvaluator::usesOtherDecisions).stream()
        .filter(other -> !concerned.contains(other))
        .forEach(other -> placements.addAfter(other, SHARED));
  }

  @Override
  public void clusterChanged(
      Optional<GenericKubernetesResource> former, Optional<GenericKubernetesResource> present) {
    inputs.clusterChanged(present.or(() -> former).orElseThrow());
    if (former.isEmpty() || present.isEmpty()) {
      evaluateAll();
      return;
    }
    ManagedCluster before = inputs.cluster(former.get());
    ManagedCluster now = inputs.cluster(present.get());
    evaluators.which(evaluator -> evaluator.affected(before, now)).forEach(placements::add);
  }

  @Override
  public void setChanged(GenericKubernetesResource set) {
    inputs.setChanged(set);
    evaluateAll();
  }

  @Override
  public void bindingChanged(String namespace) {
    caches.in(Kinds.PLACEMENT, namespace).forEach(each -> placements.add(PlacementKey.of(each)));
  }

  @Override
  public void scoreChanged(GenericKubernetesResource score) {
    inputs.scoreChanged(score);
    evaluators
        .which(PlacementEvaluator::usesScores)
        .forEach(placement -> placements.addAfter(placement, SHARED));
  }

  @Override
  public void close() {
    events.detach(this);
    operator.ifPresent(WriterMonitor::close);
    fullPasses.close();
    placements.close();
  }
}

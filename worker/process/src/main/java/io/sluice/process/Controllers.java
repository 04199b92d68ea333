package io.sluice.process;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.sluice.control.PolicyController;
import io.sluice.control.gate.GateMonitor;
import io.sluice.control.notification.NoticeController;
import io.sluice.control.placement.PlacementController;
import io.sluice.control.queue.QueueStatistics;
import io.sluice.control.template.TemplateController;
import io.sluice.process.metrics.GateMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Holds what runs while the process leads; templates are propagated by a controller of its own, and
 * beside OCM's propagator the gate is looked at.
 */
record Controllers(
    PolicyController policies,
    PlacementController placements,
    Optional<TemplateController> templates,
    NoticeController notices,
    Optional<GateMonitor> gate,
    StartedParts started)
    implements AutoCloseable {
  /** Starts all; none runs on if one of them cannot start. */
  static Controllers start(
      Supplier<PolicyController> policies,
      Supplier<PlacementController> placements,
      Supplier<Optional<TemplateController>> templates,
      Supplier<NoticeController> notices,
      Function<PolicyController, Optional<GateMonitor>> gates) {
    StartedParts started = new StartedParts();
    try {
      PolicyController policy = started.add(policies.get());
      PlacementController placement = started.add(placements.get());
      Optional<TemplateController> template = templates.get();
      template.ifPresent(started::add);
      NoticeController notice = started.add(notices.get());
      Optional<GateMonitor> gate = gates.apply(policy);
      gate.ifPresent(started::add);
      gate.ifPresent(GateMonitor::start);
      placement.start();
      template.ifPresent(TemplateController::start);
      policy.start();
      notice.start();
      return new Controllers(policy, placement, template, notice, gate, started);
    } catch (RuntimeException e) {
      throw started.abandon(e);
    }
  }

  /** Returns the metrics of the term. */
  List<MetricSnapshot> metrics() {
    List<QueueStatistics> queues = new ArrayList<>(policies.queues());
    queues.addAll(placements.queues());
    queues.addAll(notices.queues());
    templates.map(TemplateController::queues).ifPresent(queues::addAll);
    List<MetricSnapshot> all = new ArrayList<>(policies.metrics());
    all.addAll(QueueStatistics.snapshots(queues));
    all.addAll(notices.metrics());
    gate.map(GateMonitor::state).map(GateMetrics::snapshots).ifPresent(all::addAll);
    return all;
  }

  /** Returns how many objects the last metrics have left out, by the name of their kind. */
  Map<String, Integer> unmeasured() {
    return policies.unmeasured();
  }

  @Override
  public void close() {
    started.close();
  }
}

package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.NotEvaluated;
import io.sluice.placement.evaluation.PlacementCondition;
import io.sluice.placement.evaluation.PlacementEvaluator;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records Events on Placements: what is wrong with them, once for each change (placement 7). */
final class PlacementReports {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementReports.class);
  private static final String NOT_EVALUATED = "PlacementNotEvaluated";

  private final EventRecorder events;
  private final RolloutFinder rollouts;
  private final Clock clock;
  private final Map<PlacementKey, List<String>> warnings = new ConcurrentHashMap<>();
  private final Map<PlacementKey, String> unevaluated = new ConcurrentHashMap<>();

  PlacementReports(EventRecorder events, RolloutFinder rollouts, Clock clock) {
    this.events = requireNonNull(events, "events is null");
    this.rollouts = requireNonNull(rollouts, "rollouts is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Reports an evaluation.
   *
   * @param silence a warning that matters only where a rollout uses the Placement
   */
  void evaluated(
      GenericKubernetesResource placement, Evaluation evaluation, Optional<String> silence) {
    PlacementKey key = PlacementKey.of(placement);
    EventSubject subject = EventSubject.of(placement);
    unevaluated.remove(key);
    List<String> present =
        Stream.concat(
                evaluation.warnings().stream(),
                silence.filter(warning -> rollouts.uses(key)).stream())
            .toList();
    List<String> former = warnings.put(key, present);
    if (!present.equals(former) && !present.isEmpty()) {
      // Whether a former leader recorded the first list is not known, so it is recorded once for
      // each generation.
      String occasion = former == null ? generation(placement) : clock.instant().toString();
      events.warning(subject, PlacementEvaluator.WARNING, String.join(" ", present), occasion);
    }
    misconfigured(evaluation)
        .ifPresent(
            condition ->
                events.warning(
                    subject, condition.type(), condition.message(), generation(placement)));
  }

  private static Optional<PlacementCondition> misconfigured(Evaluation evaluation) {
    return evaluation.status().conditions().stream()
        .filter(condition -> condition.type().equals(PlacementCondition.MISCONFIGURED))
        .filter(PlacementCondition::holds)
        .findFirst();
  }

  /** Reports an error of the hub for which nothing is written. */
  void notEvaluated(GenericKubernetesResource placement, NotEvaluated why) {
    PlacementKey key = PlacementKey.of(placement);
    if (!why.reason().equals(unevaluated.put(key, why.reason()))) {
      LOG.warn("Placement {} is not evaluated, and tried again: {}", key, why.reason());
      events.warning(placement, NOT_EVALUATED, why.reason());
    }
  }

  void forget(PlacementKey placement) {
    warnings.remove(placement);
    unevaluated.remove(placement);
  }

  private static String generation(GenericKubernetesResource placement) {
    return "generation " + HubObjects.generation(placement);
  }
}

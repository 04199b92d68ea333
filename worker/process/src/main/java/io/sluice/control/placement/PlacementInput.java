package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.placement.PlacementStatusWriter;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.placement.write.DecisionOwner;
import io.sluice.placement.write.DecisionWrite;
import io.sluice.placement.write.DecisionWritePlanner;
import io.sluice.placement.write.WantedDecisions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Holds a Placement, and what it is evaluated from.
 *
 * @param published the PlacementDecisions that may be its own
 * @param evaluator made of its settings
 */
record PlacementInput(
    GenericKubernetesResource object,
    PlacementObject placement,
    List<PublishedDecision> published,
    PlacementEvaluator evaluator,
    FleetInput fleet) {
  PlacementInput {
    requireNonNull(object, "object is null");
    requireNonNull(placement, "placement is null");
    published = List.copyOf(published);
    requireNonNull(evaluator, "evaluator is null");
    requireNonNull(fleet, "fleet is null");
  }

  PlacementState state() {
    return state(object.getMetadata().getResourceVersion(), published);
  }

  /** Returns the state after the Placement and its decisions were written. */
  PlacementState state(String version, Collection<PublishedDecision> written) {
    return new PlacementState(
        evaluator, fleet.version(), placement.uid(), version, PlacementState.versions(written));
  }

  /** Returns whether an evaluation leaves nothing to write. */
  boolean stands(Evaluation evaluation) {
    return next(published, new WantedDecisions(evaluation.objects())).isEmpty()
        && PlacementStatusWriter.stands(object, evaluation.status());
  }

  /** Returns what is written next, if these are the decisions on the hub. */
  Optional<DecisionWrite> next(Collection<PublishedDecision> standing, WantedDecisions wanted) {
    return DecisionWritePlanner.next(
        new DecisionOwner(placement.name(), placement.uid()), List.copyOf(standing), wanted);
  }
}

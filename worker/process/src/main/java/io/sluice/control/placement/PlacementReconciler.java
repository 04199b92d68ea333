package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.placement.PlacementPublisher.Publication;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.placement.PlacementMode;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.NotEvaluated;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.policy.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Evaluates one Placement from the caches, and has {@link PlacementPublisher} write what must
 * change.
 *
 * <p>It remembers in which state of everything there was nothing to write, so that the echo of our
 * own writes costs a comparison of versions.
 */
final class PlacementReconciler {
  private static final Duration HUB_ERROR = Duration.ofSeconds(30);

  private final PlacementMode mode;
  private final EvaluationInputs inputs;
  private final Evaluators evaluators;
  private final PlacementPublisher publisher;
  private final PlacementReports reports;
  private final Map<PlacementKey, PlacementState> settled = new ConcurrentHashMap<>();

  /**
   * Creates a reconciler.
   *
   * @param allowed asks whether anything may be written now
   */
  PlacementReconciler(
      KubernetesClient client,
      PlacementMode mode,
      BooleanSupplier allowed,
      EvaluationInputs inputs,
      Evaluators evaluators,
      PlacementReports reports) {
    this.mode = requireNonNull(mode, "mode is null");
    this.inputs = requireNonNull(inputs, "inputs is null");
    this.evaluators = requireNonNull(evaluators, "evaluators is null");
    this.publisher = new PlacementPublisher(client, this::covered, allowed, inputs, evaluators);
    this.reports = requireNonNull(reports, "reports is null");
  }

  /**
   * Evaluates a Placement.
   *
   * @return after which time it must be evaluated again, whatever happens
   */
  Optional<Duration> reconcile(PlacementKey key) {
    Optional<GenericKubernetesResource> placement = inputs.cached(key).filter(this::covered);
    if (placement.isEmpty()) {
      evaluators.forget(key);
      settled.remove(key);
      reports.forget(key);
      return Optional.empty();
    }
    PlacementInput input = inputs.read(placement.get(), inputs.published(key), evaluators);
    if (input.state().equals(settled.get(key))) {
      return Optional.empty();
    }
    settled.remove(key);
    return inputs
        .evaluate(input)
        .match(
            evaluation ->
                input.stands(evaluation)
                    ? done(key, input, evaluation, input.state())
                    : publish(key, input, evaluation),
            why -> notEvaluated(input, why));
  }

  private boolean covered(GenericKubernetesResource placement) {
    return !HubObjects.deleting(placement)
        && PlacementScope.excluded(PlacementObjectParser.parse(placement), mode).isEmpty();
  }

  private Optional<Duration> publish(
      PlacementKey key, PlacementInput input, Evaluation evaluation) {
    Optional<Publication> published = publisher.publish(key, input, evaluation);
    return published.flatMap(
        publication ->
            publication
                .result()
                .match(
                    written ->
                        done(key, publication.input(), written, publication.state().orElseThrow()),
                    why -> notEvaluated(publication.input(), why)));
  }

  private Optional<Duration> done(
      PlacementKey key, PlacementInput input, Evaluation evaluation, PlacementState state) {
    if (input.evaluator().repeatable() && evaluation.status().misconfigured().isEmpty()) {
      settled.put(key, state);
    }
    reports.evaluated(
        input.object(), evaluation, input.evaluator().silenceWarning().map(Problem::sentences));
    return evaluation.requeueAfter();
  }

  private Optional<Duration> notEvaluated(PlacementInput input, NotEvaluated why) {
    if (!why.retry()) {
      return Optional.empty();
    }
    reports.notEvaluated(input.object(), why);
    return Optional.of(HUB_ERROR);
  }
}

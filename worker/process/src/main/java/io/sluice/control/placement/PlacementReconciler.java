package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.DecisionWriter;
import io.sluice.hub.placement.PlacementObjectParser;
import io.sluice.hub.placement.PlacementStatusWriter;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PlacementMode;
import io.sluice.placement.PlacementObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationResult;
import io.sluice.placement.evaluation.NotEvaluated;
import io.sluice.placement.evaluation.PlacementEvaluator;
import io.sluice.placement.evaluation.PlacementScope;
import io.sluice.placement.write.DecisionOwner;
import io.sluice.placement.write.DecisionWrite;
import io.sluice.placement.write.DecisionWrite.CreateDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import io.sluice.placement.write.DecisionWritePlanner;
import io.sluice.policy.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Evaluates one Placement and writes what must change: its decisions in the order that {@link
 * DecisionWritePlanner} decides, then its status (placement 9).
 *
 * <p>Whether anything must change is judged from the caches. If so, the Placement and its decisions
 * are read from the hub, and evaluated again unless they are what the caches had, so that a cache
 * that lags behind decides no write.
 */
final class PlacementReconciler {
  private static final Duration HUB_ERROR = Duration.ofSeconds(30);

  private final HubApi hub;
  private final KubernetesClient client;
  private final HubCaches caches;
  private final PlacementMode mode;
  private final BooleanSupplier allowed;
  private final EvaluationInputs inputs;
  private final Evaluators evaluators;
  private final PlacementReports reports;

  /**
   * Creates a reconciler.
   *
   * @param allowed asks whether anything may be written now
   */
  PlacementReconciler(
      KubernetesClient client,
      HubCaches caches,
      PlacementMode mode,
      BooleanSupplier allowed,
      EvaluationInputs inputs,
      Evaluators evaluators,
      PlacementReports reports) {
    this.hub = new HubApi(client);
    this.client = client;
    this.caches = requireNonNull(caches, "caches is null");
    this.mode = requireNonNull(mode, "mode is null");
    this.allowed = requireNonNull(allowed, "allowed is null");
    this.inputs = requireNonNull(inputs, "inputs is null");
    this.evaluators = requireNonNull(evaluators, "evaluators is null");
    this.reports = requireNonNull(reports, "reports is null");
  }

  /**
   * Evaluates a Placement.
   *
   * @return after which time it must be evaluated again, whatever happens
   */
  Optional<Duration> reconcile(PlacementKey key) {
    Optional<GenericKubernetesResource> placement = cached(key);
    if (placement.isEmpty()) {
      evaluators.forget(key);
      reports.forget(key);
      return Optional.empty();
    }
    List<PublishedDecision> published = inputs.published(key);
    return evaluate(placement.get(), published)
        .match(
            evaluation ->
                stands(placement.get(), published, evaluation)
                    ? done(placement.get(), evaluation)
                    : write(key, new Cached(placement.get(), published, evaluation)),
            why -> notEvaluated(placement.get(), why));
  }

  private Optional<GenericKubernetesResource> cached(PlacementKey key) {
    return caches.find(Kinds.PLACEMENT, key.toString()).filter(this::covered);
  }

  private boolean covered(GenericKubernetesResource placement) {
    return !HubObjects.deleting(placement)
        && PlacementScope.excluded(PlacementObjectParser.parse(placement), mode).isEmpty();
  }

  private EvaluationResult evaluate(
      GenericKubernetesResource object, List<PublishedDecision> published) {
    PlacementObject placement = PlacementObjectParser.parse(object);
    PlacementEvaluator evaluator = evaluators.of(placement);
    return evaluator.evaluate(inputs.of(placement, evaluator, published));
  }

  private static boolean stands(
      GenericKubernetesResource placement,
      List<PublishedDecision> published,
      Evaluation evaluation) {
    return next(placement, published, evaluation).isEmpty()
        && PlacementStatusWriter.stands(placement, evaluation.status());
  }

  private static Optional<DecisionWrite> next(
      GenericKubernetesResource placement,
      List<PublishedDecision> published,
      Evaluation evaluation) {
    DecisionOwner owner =
        new DecisionOwner(placement.getMetadata().getName(), placement.getMetadata().getUid());
    return DecisionWritePlanner.next(owner, published, evaluation.objects());
  }

  /** Holds what was evaluated from the caches. */
  private record Cached(
      GenericKubernetesResource placement,
      List<PublishedDecision> published,
      Evaluation evaluation) {
    /** Returns whether the hub has exactly what the caches had. */
    boolean stands(GenericKubernetesResource read, List<PublishedDecision> decisions) {
      return read.getMetadata().getUid().equals(placement.getMetadata().getUid())
          && read.getMetadata()
              .getResourceVersion()
              .equals(placement.getMetadata().getResourceVersion())
          && Set.copyOf(decisions).equals(Set.copyOf(published));
    }
  }

  private Optional<Duration> write(PlacementKey key, Cached cached) {
    return ConflictRetry.write(
            "write the decisions of Placement " + key,
            "patch",
            Kinds.resource(Kinds.PLACEMENT_DECISION),
            () -> Optional.of(attempt(key, cached)))
        .again();
  }

  /** Holds what an attempt to write leads to. */
  private record Written(Optional<Duration> again) {}

  /**
   * Reads the hub, evaluates and writes; a conflict ends the attempt, and the next one reads anew.
   */
  private Written attempt(PlacementKey key, Cached cached) {
    Optional<GenericKubernetesResource> found =
        hub.get(Kinds.PLACEMENT, key.namespace(), key.name()).filter(this::covered);
    if (found.isEmpty() || !allowed.getAsBoolean()) {
      return new Written(Optional.empty());
    }
    GenericKubernetesResource placement = found.get();
    List<PublishedDecision> published = read(key);
    if (cached.stands(placement, published)) {
      return new Written(write(placement, published, cached.evaluation()));
    }
    return new Written(
        evaluate(placement, published)
            .match(
                evaluation -> write(placement, published, evaluation),
                why -> notEvaluated(placement, why)));
  }

  /**
   * Reads from the hub the decisions with the label of the Placement; those that only have such a
   * name come from the cache.
   */
  private List<PublishedDecision> read(PlacementKey key) {
    Map<String, PublishedDecision> decisions = new LinkedHashMap<>();
    inputs.published(key).stream()
        .filter(decision -> !labelled(key, decision))
        .forEach(decision -> decisions.put(decision.name(), decision));
    hub
        .list(
            Kinds.PLACEMENT_DECISION, key.namespace(), Map.of(DecisionObject.PLACEMENT, key.name()))
        .stream()
        .map(PublishedDecisionParser::parse)
        .forEach(decision -> decisions.put(decision.name(), decision));
    return List.copyOf(decisions.values());
  }

  private static boolean labelled(PlacementKey key, PublishedDecision decision) {
    return key.name().equals(decision.object().labels().get(DecisionObject.PLACEMENT));
  }

  private Optional<Duration> write(
      GenericKubernetesResource placement,
      List<PublishedDecision> published,
      Evaluation evaluation) {
    PlacementKey key = PlacementKey.of(placement);
    DecisionWriter writer = new DecisionWriter(client, PlacementObjectParser.parse(placement));
    Map<String, PublishedDecision> standing = new LinkedHashMap<>();
    published.forEach(decision -> standing.put(decision.name(), decision));
    Optional<DecisionWrite> next = next(placement, published, evaluation);
    while (next.isPresent()) {
      if (cached(key).isEmpty()) {
        // Given to OCM's controller, or deleted, in the middle of the plan.
        return Optional.empty();
      }
      perform(next.get(), writer, standing);
      if (next.get() instanceof CreateDecision create && listsNone(evaluation, create.name())) {
        String version = standing.get(create.name()).resourceVersion();
        perform(new WriteClusters(create.name(), List.of(), version), writer, standing);
      }
      next = next(placement, new ArrayList<>(standing.values()), evaluation);
    }
    if (cached(key).isPresent()) {
      new PlacementStatusWriter(client).write(placement, evaluation.status());
    }
    return done(placement, evaluation);
  }

  /** An empty list is written, too: without a status the object would look unfinished. */
  private static boolean listsNone(Evaluation evaluation, String name) {
    return evaluation.objects().stream()
        .anyMatch(object -> object.name().equals(name) && object.clusters().isEmpty());
  }

  private static void perform(
      DecisionWrite write, DecisionWriter writer, Map<String, PublishedDecision> standing) {
    writer
        .write(write)
        .ifPresentOrElse(
            written -> standing.put(write.name(), written), () -> standing.remove(write.name()));
  }

  private Optional<Duration> done(GenericKubernetesResource placement, Evaluation evaluation) {
    reports.evaluated(
        placement,
        evaluation,
        evaluators
            .of(PlacementObjectParser.parse(placement))
            .silenceWarning()
            .map(Problem::sentences));
    return evaluation.requeueAfter();
  }

  private Optional<Duration> notEvaluated(GenericKubernetesResource placement, NotEvaluated why) {
    if (!why.retry()) {
      return Optional.empty();
    }
    reports.notEvaluated(placement, why);
    return Optional.of(HUB_ERROR);
  }
}

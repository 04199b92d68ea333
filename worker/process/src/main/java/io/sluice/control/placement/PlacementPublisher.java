package io.sluice.control.placement;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.ConflictRetry;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.placement.DecisionWriter;
import io.sluice.hub.placement.PlacementStatusWriter;
import io.sluice.hub.placement.PublishedDecisionParser;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.evaluation.Evaluation;
import io.sluice.placement.evaluation.EvaluationResult;
import io.sluice.placement.write.DecisionWrite;
import io.sluice.placement.write.DecisionWrite.CreateDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import io.sluice.placement.write.WantedDecisions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Writes what a Placement evaluates to: its decisions in the order that {@link
 * io.sluice.placement.write.DecisionWritePlanner} decides, then its status (placement 9).
 *
 * <p>A cache that lags behind decides no write. Before the first one the hub is asked which
 * versions the Placement and its decisions have; if the caches had others, both are read and
 * evaluated again.
 */
final class PlacementPublisher {
  private final HubApi hub;
  private final JsonSender versions;
  private final KubernetesClient client;
  private final Predicate<GenericKubernetesResource> covered;
  private final BooleanSupplier allowed;
  private final EvaluationInputs inputs;
  private final Evaluators evaluators;

  /**
   * Creates a publisher.
   *
   * @param covered tells whether this process evaluates a Placement
   * @param allowed asks whether anything may be written now
   */
  PlacementPublisher(
      KubernetesClient client,
      Predicate<GenericKubernetesResource> covered,
      BooleanSupplier allowed,
      EvaluationInputs inputs,
      Evaluators evaluators) {
    this.hub = new HubApi(client);
    this.versions = new JsonSender(client);
    this.client = client;
    this.covered = requireNonNull(covered, "covered is null");
    this.allowed = requireNonNull(allowed, "allowed is null");
    this.inputs = requireNonNull(inputs, "inputs is null");
    this.evaluators = requireNonNull(evaluators, "evaluators is null");
  }

  /**
   * Holds what was published.
   *
   * @param result what is written, or why nothing is
   * @param state as it is after the writes, where the result is written
   */
  record Publication(
      PlacementInput input, EvaluationResult result, Optional<PlacementState> state) {}

  /**
   * Writes what the caches led to, or what the hub leads to if it has other versions.
   *
   * @return what was published; empty if the Placement is not to be written now
   */
  Optional<Publication> publish(PlacementKey key, PlacementInput cached, Evaluation evaluation) {
    AtomicBoolean first = new AtomicBoolean(true);
    return ConflictRetry.write(
        "write the decisions of Placement " + key,
        "patch",
        Kinds.resource(Kinds.PLACEMENT_DECISION),
        () ->
            Optional.of(
                first.getAndSet(false) && current(key, cached)
                    ? write(key, cached, evaluation)
                    : readAndWrite(key)));
  }

  /** Returns whether the hub has exactly what the caches had. */
  private boolean current(PlacementKey key, PlacementInput cached) {
    return versions
            .metadata(Kinds.PLACEMENT, key.namespace(), key.name())
            .filter(meta -> same(meta, cached.object().getMetadata()))
            .isPresent()
        && decisions(key).equals(PlacementState.versions(cached.published()));
  }

  private static boolean same(ObjectMeta left, ObjectMeta right) {
    return left.getUid().equals(right.getUid())
        && left.getResourceVersion().equals(right.getResourceVersion());
  }

  /**
   * Asks the hub for the versions of the decisions with the label of the Placement; those that only
   * have such a name come from the cache.
   */
  private Map<String, String> decisions(PlacementKey key) {
    Map<String, String> found = PlacementState.versions(unlabelled(key));
    found.putAll(versions.versions(Kinds.PLACEMENT_DECISION, key.namespace(), label(key)));
    return found;
  }

  /** Reads the hub, evaluates and writes; a conflict ends the attempt, and the next reads anew. */
  private Optional<Publication> readAndWrite(PlacementKey key) {
    Optional<GenericKubernetesResource> found =
        hub.get(Kinds.PLACEMENT, key.namespace(), key.name()).filter(covered);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    PlacementInput read = inputs.read(found.get(), read(key), evaluators);
    return inputs
        .evaluate(read)
        .match(
            evaluation -> write(key, read, evaluation),
            why -> Optional.of(new Publication(read, why, Optional.empty())));
  }

  private List<PublishedDecision> read(PlacementKey key) {
    Map<String, PublishedDecision> found = new LinkedHashMap<>();
    unlabelled(key).forEach(decision -> found.put(decision.name(), decision));
    hub.list(Kinds.PLACEMENT_DECISION, key.namespace(), label(key)).stream()
        .map(PublishedDecisionParser::parse)
        .forEach(decision -> found.put(decision.name(), decision));
    return List.copyOf(found.values());
  }

  private List<PublishedDecision> unlabelled(PlacementKey key) {
    return inputs.published(key).stream()
        .filter(
            decision ->
                !key.name().equals(decision.object().labels().get(DecisionObject.PLACEMENT)))
        .toList();
  }

  private static Map<String, String> label(PlacementKey key) {
    return Map.of(DecisionObject.PLACEMENT, key.name());
  }

  private Optional<Publication> write(
      PlacementKey key, PlacementInput input, Evaluation evaluation) {
    if (!allowed.getAsBoolean()) {
      return Optional.empty();
    }
    DecisionWriter writer = new DecisionWriter(client, input.placement());
    Map<String, PublishedDecision> standing = new LinkedHashMap<>();
    input.published().forEach(decision -> standing.put(decision.name(), decision));
    WantedDecisions wanted = new WantedDecisions(evaluation.objects());
    Optional<DecisionWrite> next = input.next(standing.values(), wanted);
    while (next.isPresent()) {
      if (inputs.cached(key).filter(covered).isEmpty()) {
        // Given to OCM's controller, or deleted, in the middle of the plan.
        return Optional.empty();
      }
      perform(next.get(), writer, standing);
      if (next.get() instanceof CreateDecision create && listsNone(evaluation, create.name())) {
        String version = standing.get(create.name()).resourceVersion();
        perform(new WriteClusters(create.name(), List.of(), version), writer, standing);
      }
      next = input.next(standing.values(), wanted);
    }
    if (inputs.cached(key).filter(covered).isEmpty()) {
      return Optional.empty();
    }
    String version = new PlacementStatusWriter(client).write(input.object(), evaluation.status());
    return Optional.of(
        new Publication(input, evaluation, Optional.of(input.state(version, standing.values()))));
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
}

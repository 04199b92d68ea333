package io.sluice.control.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.PagePlanner;
import io.sluice.hub.beside.OverrideObjects;
import io.sluice.hub.beside.PageObjects;
import io.sluice.hub.beside.PageWriter;
import io.sluice.hub.beside.UnstagedChanges;
import io.sluice.hub.beside.UnstagedFindings;
import io.sluice.hub.beside.UnstagedNote;
import io.sluice.hub.beside.UnstagedNoteWriter;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.EventSubject;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Wording;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one step of a plan, each object with the resourceVersion on which it was decided. */
final class OverrideWriter {
  private static final Logger LOG = LoggerFactory.getLogger(OverrideWriter.class);

  private final OverrideObjects override;
  private final PageWriter pages;
  private final UnstagedNoteWriter notes;
  private final RolloutObjects rollouts;
  private final EventRecorder events;
  private final Clock clock;

  OverrideWriter(KubernetesClient hub, RolloutObjects rollouts, EventRecorder events, Clock clock) {
    this.override = new OverrideObjects(hub);
    this.pages = new PageWriter(hub);
    this.notes = new UnstagedNoteWriter(hub);
    this.rollouts = rollouts;
    this.events = events;
    this.clock = clock;
  }

  /** Writes the next step; after a conflict nothing is written, and the step is decided anew. */
  void write(OverridePlan plan) {
    PolicyName policy = plan.objects().policy();
    try {
      apply(plan, policy);
      LOG.info("override of policy {}: {}", policy, plan.step());
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
        throw HubException.of(
            "write the override of policy " + policy, "update", Kinds.PLACEMENT_DECISION, e);
      }
      LOG.debug("override of policy {}: {} is decided anew", policy, plan.step());
    }
  }

  private void apply(OverridePlan plan, PolicyName policy) {
    switch (plan.step()) {
      case ADD_FINALIZER -> override.hold(rollout(plan), plan.context().root());
      case DELETE_STRAY_PAGES -> PageObjects.strays(plan.names()).forEach(override::deletePage);
      case CREATE_PLACEMENT -> override.createPlacement(policy);
      case REPAIR_PLACEMENT ->
          override.repair(Kinds.PLACEMENT, plan.names().placement().orElseThrow(), policy);
      case CREATE_BINDING -> override.createBinding(policy);
      case REPAIR_BINDING ->
          override.repair(Kinds.PLACEMENT_BINDING, plan.names().binding().orElseThrow(), policy);
      case WITHDRAW_CLUSTERS ->
          pages.write(
              plan.objects(), PagePlanner.withdraw(plan.state().pages(), plan.state().withdrawn()));
      case WITHDRAW_EDITED -> withdrawEdited(plan);
      case LIST_UNSTAGED -> listUnstaged(plan, policy);
      case EMPTY_PAGES ->
          pages.write(plan.objects(), PagePlanner.withdrawAll(plan.state().pages()));
      case DELETE_BINDING -> override.deleteBinding(plan.names().binding().orElseThrow());
      case DELETE_PLACEMENT -> override.deletePlacement(plan.names().placement().orElseThrow());
      case REMOVE_FINALIZER -> override.release(rollout(plan));
      case AWAIT_REPLICAS, NOTHING -> {}
    }
  }

  private static GenericKubernetesResource rollout(OverridePlan plan) {
    return plan.objects().rollout().orElseThrow();
  }

  /** The clusters are noted first: once the pages are empty, nothing names them any more. */
  private void withdrawEdited(OverridePlan plan) {
    List<String> clusters = plan.input().ofAnotherVersion();
    note(plan, clusters);
    pages.write(plan.objects(), PagePlanner.withdraw(plan.state().pages(), clusters));
  }

  /** Notes these clusters; returns false if another has just written the Rollout. */
  boolean noteUnstaged(OverridePlan plan, List<String> clusters) {
    try {
      note(plan, clusters);
      return true;
    } catch (KubernetesClientException e) {
      // Only a conflict: note() logs every other error.
      LOG.debug("The clusters that enforce an edit are noted again", e);
      return false;
    }
  }

  private void note(OverridePlan plan, List<String> clusters) {
    notes.note(rollout(plan), plan.input().generation(), clusters);
  }

  private void warn(OverridePlan plan, List<String> clusters, long generation) {
    plan.objects()
        .root()
        .ifPresent(
            root ->
                events.warning(
                    EventSubject.of(root),
                    "UnstagedChange",
                    "Generation %d was enforced at once on %s that enforced the policy: %s. They go back to inform before its rollout."
                        .formatted(
                            generation, Wording.clusters(clusters.size()), Wording.names(clusters)),
                    "generation " + generation));
  }

  /** A cluster stays noted until it is known, and until the status lists it. */
  private void listUnstaged(OverridePlan plan, PolicyName policy) {
    UnstagedFindings found = plan.unstaged();
    UnstagedNote note = UnstagedNote.of(rollout(plan)).orElseThrow();
    long generation = note.generation();
    if (!found.seen().isEmpty()) {
      warn(plan, found.seen(), generation);
    }
    rollouts
        .update(
            policy, rollout -> UnstagedChanges.listed(rollout, generation, found, clock.instant()))
        .filter(rollout -> !RolloutStatusTree.open(rollout))
        .ifPresent(rollout -> override.dropNoted(rollout, found.known(note)));
  }
}

package io.sluice.tools.plan;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.TicketLedger;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.PlacementCache;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySets;
import io.sluice.policy.Problem;
import io.sluice.tools.lint.StrategyLinter;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.NameSuggestions;
import io.sluice.tools.placement.PlacementObjects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a policy with its fleet from files alone.
 *
 * <p>Files that were read from a hub hold what its controllers published. A Placement without a
 * status is evaluated from the clusters of the files.
 */
final class FilePlanReader {
  private final AppliedFiles files;
  private final HubMode mode;
  private final Instant now;

  FilePlanReader(AppliedFiles files, HubMode mode, Instant now) {
    this.files = requireNonNull(files, "files is null");
    this.mode = requireNonNull(mode, "mode is null");
    this.now = requireNonNull(now, "now is null");
  }

  /**
   * Returns the objects of a policy.
   *
   * @param act begins messages: {@code "Cannot plan policy a/b"}
   * @throws CliFailure if the files have no such policy, or a worker would refuse them
   */
  PlanObjects read(PolicyName name, String act) {
    List<GenericKubernetesResource> clusters = files.applied(Kinds.MANAGED_CLUSTER, List.of(), "");
    PolicyObjects objects = files.applied(nothing(name), clusters);
    if (objects.root().isEmpty()) {
      throw new CliFailure(
          "%s: the files have no such policy. %s"
              .formatted(
                  act,
                  NameSuggestions.of(
                      name.namespace(),
                      name.name(),
                      files.policies().stream().map(PolicyName::toString).toList())));
    }
    files.check(objects, act);
    PlacementObjects around =
        files.applied(new PlacementObjects(files.of(Kinds.PLACEMENT_DECISION).toList()));
    boolean everyCluster = around.withoutSets();
    AppliedPlacements placements =
        new AppliedPlacements(objects, around, everyCluster, files.grouping(mode), now);
    List<String> unpublished = unpublished(objects);
    PolicyObjects evaluated = placements.evaluated(unpublished);
    List<String> notes = new ArrayList<>(placements.notes());
    StrategyLinter.warnings(spec(objects.root()), mode.beside(), spec(objects.rollout())).stream()
        .map(Problem::sentences)
        .forEach(notes::add);
    if (!unpublished.isEmpty() && everyCluster) {
      notes.add(
          "The files hold no ManagedClusterSet and no ManagedClusterSetBinding: shown as if every"
              + " set that a Placement may use were bound.");
    }
    if (clusters.isEmpty()) {
      notes.add("The files hold no ManagedCluster.");
    }
    return AppliedActivation.decided(
        new PlanObjects(evaluated, clusters, files.replicas(name), notes, true), now);
  }

  private static Map<String, Object> spec(Optional<GenericKubernetesResource> object) {
    return object.map(found -> HubObjects.part(found, "spec")).orElse(Map.of());
  }

  private PolicyObjects nothing(PolicyName name) {
    return new PolicyObjects(
        name,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        files
            .of(Kinds.PLACEMENT_DECISION)
            .filter(decision -> name.namespace().equals(decision.getMetadata().getNamespace()))
            .toList(),
        List::of,
        () -> false,
        Optional.empty(),
        PolicySets.NONE,
        mode,
        TicketLedger.NONE,
        new PlacementCache(),
        CalendarObjects.UNREAD,
        ApprovalGuard.UNASKED);
  }

  private static List<String> unpublished(PolicyObjects objects) {
    return objects.placements().stream()
        .filter(placement -> HubObjects.part(placement, "status").isEmpty())
        .map(placement -> placement.getMetadata().getName())
        .toList();
  }
}

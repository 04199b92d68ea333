package io.sluice.template.work;

import io.sluice.activation.UserView;
import io.sluice.fleet.ByteOrder;
import io.sluice.template.work.WorkPlanner.WorkPlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Plans the Works of a binding that a rollout carries from cluster to cluster, as far as the run
 * does not write them: it holds each cluster at the version that it was given (lazy-activation 3).
 *
 * <p>Clusters that leave the target keep their Works until the rollout has succeeded. What a
 * workload requires is sent at once, as always.
 */
public final class StagedWorkPlanner {
  private final UserView view;
  private final WorkPlanner atOnce;

  public StagedWorkPlanner(UserView view) {
    this.view = view;
    this.atOnce = new WorkPlanner(view);
  }

  /**
   * Plans.
   *
   * @param live whether the template's present content is the active one
   * @param works the present Works, by cluster
   * @param inventory labels of all clusters, by name
   */
  public WorkPlan plan(
      BindingState binding,
      Map<String, Object> template,
      boolean live,
      List<DependencyRequirement> requiredBy,
      Map<String, WorkState> works,
      Map<String, Map<String, String>> inventory,
      StagedProgress progress) {
    RolloutStanding standing = progress.standing();
    Optional<SettledIntent> settled = progress.settled();
    if (standing == RolloutStanding.SUCCEEDED) {
      return atOnce(
          approved(binding, progress), template, live, requiredBy, works, inventory.keySet());
    }
    WorkContents contents = new WorkContents(view, binding, template, works.values(), requiredBy);
    WorkPlan required =
        atOnce(required(binding), template, false, requiredBy, works, inventory.keySet());
    List<DesiredWork> planned = new ArrayList<>(required.works());
    List<String> kept = new ArrayList<>();
    TreeSet<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    clusters.addAll(works.keySet());
    clusters.addAll(binding.clusters());
    clusters.addAll(progress.vanished().keySet());
    clusters.removeAll(binding.requiredClusters());
    clusters.removeIf(cluster -> !inventory.containsKey(cluster) || !WorkName.addressable(cluster));
    for (String cluster : clusters) {
      WorkState work = works.get(cluster);
      if (work != null) {
        contents
            .given(cluster, work.revision(), settled)
            .filter(given -> !work.held().equals(work.revision()))
            .ifPresentOrElse(planned::add, () -> kept.add(cluster));
      } else if (standing == RolloutStanding.HALTED) {
        Optional.ofNullable(progress.vanished().get(cluster))
            .flatMap(gone -> contents.given(cluster, gone.revision(), settled))
            .or(
                () ->
                    settled
                        .filter(former -> !progress.unapproved().contains(cluster))
                        .filter(former -> former.selects(cluster, inventory.get(cluster)))
                        .flatMap(former -> contents.settled(cluster, former)))
            .ifPresent(planned::add);
      }
    }
    return new WorkPlan(planned, kept, List.of());
  }

  private WorkPlan atOnce(
      BindingState binding,
      Map<String, Object> template,
      boolean live,
      List<DependencyRequirement> requiredBy,
      Map<String, WorkState> works,
      Collection<String> inventory) {
    Map<String, Map<String, Object>> manifests = new LinkedHashMap<>();
    works.forEach((cluster, work) -> manifests.put(cluster, work.manifest()));
    return atOnce.plan(
        binding,
        binding.permanentId().orElseThrow(),
        template,
        live,
        requiredBy,
        manifests,
        inventory);
  }

  private static BindingState approved(BindingState binding, StagedProgress progress) {
    return progress.unapproved().isEmpty()
        ? binding
        : binding.withClusters(
            binding.clusters().stream()
                .filter(cluster -> !progress.unapproved().contains(cluster))
                .toList());
  }

  /** Returns the same binding without clusters of its own. */
  private static BindingState required(BindingState binding) {
    return binding.withClusters(List.of());
  }
}

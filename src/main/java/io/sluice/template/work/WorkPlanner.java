package io.sluice.template.work;

import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.UserView;
import io.sluice.fleet.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Plans the Works of a binding: which should exist, and what each holds (lazy-activation 2.5, 2.9).
 *
 * <p>A cluster gets the content that was activated. Where a workload requires the template, its
 * present content is sent.
 */
public final class WorkPlanner {
  private final UserView view;

  public WorkPlanner(UserView view) {
    this.view = view;
  }

  /**
   * Holds which Works are to be.
   *
   * @param kept clusters whose Work stays as it is, as its content is kept nowhere else
   * @param unserved clusters that have no Work and get none, for the same reason
   */
  public record WorkPlan(List<DesiredWork> works, List<String> kept, List<String> unserved) {
    public WorkPlan {
      works = List.copyOf(works);
      kept = List.copyOf(kept);
      unserved = List.copyOf(unserved);
    }

    public boolean wants(String cluster) {
      return kept.contains(cluster)
          || works.stream().anyMatch(work -> work.cluster().equals(cluster));
    }
  }

  /**
   * Plans.
   *
   * @param live whether the template's present content is the active one
   * @param existing the manifests of the present Works, by cluster; none are needed where the
   *     present content is the active one
   * @param inventory all clusters
   */
  public WorkPlan plan(
      BindingState binding,
      String permanentId,
      Map<String, Object> template,
      boolean live,
      List<DependencyRequirement> requiredBy,
      Map<String, Map<String, Object>> existing,
      Collection<String> inventory) {
    WorkRenderer renderer = new WorkRenderer(binding, permanentId, template);
    WorkOptions options = WorkOptions.of(binding.snapshot(), requiredBy);
    Map<String, Object> present = ManifestRenderer.render(template);
    List<String> required = binding.requiredClusters();
    Optional<Map<String, Object>> active =
        live ? Optional.of(present) : sibling(binding, existing.values());
    List<DesiredWork> works = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    List<String> unserved = new ArrayList<>();
    TreeSet<String> clusters = new TreeSet<>(ByteOrder.NAMES);
    clusters.addAll(binding.clusters());
    clusters.addAll(required);
    for (String cluster : clusters) {
      if (!inventory.contains(cluster) || !WorkName.addressable(cluster)) {
        continue;
      }
      Optional<Map<String, Object>> manifest =
          required.contains(cluster) ? Optional.of(present) : active;
      if (!live && !required.contains(cluster) && existing.containsKey(cluster)) {
        kept.add(cluster);
      } else if (manifest.isPresent()) {
        works.add(renderer.render(cluster, manifest.get(), options));
      } else {
        unserved.add(cluster);
      }
    }
    return new WorkPlan(works, kept, unserved);
  }

  /** Returns the activated content from a Work that holds it. */
  private Optional<Map<String, Object>> sibling(
      BindingState binding, Collection<Map<String, Object>> manifests) {
    return binding
        .record()
        .flatMap(ActivationRecord::active)
        .flatMap(ActiveIntent::manifest)
        .flatMap(
            identity ->
                manifests.stream()
                    .filter(manifest -> ManifestRenderer.identity(view, manifest).equals(identity))
                    .findFirst())
        .map(ManifestRenderer::withoutOrigin);
  }
}

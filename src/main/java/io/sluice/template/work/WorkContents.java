package io.sluice.template.work;

import static java.util.Objects.requireNonNull;

import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.UserView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the content of an intent, and renders it for a cluster: the template where it still has
 * that content, else a Work that holds it (lazy-activation 2.5, 3).
 */
public final class WorkContents {
  private final BindingState binding;
  private final List<Candidate> candidates;
  private final WorkRenderer renderer;
  private final List<DependencyRequirement> requiredBy;

  /** A content that may be the wanted one, and what identifies it. */
  private record Candidate(Map<String, Object> manifest, String identity) {}

  /**
   * Looks in a template and in its Works.
   *
   * @param template as it is now; empty when it is gone
   */
  public WorkContents(
      UserView view,
      BindingState binding,
      Map<String, Object> template,
      Collection<WorkState> works,
      List<DependencyRequirement> requiredBy) {
    requireNonNull(view, "view is null");
    this.binding = requireNonNull(binding, "binding is null");
    this.requiredBy = List.copyOf(requiredBy);
    this.renderer =
        new WorkRenderer(
            binding, binding.permanentId().orElse(""), template.isEmpty() ? any(works) : template);
    this.candidates =
        Stream.concat(
                template.isEmpty() ? Stream.empty() : Stream.of(ManifestRenderer.render(template)),
                works.stream()
                    .map(WorkState::manifest)
                    .map(ManifestRenderer::withoutOrigin)
                    .distinct())
            .map(manifest -> new Candidate(manifest, ManifestRenderer.identity(view, manifest)))
            .toList();
  }

  private static Map<String, Object> any(Collection<WorkState> works) {
    return works.stream().map(WorkState::manifest).findFirst().orElse(Map.of());
  }

  /** Renders the active intent; empty where its content is kept nowhere any more. */
  public Optional<DesiredWork> active(String cluster) {
    return binding
        .record()
        .flatMap(ActivationRecord::active)
        .flatMap(ActiveIntent::manifest)
        .flatMap(this::find)
        .map(manifest -> render(cluster, manifest, binding.snapshot()));
  }

  /** Renders the intent that succeeded last; empty where no Work holds its content any more. */
  public Optional<DesiredWork> settled(String cluster, SettledIntent settled) {
    return find(settled.manifest())
        .map(manifest -> render(cluster, manifest, Optional.of(settled.snapshot())));
  }

  /** Renders what a cluster was given, where its Work was edited; empty where nothing holds it. */
  public Optional<DesiredWork> given(
      String cluster, String revision, Optional<SettledIntent> settled) {
    List<Optional<Map<String, Object>>> snapshots = new ArrayList<>();
    snapshots.add(binding.snapshot());
    settled.ifPresent(former -> snapshots.add(Optional.of(former.snapshot())));
    return candidates.stream()
        .map(Candidate::manifest)
        .flatMap(manifest -> snapshots.stream().map(fields -> render(cluster, manifest, fields)))
        .filter(work -> work.revision().equals(revision))
        .findFirst();
  }

  private Optional<Map<String, Object>> find(String identity) {
    return candidates.stream()
        .filter(candidate -> candidate.identity().equals(identity))
        .map(Candidate::manifest)
        .findFirst();
  }

  private DesiredWork render(
      String cluster, Map<String, Object> manifest, Optional<Map<String, Object>> snapshot) {
    return renderer.render(cluster, manifest, WorkOptions.of(snapshot, requiredBy));
  }
}

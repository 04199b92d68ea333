package io.sluice.hub.beside;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Holds what became of clusters that were noted as their policy was edited.
 *
 * @param seen those that were seen to enforce the edit
 * @param unknown those that inform now, where nobody watched whether they enforced it before
 * @param open those that still enforce what they had: OCM's propagator may yet bring the edit
 */
public record UnstagedFindings(List<String> seen, List<String> unknown, List<String> open) {
  public static final UnstagedFindings NONE = new UnstagedFindings(List.of(), List.of(), List.of());

  public UnstagedFindings {
    seen = List.copyOf(requireNonNull(seen, "seen is null"));
    unknown = List.copyOf(requireNonNull(unknown, "unknown is null"));
    open = List.copyOf(requireNonNull(open, "open is null"));
  }

  /** Returns the noted clusters of which it is known. */
  public List<String> known(UnstagedNote note) {
    return note.clusters().stream().filter(cluster -> !open.contains(cluster)).toList();
  }
}

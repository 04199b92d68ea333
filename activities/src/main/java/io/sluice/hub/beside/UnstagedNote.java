package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.ByteOrder;
import io.sluice.hub.client.HubObjects;
import io.sluice.policy.PolicyApi;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds the clusters that were on pages as the policy was edited, from the moment before they are
 * taken off until it is known whether the edit was enforced there before its rollout.
 *
 * <p>It is an annotation of the Rollout: while a run is open, nothing else may write the status;
 * and once the pages are empty, nothing else names these clusters.
 *
 * @param generation the one that was edited
 * @param clusters by name
 */
public record UnstagedNote(long generation, List<String> clusters) {
  static final String ANNOTATION = PolicyApi.SLUICE + "unstaged-change";

  /** Annotations of one object have 256 KiB together. */
  private static final int MOST = 2000;

  /**
   * Possessive, since the JDK matches other repeated groups recursively, and the stack is small.
   */
  private static final Pattern TEXT = Pattern.compile("generation ([0-9]{1,18}):((?: \\S++)*+)");

  public UnstagedNote {
    clusters = List.copyOf(clusters);
  }

  /** Returns the note on a Rollout; one that is not readable is none. */
  public static Optional<UnstagedNote> of(GenericKubernetesResource rollout) {
    return Optional.ofNullable(HubObjects.annotations(rollout).get(ANNOTATION))
        .map(TEXT::matcher)
        .filter(Matcher::matches)
        .map(
            text ->
                new UnstagedNote(
                    Long.parseLong(text.group(1)),
                    text.group(2).isEmpty()
                        ? List.of()
                        : List.of(text.group(2).strip().split(" "))));
  }

  /** Returns the note with these clusters, too. */
  public static UnstagedNote with(
      Optional<UnstagedNote> former, long generation, Collection<String> clusters) {
    TreeSet<String> all = new TreeSet<>(ByteOrder.NAMES);
    former.ifPresent(note -> all.addAll(note.clusters()));
    all.addAll(clusters);
    return new UnstagedNote(generation, all.stream().limit(MOST).toList());
  }

  /** Returns the note without these clusters; empty if no other is left. */
  public Optional<UnstagedNote> without(Collection<String> known) {
    List<String> kept = clusters.stream().filter(cluster -> !known.contains(cluster)).toList();
    return kept.isEmpty() ? Optional.empty() : Optional.of(new UnstagedNote(generation, kept));
  }

  /** Formats {@code generation 3: c1 c2}. */
  String text() {
    return "generation "
        + generation
        + ":"
        + clusters.stream().map(c -> " " + c).reduce("", String::concat);
  }
}

package io.sluice.policy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads from a root policy's spec what it does to its clusters: inform, or enforce. */
public final class Remediation {
  private static final String ENFORCE = "enforce";
  private static final String INFORM = "inform";
  private static final String INFORM_ONLY = "informonly";

  private Remediation() {}

  /**
   * True for a policy that only informs: by its own action, or where it leaves that to its
   * templates, by all of theirs (rollout-strategy 3.8).
   */
  public static boolean informs(Map<String, Object> spec) {
    Optional<String> action = Tree.text(spec, PolicyApi.ACTION);
    if (action.isPresent()) {
      return action.get().equalsIgnoreCase(INFORM);
    }
    List<Optional<String>> actions = actions(spec);
    return !actions.isEmpty()
        && actions.stream()
            .allMatch(
                found ->
                    found
                        .filter(
                            word ->
                                word.equalsIgnoreCase(INFORM) || word.equalsIgnoreCase(INFORM_ONLY))
                        .isPresent());
  }

  /** The root's action in its spelling, if that is to enforce. */
  public static Optional<String> enforcedBy(Map<String, Object> spec) {
    return Tree.text(spec, PolicyApi.ACTION).filter(ENFORCE::equalsIgnoreCase);
  }

  /** The index of the first template that enforces by itself, as the root sets no action. */
  public static Optional<Integer> enforcingTemplate(Map<String, Object> spec) {
    if (Tree.text(spec, PolicyApi.ACTION).isPresent()) {
      return Optional.empty();
    }
    List<Optional<String>> actions = actions(spec);
    return IntStream.range(0, actions.size())
        .boxed()
        .filter(i -> actions.get(i).filter(ENFORCE::equalsIgnoreCase).isPresent())
        .findFirst();
  }

  private static List<Optional<String>> actions(Map<String, Object> spec) {
    return Tree.maps(spec, PolicyApi.TEMPLATES).stream()
        .map(template -> Tree.map(Tree.map(template, PolicyApi.DEFINITION), "spec"))
        .map(definition -> Tree.text(definition, PolicyApi.ACTION))
        .toList();
  }
}

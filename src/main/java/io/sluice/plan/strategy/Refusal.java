package io.sluice.plan.strategy;

import static java.util.stream.Collectors.joining;

import io.sluice.fleet.ByteOrder;
import java.util.Comparator;
import java.util.List;

/**
 * Words why a policy is not rolled out: one message for all problems (rollout-strategy 1.6).
 *
 * <p>The problems may come from several readers; they are sorted here, by path.
 */
public final class Refusal {
  private static final int SPELLED_OUT = 10;

  private final List<Problem> problems;

  private Refusal(List<Problem> problems) {
    this.problems = problems;
  }

  public static Refusal of(List<Problem> problems) {
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("Cannot refuse a rollout: there is no problem. Start it.");
    }
    return new Refusal(sorted(problems));
  }

  static List<Problem> sorted(List<Problem> problems) {
    return problems.stream()
        .sorted(
            Comparator.comparing(Problem::path, ByteOrder.NAMES)
                .thenComparing(Problem::sentences, ByteOrder.NAMES))
        .toList();
  }

  /** The reason of the condition: that of the first problem. */
  public Problem.Reason reason() {
    return problems.get(0).reason();
  }

  public String message(String namespace, String name) {
    String prefix = "Cannot roll out policy %s/%s: ".formatted(namespace, name);
    String sentences =
        problems.stream().limit(SPELLED_OUT).map(Problem::sentences).collect(joining(" "));
    int more = problems.size() - SPELLED_OUT;
    return prefix + sentences + (more > 0 ? " And %d more.".formatted(more) : "");
  }
}

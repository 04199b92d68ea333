package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Describes why an object is refused, and what to do.
 *
 * @param reason the reason in a condition or an event, such as {@code BadNumber}
 * @param path the field, as {@code spec.policy-templates[0]}
 * @param wrong what is wrong with it, continuing after the path
 * @param remedy what to do, without a full stop
 */
public record Problem(String reason, String path, String wrong, String remedy) {
  private static final int LISTED = 10;

  public Problem {
    requireNonNull(reason, "reason is null");
    requireNonNull(path, "path is null");
    requireNonNull(wrong, "wrong is null");
    requireNonNull(remedy, "remedy is null");
  }

  /** Returns the problems in the order of messages: by path. */
  public static List<Problem> sorted(List<Problem> problems) {
    return problems.stream()
        .sorted(
            Comparator.comparing(Problem::path, ByteOrder.NAMES)
                .thenComparing(Problem::reason, ByteOrder.NAMES)
                .thenComparing(Problem::wrong, ByteOrder.NAMES))
        .toList();
  }

  /**
   * Formats one message for all problems, after a prefix such as {@code Cannot roll out policy
   * retail/tls}; it lists the first ten (rollout-strategy 1.6).
   */
  public static String message(String prefix, List<Problem> problems) {
    String listed =
        sorted(problems).stream()
            .limit(LISTED)
            .map(Problem::sentences)
            .collect(Collectors.joining(" "));
    int more = problems.size() - LISTED;
    return prefix + ": " + listed + (more > 0 ? " And " + more + " more." : "");
  }

  /** Formats what is wrong, and what to do. */
  public String sentences() {
    return path + " " + wrong + ". " + remedy + ".";
  }
}

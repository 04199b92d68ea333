package io.sluice.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.ByteOrder;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says why an object is refused, and what to do about it.
 *
 * @param reason the word that a condition or an event carries
 * @param path the field, as {@code spec.policy-templates[0]}
 * @param wrong what is wrong with it, going on from the path
 * @param remedy what to do, without its full stop
 */
public record Problem(String reason, String path, String wrong, String remedy) {
  private static final int TOLD = 10;

  public Problem {
    requireNonNull(reason, "reason is null");
    requireNonNull(path, "path is null");
    requireNonNull(wrong, "wrong is null");
    requireNonNull(remedy, "remedy is null");
  }

  /** The problems in the order in which they are told: by path. */
  public static List<Problem> sorted(List<Problem> problems) {
    return problems.stream()
        .sorted(
            Comparator.comparing(Problem::path, ByteOrder.NAMES)
                .thenComparing(Problem::reason, ByteOrder.NAMES)
                .thenComparing(Problem::wrong, ByteOrder.NAMES))
        .toList();
  }

  /**
   * One message for all of them, after one prefix such as {@code Cannot roll out policy retail/tls}
   * (rollout-strategy 1.6).
   */
  public static String message(String prefix, List<Problem> problems) {
    String told =
        sorted(problems).stream()
            .limit(TOLD)
            .map(Problem::sentences)
            .collect(Collectors.joining(" "));
    int untold = problems.size() - TOLD;
    return prefix + ": " + told + (untold > 0 ? " And " + untold + " more." : "");
  }

  private String sentences() {
    return path + " " + wrong + ". " + remedy + ".";
  }
}

package io.sluice.strategy;

import io.sluice.policy.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects what the readers of one strategy found: all problems, not only the first. */
final class ProblemCollector {
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  void refuse(Problem problem) {
    problems.add(problem);
  }

  void warn(String sentences) {
    warnings.add(sentences);
  }

  /** Warns of fields that nothing reads: most often a slip of the pen. */
  void warnOfStrangers(List<SettingNode> strangers) {
    for (SettingNode stranger : strangers) {
      warn("%s is no setting of a rollout strategy. Remove it.".formatted(stranger.path()));
    }
  }

  List<Problem> problems() {
    return problems;
  }

  List<String> warnings() {
    return warnings;
  }
}

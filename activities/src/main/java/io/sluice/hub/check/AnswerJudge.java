package io.sluice.hub.check;

import static java.util.stream.Collectors.joining;

import io.sluice.cel.CelExpression;
import io.sluice.cel.CelVariable;
import io.sluice.cel.CelVerdict;
import io.sluice.check.CheckResult;
import io.sluice.hub.http.NoAnswerException;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.rollout.strategy.SettingNode;
import java.util.Optional;

/** Judges what came by the CEL of settings: wait comes first, and what is not passed has failed. */
final class AnswerJudge {
  private static final String REASON = Reason.CHECK_INVALID.label();

  private final CelExpression passed;
  private final Optional<CelExpression> waits;

  /**
   * Compiles the expressions.
   *
   * @param variable what they are about
   * @throws NoAnswerException if one is refused
   */
  AnswerJudge(String variable, CelVariable type, String passed, Optional<String> waits) {
    this.passed = compiled("passed", variable, type, passed);
    this.waits = waits.map(text -> compiled("wait", variable, type, text));
  }

  private static CelExpression compiled(
      String field, String variable, CelVariable type, String text) {
    SettingNode.ProblemCollector collector = new SettingNode.ProblemCollector();
    return CelExpression.compile(new SettingNode(field, text, collector), REASON, variable, type)
        .orElseThrow(
            () ->
                new NoAnswerException(
                    collector.problems().stream()
                        .map(problem -> problem.path() + " " + problem.wrong())
                        .collect(joining(", "))));
  }

  /**
   * Judges a value.
   *
   * @throws NoAnswerException if an expression is neither true nor false about it
   */
  CheckResult judge(Object value) {
    if (waits.filter(condition -> isTrue("wait", condition, value)).isPresent()) {
      return CheckResult.WAIT;
    }
    return isTrue("passed", passed, value) ? CheckResult.PASSED : CheckResult.FAILED;
  }

  private static boolean isTrue(String field, CelExpression condition, Object value) {
    CelVerdict verdict = condition.evaluate(value);
    verdict
        .error()
        .ifPresent(
            error -> {
              throw new NoAnswerException(field + " " + error);
            });
    return verdict.isTrue();
  }
}

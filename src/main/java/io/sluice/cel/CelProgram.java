package io.sluice.cel;

import static java.util.Objects.requireNonNull;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelLateFunctionBindings;
import dev.cel.runtime.CelRuntime.Program;
import java.util.Map;

/** Evaluates an expression that was compiled, within the limits of policy-propagation 16b. */
public final class CelProgram {
  /** The most that the evaluation of one expression costs, as in Kubernetes. */
  public static final long MOST = CelCost.PER_EXPRESSION;

  private final Program program;
  private final CelCalls calls;

  /**
   * @param calls those in it whose size is computed first
   */
  CelProgram(Program program, CelCalls calls) {
    this.program = requireNonNull(program, "program is null");
    this.calls = requireNonNull(calls, "calls is null");
  }

  /**
   * Evaluates it; whatever goes wrong is an error of the verdict.
   *
   * @param variables values of {@link CelTree}
   * @param functions those that the compiler was told of
   * @param limit what it may cost; at most {@link #MOST}
   */
  public CelVerdict evaluate(
      Map<String, Object> variables, CelLateFunctionBindings functions, long limit) {
    CelCost cost = new CelCost(calls, limit);
    try {
      Object result = program.trace(variables, functions, cost);
      return result instanceof Boolean answer
          ? CelVerdict.of(answer, cost.spent())
          : CelVerdict.error("is neither true nor false", cost.spent());
    } catch (CelEvaluationException | RuntimeException e) {
      return CelVerdict.error(
          cost.exceeded() ? cost.excess() : "has an error (%s)".formatted(e.getMessage()),
          cost.spent());
    }
  }
}

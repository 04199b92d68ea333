package io.sluice.placement.spec;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelLateFunctionBindings;
import dev.cel.runtime.CelRuntime.Program;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates compiled CEL on clusters. */
final class CompiledCelSelector implements CelSelector {
  /** Is an expression that can be evaluated, with the calls in it whose size is computed first. */
  record CelProgram(Program program, CelCalls calls) {}

  private final List<String> expressions;
  private final List<CelProgram> programs;
  private final boolean usesScores;

  CompiledCelSelector(List<String> expressions, List<CelProgram> programs, boolean usesScores) {
    this.expressions = List.copyOf(expressions);
    this.programs = List.copyOf(programs);
    this.usesScores = usesScores;
  }

  @Override
  public boolean usesScores() {
    return usesScores;
  }

  @Override
  public Optional<String> mismatch(ManagedCluster cluster, ScoreTable scores) {
    Map<String, Object> variables = Map.of(CelCompiler.VARIABLE, CelTree.of(cluster.object()));
    long left = CelCost.PER_CLUSTER;
    for (int i = 0; i < programs.size(); i++) {
      CelCost cost = new CelCost(programs.get(i).calls(), left);
      Optional<String> why =
          mismatch(programs.get(i).program(), variables, cluster.name(), scores, cost);
      if (why.isPresent()) {
        return Optional.of("celExpressions[%d] %s: %s".formatted(i, why.get(), expressions.get(i)));
      }
      left -= cost.spent();
    }
    return Optional.empty();
  }

  private static Optional<String> mismatch(
      Program program,
      Map<String, Object> variables,
      String cluster,
      ScoreTable scores,
      CelCost cost) {
    try {
      Object value = program.trace(variables, functions(cluster, scores), cost);
      return Boolean.TRUE.equals(value)
          ? Optional.empty()
          : Optional.of(Boolean.FALSE.equals(value) ? "is false" : "is neither true nor false");
    } catch (CelEvaluationException e) {
      // An error is no match (placement 3.2).
      return Optional.of(
          cost.exceeded() ? cost.excess() : "has an error (%s)".formatted(e.getMessage()));
    }
  }

  private static CelLateFunctionBindings functions(String cluster, ScoreTable scores) {
    return CelLateFunctionBindings.from(
        CelFunctionBinding.from(
            CelCompiler.SCORES,
            Object.class,
            String.class,
            (receiver, name) -> scores(cluster, name, scores)));
  }

  private static List<Map<String, Object>> scores(String cluster, String name, ScoreTable scores)
      throws CelEvaluationException {
    Map<String, Integer> all = scores.all(cluster, name);
    if (all.isEmpty()) {
      throw new CelEvaluationException(
          "there is no valid AddOnPlacementScore %s/%s".formatted(cluster, name));
    }
    return all.entrySet().stream()
        .map(
            each ->
                Map.<String, Object>of("name", each.getKey(), "value", each.getValue().longValue()))
        .toList();
  }
}

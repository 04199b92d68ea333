package io.sluice.placement.spec;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelLateFunctionBindings;
import io.sluice.cel.CelProgram;
import io.sluice.cel.CelTree;
import io.sluice.cel.CelVerdict;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Evaluates compiled CEL on clusters. */
final class CompiledCelSelector implements CelSelector {
  /** What all expressions may cost for a cluster, as Kubernetes limits all of an object. */
  private static final long PER_CLUSTER = 10 * CelProgram.MOST;

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
    Map<String, Object> variables =
        Map.of(CelSelectorCompiler.VARIABLE, CelTree.of(cluster.object()));
    CelLateFunctionBindings functions = functions(cluster.name(), scores);
    long left = PER_CLUSTER;
    for (int i = 0; i < programs.size(); i++) {
      CelVerdict verdict = programs.get(i).evaluate(variables, functions, left);
      if (!verdict.isTrue()) {
        // An error is no match (placement 3.2).
        return Optional.of(
            "celExpressions[%d] %s: %s"
                .formatted(i, verdict.error().orElse("is false"), expressions.get(i)));
      }
      left -= verdict.spent();
    }
    return Optional.empty();
  }

  private static CelLateFunctionBindings functions(String cluster, ScoreTable scores) {
    return CelLateFunctionBindings.from(
        CelFunctionBinding.from(
            CelSelectorCompiler.SCORES,
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

package io.sluice.cel;

import static java.util.Objects.requireNonNull;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelLateFunctionBindings;
import io.sluice.rollout.strategy.SettingNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evaluates a condition of settings about one variable, written in CEL.
 *
 * <p>It may use CEL's standard functions and its strings extension, within the limits of
 * policy-propagation 16b.
 */
public final class CelExpression {
  private static final Map<String, CelCompiler> COMPILERS = new ConcurrentHashMap<>();

  private final String variable;
  private final CelProgram program;

  private CelExpression(String variable, CelProgram program) {
    this.variable = requireNonNull(variable, "variable is null");
    this.program = requireNonNull(program, "program is null");
  }

  /**
   * Compiles an expression; empty if it is refused.
   *
   * @param node the expression; takes the problem
   * @param reason of the problem
   * @param variable what the expression is about, such as {@code result}
   */
  public static Optional<CelExpression> compile(
      SettingNode node, String reason, String variable, CelVariable type) {
    return COMPILERS
        .computeIfAbsent(variable + " " + type, key -> compiler(variable, type))
        .compile(node, reason)
        .map(program -> new CelExpression(variable, program));
  }

  private static CelCompiler compiler(String variable, CelVariable type) {
    MapType object = MapType.create(SimpleType.STRING, SimpleType.DYN);
    return new CelCompiler(
        variable,
        switch (type) {
          case LIST -> ListType.create(object);
          case OBJECT -> object;
        },
        List.of(),
        "CEL's standard functions and its strings extension, about " + variable);
  }

  /**
   * Evaluates it; whatever goes wrong is an error of the verdict.
   *
   * @param value of the variable: a list of maps, or a map, as JSON gives it
   */
  public CelVerdict evaluate(Object value) {
    return program.evaluate(
        Map.of(variable, CelTree.value(value)), CelLateFunctionBindings.from(), CelProgram.MOST);
  }
}

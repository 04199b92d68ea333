package io.sluice.cel;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import io.sluice.rollout.strategy.SettingNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compiles CEL expressions about one variable, which are true or false.
 *
 * <p>They may use CEL's standard functions, its strings extension, and the functions that are
 * declared besides. The library is loaded with this class, so only for settings that use CEL.
 */
public final class CelCompiler {
  /** The longest expression in characters, as Kubernetes admits it for device selectors. */
  private static final int LONGEST = 10 * 1024;

  /** As deep as an object may be (policy-propagation 16b); deeper ones overflow the stack. */
  private static final int DEEPEST = 100;

  private static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(LONGEST)
          .comprehensionMaxIterations((int) CelCost.PER_EXPRESSION)
          .enableHeterogeneousNumericComparisons(true)
          .build();

  private final Cel cel;
  private final String remedy;

  /**
   * @param functions declared besides, and bound when an expression is evaluated
   * @param offered what an expression may use, for people whose expression does not compile
   */
  public CelCompiler(
      String variable, CelType type, List<CelFunctionDecl> functions, String offered) {
    this.cel =
        CelFactory.standardCelBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addCompilerLibraries(CelExtensions.strings(), CelExtensions.optional())
            .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.optional())
            .addVar(variable, type)
            .addFunctionDeclarations(functions)
            .build();
    this.remedy = "Correct it, with " + offered;
  }

  /**
   * Compiles an expression; empty if it is refused.
   *
   * @param node the expression; takes the problem
   * @param reason of the problem
   */
  public Optional<CelProgram> compile(SettingNode node, String reason) {
    if (node.text().isEmpty()) {
      return node.refuse(reason, "not a CEL expression", "Write one in quotes");
    }
    if (CelDepth.of(node.text().get()) > DEEPEST) {
      return node.refuse(
          reason,
          "which has more than %d brackets in one another".formatted(DEEPEST),
          "Simplify it");
    }
    try {
      CelAbstractSyntaxTree tree = cel.compile(node.text().get()).getAst();
      CelType type = tree.getResultType();
      return type.equals(SimpleType.BOOL) || type.equals(SimpleType.DYN)
          ? Optional.of(new CelProgram(cel.createProgram(tree), CelCalls.of(tree)))
          : node.refuse(
              reason, "which is %s, not true or false".formatted(type.name()), "Compare it");
    } catch (CelValidationException e) {
      return node.refuse(reason, "which is no CEL: " + messages(e), remedy);
    } catch (CelEvaluationException e) {
      return node.refuse(reason, "which cannot be evaluated: " + e.getMessage(), remedy);
    }
  }

  private static String messages(CelValidationException e) {
    return e.getErrors().stream()
        .map(CelIssue::getMessage)
        .map(message -> message.lines().findFirst().orElse(message))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}

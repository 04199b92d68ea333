package io.sluice.placement.spec;

import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import io.sluice.placement.spec.CompiledCelSelector.CelProgram;
import io.sluice.rollout.strategy.SettingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Compiles CEL expressions about a cluster, the variable {@code managedCluster} (placement 3.2).
 *
 * <p>They may use CEL's standard functions, its strings extension, and {@code
 * managedCluster.scores(name)}: the scores of an AddOnPlacementScore as a list of {@code name} and
 * {@code value}. The library is loaded with this class, so only for Placements that use CEL.
 */
final class CelCompiler {
  static final String VARIABLE = "managedCluster";
  static final String SCORES = "cluster_scores";

  /** The longest expression in characters, as Kubernetes admits it for device selectors. */
  private static final int LONGEST = 10 * 1024;

  /** As deep as an object may be (policy-propagation 16b); deeper ones overflow the stack. */
  private static final int DEEPEST = 100;

  private static final String FUNCTION = "scores";
  private static final String OFFERED =
      "Correct it, with CEL's standard functions, its strings extension and managedCluster.scores";
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(LONGEST)
          .comprehensionMaxIterations((int) CelCost.PER_EXPRESSION)
          .enableHeterogeneousNumericComparisons(true)
          .build();
  private static final Cel CEL =
      CelFactory.standardCelBuilder()
          .setOptions(OPTIONS)
          .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
          .addCompilerLibraries(CelExtensions.strings(), CelExtensions.optional())
          .addRuntimeLibraries(CelExtensions.strings(), CelExtensions.optional())
          .addVar(VARIABLE, MapType.create(SimpleType.STRING, SimpleType.DYN))
          .addFunctionDeclarations(
              CelFunctionDecl.newFunctionDeclaration(
                  FUNCTION,
                  CelOverloadDecl.newMemberOverload(
                      SCORES, ListType.create(SimpleType.DYN), SimpleType.DYN, SimpleType.STRING)))
          .build();

  private CelCompiler() {}

  /** Compiles expressions, all of which must hold; empty if one of them is refused. */
  static Optional<CelSelector> compile(List<SettingNode> nodes) {
    List<String> expressions = new ArrayList<>();
    List<CelProgram> programs = new ArrayList<>();
    for (SettingNode node : nodes) {
      compile(node)
          .ifPresent(
              program -> {
                expressions.add(node.text().orElse(""));
                programs.add(program);
              });
    }
    return programs.size() == nodes.size()
        ? Optional.of(
            new CompiledCelSelector(
                expressions,
                programs,
                expressions.stream().anyMatch(text -> text.contains(FUNCTION))))
        : Optional.empty();
  }

  private static Optional<CelProgram> compile(SettingNode node) {
    if (node.text().isEmpty()) {
      return Misconfigured.value(node, "not a CEL expression", "Write one in quotes");
    }
    if (CelDepth.of(node.text().get()) > DEEPEST) {
      return Misconfigured.value(
          node, "which has more than %d brackets in one another".formatted(DEEPEST), "Simplify it");
    }
    try {
      CelAbstractSyntaxTree tree = CEL.compile(node.text().get()).getAst();
      CelType type = tree.getResultType();
      return type.equals(SimpleType.BOOL) || type.equals(SimpleType.DYN)
          ? Optional.of(new CelProgram(CEL.createProgram(tree), CelCalls.of(tree)))
          : Misconfigured.value(
              node, "which is %s, not true or false".formatted(type.name()), "Compare it");
    } catch (CelValidationException e) {
      return Misconfigured.value(node, "which is no CEL: " + messages(e), OFFERED);
    } catch (CelEvaluationException e) {
      return Misconfigured.value(node, "which cannot be evaluated: " + e.getMessage(), OFFERED);
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

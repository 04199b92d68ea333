package io.sluice.placement.spec;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import io.sluice.cel.CelCompiler;
import io.sluice.cel.CelProgram;
import io.sluice.rollout.strategy.SettingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compiles CEL expressions about a cluster, the variable {@code managedCluster} (placement 3.2).
 *
 * <p>Besides CEL's own functions they may use {@code managedCluster.scores(name)}: the scores of an
 * AddOnPlacementScore as a list of {@code name} and {@code value}. The library is loaded with this
 * class, so only for Placements that use CEL.
 */
final class CelSelectorCompiler {
  static final String VARIABLE = "managedCluster";
  static final String SCORES = "cluster_scores";

  private static final String FUNCTION = "scores";
  private static final CelCompiler CEL =
      new CelCompiler(
          VARIABLE,
          MapType.create(SimpleType.STRING, SimpleType.DYN),
          List.of(
              CelFunctionDecl.newFunctionDeclaration(
                  FUNCTION,
                  CelOverloadDecl.newMemberOverload(
                      SCORES, ListType.create(SimpleType.DYN), SimpleType.DYN, SimpleType.STRING))),
          "CEL's standard functions, its strings extension and managedCluster.scores");

  private CelSelectorCompiler() {}

  /** Compiles expressions, all of which must hold; empty if one of them is refused. */
  static Optional<CelSelector> compile(List<SettingNode> nodes) {
    List<String> expressions = new ArrayList<>();
    List<CelProgram> programs = new ArrayList<>();
    for (SettingNode node : nodes) {
      CEL.compile(node, Misconfigured.REASON)
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
}

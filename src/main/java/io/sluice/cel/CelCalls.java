package io.sluice.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the calls of an expression whose size is computed first, by their last argument. */
final class CelCalls {
  private final Map<Long, List<Call>> byLastArgument = new HashMap<>();
  private final Set<Long> arguments = new HashSet<>();

  private CelCalls() {}

  /** Is a call: its function, and which parts of the expression are its arguments. */
  record Call(String function, List<Long> arguments) {
    Call {
      arguments = List.copyOf(arguments);
    }
  }

  static CelCalls of(CelAbstractSyntaxTree tree) {
    CelCalls calls = new CelCalls();
    CelNavigableAst.fromAst(tree)
        .getRoot()
        .allNodes()
        .map(CelNavigableExpr::expr)
        .filter(expression -> expression.getKind() == CelExpr.ExprKind.Kind.CALL)
        .map(CelExpr::call)
        .filter(call -> CelCallSize.limited(call.function()))
        .forEach(calls::add);
    return calls;
  }

  private void add(CelExpr.CelCall call) {
    List<Long> ids = new ArrayList<>();
    call.target().ifPresent(target -> ids.add(target.id()));
    call.args().forEach(argument -> ids.add(argument.id()));
    arguments.addAll(ids);
    byLastArgument
        .computeIfAbsent(ids.get(ids.size() - 1), last -> new ArrayList<>())
        .add(new Call(call.function(), ids));
  }

  /** Returns whether the value of a part is an argument of one of them. */
  boolean isArgument(long id) {
    return arguments.contains(id);
  }

  /** Returns those that are executed when this part has its value. */
  List<Call> due(long id) {
    return byLastArgument.getOrDefault(id, List.of());
  }
}

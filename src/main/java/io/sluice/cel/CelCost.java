package io.sluice.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ends the evaluation of CEL that costs too much: one for each part of an expression that is
 * evaluated, and one more for every ten characters or every element of its value; and of CEL that
 * would build a text or list of more than 256 KiB, before it is built (policy-propagation 16b).
 *
 * <p>The limit of the cost is that of Kubernetes: a million for an expression. What is built is
 * computed by {@link CelCallSize}: the interpreter tells of each value, so that the arguments are
 * known when the last of them is.
 */
final class CelCost implements CelEvaluationListener {
  static final long PER_EXPRESSION = 1_000_000;
  static final int CHARACTERS = 10;

  private static final long LARGEST_RESULT = 256 * 1024;
  private static final long HEAVIEST = LARGEST_RESULT / CelCallSize.REFERENCE;

  private final CelCalls calls;
  private final long limit;
  private final Map<Long, Object> arguments = new HashMap<>();
  private final CelWeight weight = new CelWeight(HEAVIEST);
  private long spent;
  private boolean tooLarge;

  /**
   * @param limit what this expression may spend
   */
  CelCost(CelCalls calls, long limit) {
    this.calls = calls;
    this.limit = Math.min(limit, PER_EXPRESSION);
  }

  long spent() {
    return spent + weight.counted();
  }

  boolean exceeded() {
    return tooLarge || spent() > limit;
  }

  /** Returns what the expression does too much. */
  String excess() {
    return tooLarge ? "builds a text or list of more than 256 KiB" : "costs too much";
  }

  @Override
  public void callback(CelExpr expression, Object value) {
    spent += 1 + size(value);
    if (!exceeded()) {
      inspect(expression, value);
    }
    // Thrown again for every further part, so that no operator can swallow it.
    if (exceeded()) {
      throw new CelCostExceededException(excess());
    }
  }

  private void inspect(CelExpr expression, Object value) {
    switch (expression.getKind()) {
      // What is within others grows by these and by the operator + alone.
      case LIST, MAP -> tooLarge = weight.of(value) > HEAVIEST;
      case CALL -> tooLarge = value instanceof Collection<?> && weight.of(value) > HEAVIEST;
      default -> {}
    }
    if (calls.isArgument(expression.id())) {
      arguments.put(expression.id(), value);
      calls.due(expression.id()).forEach(this::before);
    }
  }

  private void before(CelCalls.Call call) {
    if (!arguments.keySet().containsAll(call.arguments())) {
      return;
    }
    List<Object> values = call.arguments().stream().map(arguments::get).toList();
    spent += CelCallSize.search(call.function(), values);
    tooLarge |= CelCallSize.result(call.function(), values) > LARGEST_RESULT;
  }

  private static long size(Object value) {
    if (value instanceof CharSequence text) {
      return text.length() / CHARACTERS;
    }
    if (value instanceof CelByteString bytes) {
      return bytes.size() / CHARACTERS;
    }
    return value instanceof Collection<?> list
        ? list.size()
        : value instanceof Map<?, ?> map ? map.size() : 0;
  }

  /** Ends the evaluation of an expression. */
  private static final class CelCostExceededException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CelCostExceededException(String excess) {
      super("Cannot evaluate CEL: it %s. Make it cheaper.".formatted(excess), null, false, false);
    }
  }
}

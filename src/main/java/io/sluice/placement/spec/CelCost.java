package io.sluice.placement.spec;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.util.Collection;
import java.util.Map;

/**
 * Ends the evaluation of CEL that costs too much: one for each part of an expression that is
 * evaluated, and one more for every ten characters or every element of its value.
 *
 * <p>The limits are those of Kubernetes: a million for an expression, ten for all of an object.
 */
final class CelCost implements CelEvaluationListener {
  static final long PER_EXPRESSION = 1_000_000;
  static final long PER_CLUSTER = 10 * PER_EXPRESSION;

  private static final int CHARACTERS = 10;

  private final long limit;
  private long spent;

  /**
   * @param limit what this expression may spend
   */
  CelCost(long limit) {
    this.limit = Math.min(limit, PER_EXPRESSION);
  }

  long spent() {
    return spent;
  }

  boolean exceeded() {
    return spent > limit;
  }

  @Override
  public void callback(CelExpr expression, Object value) {
    spent += 1 + size(value);
    // Thrown again for every further part, so that no operator can swallow it.
    if (exceeded()) {
      throw new CelCostExceededException(limit);
    }
  }

  private static long size(Object value) {
    if (value instanceof CharSequence text) {
      return text.length() / CHARACTERS;
    }
    return value instanceof Collection<?> list
        ? list.size()
        : value instanceof Map<?, ?> map ? map.size() : 0;
  }

  /** Ends the evaluation of an expression. */
  private static final class CelCostExceededException extends RuntimeException {
    private static final long serialVersionUID = 1;

    CelCostExceededException(long limit) {
      super(
          "Cannot evaluate CEL: it costs more than %d. Make it cheaper.".formatted(limit),
          null,
          false,
          false);
    }
  }
}

package io.sluice.strategy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/** Recognises the integers among the values that YAML and JSON give. */
final class WholeNumber {
  private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

  private WholeNumber() {}

  /** The integer, moved into the range of {@code long}: no fleet is larger. */
  static Optional<Long> of(Object value) {
    if (value instanceof BigInteger integer) {
      return Optional.of(within(integer));
    }
    if (value instanceof Long || value instanceof Integer) {
      return Optional.of(((Number) value).longValue());
    }
    return value instanceof Double number ? ofDouble(number) : Optional.empty();
  }

  /** The integer that a string of digits writes, moved into the range of {@code long}. */
  static long ofDigits(String digits) {
    return within(new BigInteger(digits));
  }

  /** JSON knows no difference between {@code 3} and {@code 3.0}. */
  private static Optional<Long> ofDouble(double number) {
    return Double.isFinite(number) && number == Math.rint(number)
        ? Optional.of(within(BigDecimal.valueOf(number).toBigInteger()))
        : Optional.empty();
  }

  private static long within(BigInteger integer) {
    return integer.max(LOWEST).min(HIGHEST).longValue();
  }
}

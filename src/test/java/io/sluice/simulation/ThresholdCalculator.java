package io.sluice.simulation;

import io.sluice.rollout.strategy.Amount;

/** Calculates thresholds independently of the product (rollout-strategy F6). */
final class ThresholdCalculator {
  private ThresholdCalculator() {}

  private static long of(Amount amount, long total) {
    if (!amount.percentage()) {
      return amount.value();
    }
    long product = amount.value() * total;
    return product / 100 + (product % 100 == 0 ? 0 : 1);
  }

  static long tolerance(Amount amount, long total) {
    long number = of(amount, total);
    return number < 0 ? 0 : number > total ? total : number;
  }

  static long limit(Amount amount, long total) {
    long number = of(amount, total);
    return number < 1 || number > total ? total : number;
  }
}

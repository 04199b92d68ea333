package io.sluice.cel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Estimates from above how many instructions a regular expression becomes: each of them may be
 * tried at each character of a text.
 */
final class CelPatternSize {
  private static final Pattern REPETITION = Pattern.compile("\\{(\\d{1,4}),?(\\d{0,4})\\}");

  /** RE2 repeats nothing more often, nor does it by repetitions in repetitions. */
  private static final long MOST_REPEATED = 1_000;

  private CelPatternSize() {}

  static long of(Object pattern) {
    if (!(pattern instanceof CharSequence text)) {
      return 0;
    }
    long repeated = 1;
    Matcher repetitions = REPETITION.matcher(text);
    while (repeated < MOST_REPEATED && repetitions.find()) {
      String most = repetitions.group(2).isEmpty() ? repetitions.group(1) : repetitions.group(2);
      // Of {n,} there is one more.
      repeated *= Math.max(1, Long.parseLong(most) + 1);
    }
    return (1 + text.length()) * Math.min(repeated, MOST_REPEATED);
  }
}

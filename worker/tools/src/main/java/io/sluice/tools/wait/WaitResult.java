package io.sluice.tools.wait;

import static java.util.Objects.requireNonNull;

import io.sluice.tools.option.ExitCodes;

/**
 * Holds how a wait ends.
 *
 * @param code the exit code
 * @param sentence for people
 * @param settled false while the status may be older than the newest spec: it counts only if it
 *     stays so for a while
 */
record WaitResult(int code, String sentence, boolean settled) {
  WaitResult {
    requireNonNull(sentence, "sentence is null");
  }

  static WaitResult reached(String sentence, boolean settled) {
    return new WaitResult(ExitCodes.OK, sentence, settled);
  }

  static WaitResult missed(String sentence, boolean settled) {
    return new WaitResult(ExitCodes.FAILED, sentence, settled);
  }
}

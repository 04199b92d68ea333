package io.sluice.tools.gate;

import io.sluice.hub.gate.GateState;
import io.sluice.tools.option.ExitCodes;

/** Lists what the command may find, for programs. Scripts depend on names and exit codes. */
enum GateVerdict {
  CLOSED("Closed", ExitCodes.OK),
  OPEN("Open", ExitCodes.FAILED),
  UNKNOWN("Unknown", ExitCodes.NOT_READ);

  private static final GateState.Cases<GateVerdict> OF_STATE =
      new GateState.Cases<>() {
        @Override
        public GateVerdict closed(GateState.Closed state) {
          return CLOSED;
        }

        @Override
        public GateVerdict open(GateState.Open state) {
          return OPEN;
        }

        @Override
        public GateVerdict unknown(GateState.Unknown state) {
          return UNKNOWN;
        }
      };

  private final String label;
  private final int exitCode;

  GateVerdict(String label, int exitCode) {
    this.label = label;
    this.exitCode = exitCode;
  }

  static GateVerdict of(GateState state) {
    return state.match(OF_STATE);
  }

  String label() {
    return label;
  }

  int exitCode() {
    return exitCode;
  }
}

package io.sluice.settings;

import io.sluice.hub.read.HubMode;
import java.util.Optional;

/** Lists the values of {@code --mode}. */
public enum ModeSetting {
  /** Decided from the hub, once, when the process starts. */
  AUTO(Optional.empty()),
  BESIDE(Optional.of(HubMode.BESIDE)),
  STANDALONE(Optional.of(HubMode.STANDALONE));

  private final Optional<HubMode> mode;

  ModeSetting(Optional<HubMode> mode) {
    this.mode = mode;
  }

  /** Returns the mode; empty while it is not decided. */
  public Optional<HubMode> mode() {
    return mode;
  }

  /** Returns the setting that chooses this mode. */
  public static ModeSetting of(HubMode mode) {
    return mode.beside() ? BESIDE : STANDALONE;
  }
}

package io.sluice.hub.transport;

import java.util.Optional;

/** Decides before each write of a client whether it may be sent. */
public interface WriteGuard {
  /** Lets every write through. */
  WriteGuard NONE = Optional::empty;

  /** Returns why nothing may be written now; empty when it may. */
  Optional<String> refusal();
}

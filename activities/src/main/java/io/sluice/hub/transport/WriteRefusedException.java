package io.sluice.hub.transport;

/** Reports a write that a {@link WriteGuard} did not let through; the hub was not asked. */
public final class WriteRefusedException extends IllegalStateException {
  WriteRefusedException(String reason) {
    super(reason);
  }
}

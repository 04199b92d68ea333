package io.sluice.connection;

import io.sluice.workflow.payload.PayloadKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the keys that payloads are encrypted with. */
public final class PayloadKeyFile {
  private PayloadKeyFile() {}

  /**
   * Reads a file; without one there are no keys.
   *
   * @throws IllegalArgumentException with a message for the user that shows no key
   */
  public static PayloadKeys read(Optional<Path> file) {
    return file.map(PayloadKeyFile::read).orElse(PayloadKeys.NONE);
  }

  private static PayloadKeys read(Path file) {
    try {
      return PayloadKeys.parse(Files.readString(file));
    } catch (IOException e) {
      throw failure(file, ConnectionFailure.reason(e), "Correct payloads.keyFile.", e);
    } catch (IllegalArgumentException e) {
      throw failure(
          file, e.getMessage(), "Write a line such as: 2026-11 $(openssl rand -base64 32).", e);
    }
  }

  private static IllegalArgumentException failure(
      Path file, String why, String remedy, Exception cause) {
    return new IllegalArgumentException(
        "Cannot read the payload keys from %s: %s. %s".formatted(file, why, remedy), cause);
  }
}

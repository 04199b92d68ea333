package io.sluice.connection;

import io.temporal.authorization.AuthorizationTokenSupplier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an API key from a file, again whenever that has changed: with the next call to Temporal. A
 * file that cannot be read any more leaves the last key in place.
 */
final class ApiKeyFile implements AuthorizationTokenSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(ApiKeyFile.class);

  private final Path file;
  private FileTime changed = FileTime.fromMillis(0);
  private String key = "";
  private boolean readable = true;

  private ApiKeyFile(Path file) {
    this.file = file;
  }

  /**
   * Reads it the first time.
   *
   * @throws IllegalArgumentException if it cannot be read, or is empty
   */
  static ApiKeyFile of(Path file) {
    ApiKeyFile read = new ApiKeyFile(file);
    try {
      read.read();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "Cannot read the API key for Temporal from %s: %s. Correct temporal.apiKeyFile."
              .formatted(file, ConnectionFailure.reason(e)),
          e);
    }
    return read;
  }

  @Override
  public synchronized String supply() {
    try {
      read();
      readable = true;
    } catch (IOException e) {
      if (readable) {
        LOG.warn("Cannot read the API key from {}: {}. The last one is used.", file, e.toString());
      }
      readable = false;
    }
    return key;
  }

  private void read() throws IOException {
    FileTime now = Files.getLastModifiedTime(file);
    if (now.equals(changed)) {
      return;
    }
    String text = Files.readString(file).strip();
    if (text.isEmpty()) {
      throw new IOException("it is empty");
    }
    key = text;
    changed = now;
  }
}

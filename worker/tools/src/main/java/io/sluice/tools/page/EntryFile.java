package io.sluice.tools.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a page that sends its reader to an address which nobody else may learn, in a file that this
 * person alone may read.
 *
 * <p>All users of a machine see the arguments of a program, so a browser is started with the name
 * of the file, not with the address.
 */
final class EntryFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EntryFile.class);

  private final Path file;

  private EntryFile(Path file) {
    this.file = file;
  }

  /**
   * Writes it.
   *
   * @param address without characters that HTML gives a meaning
   * @throws IOException if it cannot be written
   */
  static EntryFile of(String address) throws IOException {
    // Created with the rights rw-------, where files have such rights.
    Path file = Files.createTempFile("sluice-dashboard-", ".html");
    Files.write(
        file,
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=%1$s">
        <title>Sluice</title>
        <p><a href="%1$s">Open the dashboard</a></p>
        </html>
        """
            .formatted(address)
            .getBytes(StandardCharsets.UTF_8));
    return new EntryFile(file);
  }

  /** Returns where a browser finds it. */
  String address() {
    return file.toUri().toString();
  }

  /** Deletes it: what it holds has been used, or ends with the program. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("Cannot delete {}: {}. Delete it yourself.", file, e.getMessage());
    }
  }
}

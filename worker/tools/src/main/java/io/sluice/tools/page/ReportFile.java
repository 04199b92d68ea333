package io.sluice.tools.page;

import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a report, and replaces no other file unless that is asked for. */
record ReportFile(Path path, boolean force) {
  void write(String html) {
    try {
      if (force) {
        Files.writeString(path, html);
      } else {
        Files.writeString(path, html, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      }
    } catch (FileAlreadyExistsException e) {
      throw new CliFailure(
          "Cannot write %s: it exists. Name another with --out, or add --force to replace it."
              .formatted(path));
    } catch (IOException e) {
      throw new CliFailure(
          "Cannot write %s: %s. Name a file in a folder that you may write, with --out."
              .formatted(path, reason(e)));
    }
  }

  private static String reason(IOException failure) {
    return failure instanceof java.nio.file.NoSuchFileException
        ? "there is no such folder"
        : failure instanceof java.nio.file.AccessDeniedException
            ? "access is denied"
            : String.valueOf(failure.getMessage());
  }
}

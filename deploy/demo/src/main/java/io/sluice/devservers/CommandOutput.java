package io.sluice.devservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs short commands and hands back what they print. */
final class CommandOutput {
  private static final long LIMIT_SECONDS = 60;

  private CommandOutput() {}

  static String output(List<String> command, Path folder) {
    Process process = null;
    try {
      // A file, not a pipe: a child of the command that keeps the pipe open would block the reader.
      Path printed = Files.createTempFile("sluice-", ".out");
      try {
        process =
            new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          throw failed(command, "it gives no answer", null);
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
      } finally {
        Files.deleteIfExists(printed);
      }
    } catch (IOException e) {
      throw failed(command, e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(command, "interrupted", e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  private static DevServersException failed(List<String> command, String why, Exception cause) {
    return new DevServersException(
        "Cannot run %s: %s. Check that it is a program for this machine."
            .formatted(String.join(" ", command), why),
        cause);
  }
}

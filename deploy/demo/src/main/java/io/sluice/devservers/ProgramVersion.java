package io.sluice.devservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Orders versions of programs, parsed from what the programs print. */
record ProgramVersion(int major, int minor, int patch) implements Comparable<ProgramVersion> {
  private static final Pattern FIRST =
      Pattern.compile("\\bv?(\\d{1,6})\\.(\\d{1,6})(?:\\.(\\d{1,6}))?");
  private static final Comparator<ProgramVersion> ORDER =
      Comparator.comparingInt(ProgramVersion::major)
          .thenComparingInt(ProgramVersion::minor)
          .thenComparingInt(ProgramVersion::patch);
  private static final long LIMIT_SECONDS = 60;

  /** Runs the program with the arguments that make it print its version. */
  static ProgramVersion ask(Program program, Path path) {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(program.versionArguments());
    String printed = output(command, path.toAbsolutePath().getParent());
    return in(printed)
        .orElseThrow(
            () ->
                new DevServersException(
                    "Cannot use %s at %s: it prints no version (\"%s\"). Install a released one."
                        .formatted(program, path, printed.strip())));
  }

  /** Parses the first version in a text: a program names its own before those of its parts. */
  static Optional<ProgramVersion> in(String text) {
    Matcher found = FIRST.matcher(text);
    if (!found.find()) {
      return Optional.empty();
    }
    String patch = found.group(3);
    return Optional.of(
        new ProgramVersion(
            Integer.parseInt(found.group(1)),
            Integer.parseInt(found.group(2)),
            patch == null ? 0 : Integer.parseInt(patch)));
  }

  /** Runs a short command and returns what it prints. */
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
          throw notRun(command, "it gives no answer", null);
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
      } finally {
        Files.deleteIfExists(printed);
      }
    } catch (IOException e) {
      throw notRun(command, e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notRun(command, "interrupted", e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
    }
  }

  private static DevServersException notRun(List<String> command, String why, Exception cause) {
    return new DevServersException(
        "Cannot run %s: %s. Check that it is a program for this machine."
            .formatted(String.join(" ", command), why),
        cause);
  }

  boolean atLeast(ProgramVersion floor) {
    return compareTo(floor) >= 0;
  }

  @Override
  public int compareTo(ProgramVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}

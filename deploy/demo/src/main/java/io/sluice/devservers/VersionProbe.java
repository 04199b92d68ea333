package io.sluice.devservers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Asks a program for its version. */
interface VersionProbe {
  ProgramVersion versionOf(Program program, Path path);

  /** Runs the program with the arguments that make it print its version. */
  static ProgramVersion run(Program program, Path path) {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(program.versionArguments());
    String printed = CommandOutput.output(command, path.toAbsolutePath().getParent());
    return ProgramVersion.in(printed)
        .orElseThrow(
            () ->
                new DevServersException(
                    "Cannot use %s at %s: it does not tell its version (\"%s\"). Install a released one."
                        .formatted(program, path, printed.strip())));
  }
}

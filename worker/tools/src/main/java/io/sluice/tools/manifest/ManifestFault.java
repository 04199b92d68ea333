package io.sluice.tools.manifest;

import io.sluice.tools.option.CliFailure;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says why a part of a file cannot be read.
 *
 * @param line counted from one; 0 where it is about the file as a whole
 * @param why without a full stop
 * @param remedy without a full stop
 */
public record ManifestFault(String file, int line, String why, String remedy) {
  private static final int LISTED = 20;
  private static final String CORRECT = "Correct it and try again";

  public ManifestFault {
    why = why.strip().replaceAll("\\s*\\R\\s*", " ").replaceFirst("\\.+$", "");
  }

  static ManifestFault at(String file, int line, String why) {
    return new ManifestFault(file, line, why, CORRECT);
  }

  /** Returns what is wrong and what to do, without the place. */
  public String sentences() {
    return "Cannot read it: %s. %s.".formatted(why, remedy);
  }

  private String text() {
    return "Cannot load %s: %s%s. %s."
        .formatted(file, line == 0 ? "" : "line %d: ".formatted(line), why, remedy);
  }

  /** Returns the failure of a command that needs all of what the files hold. */
  static CliFailure failure(List<ManifestFault> faults) {
    String listed =
        faults.stream().limit(LISTED).map(ManifestFault::text).collect(Collectors.joining("\n"));
    int more = faults.size() - LISTED;
    return new CliFailure(more > 0 ? "%s\nAnd %d more.".formatted(listed, more) : listed);
  }
}

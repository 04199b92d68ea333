package io.sluice.tools.option;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** Holds the option {@code --verbose}: logs more than warnings. */
public final class Verbosity {
  private static final String PROPERTY = "sluice.verbose";

  @Option(
      names = "--verbose",
      descriptionKey = "log.verbose",
      defaultValue = "false",
      fallbackValue = "true",
      description =
          "Log what happens on the standard error output, and show stack traces. Default: ${DEFAULT-VALUE}.")
  void verbose(boolean wanted) {
    if (wanted) {
      System.setProperty(PROPERTY, "true");
      louder();
    }
  }

  /** Logs information from now on. */
  public static void louder() {
    if (LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
      root.setLevel(Level.INFO);
    }
  }

  /** Whether stack traces are shown. */
  public static boolean loud() {
    return Boolean.getBoolean(PROPERTY);
  }
}

package io.sluice.tools.terminal;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Describes whether the output is a terminal, and whether a person can answer.
 *
 * <p>The launcher passes both as system properties, because {@code System.console()} does not
 * distinguish input and output.
 *
 * @param asks whether a person can answer on the standard input
 * @param redraws whether the output can be drawn over
 * @param rows the height of what can be drawn over
 */
public record Terminal(boolean asks, boolean redraws, int rows, TerminalStyle style) {
  private static final int DEFAULT_COLUMNS = 80;
  private static final int DEFAULT_ROWS = 24;

  public static Terminal ofThisProcess() {
    return of(System.getenv(), System.getProperties(), System.console() != null);
  }

  static Terminal of(Map<String, String> env, Properties properties, boolean console) {
    boolean in = flag(properties, "sluice.stdin.tty", console);
    boolean out = flag(properties, "sluice.stdout.tty", console) && !"dumb".equals(env.get("TERM"));
    boolean colours = colours(env, out);
    if (!out) {
      TerminalStyle plain = TerminalStyle.PLAIN;
      return new Terminal(
          in, false, DEFAULT_ROWS, new TerminalStyle(plain.columns(), colours, plain.blocks()));
    }
    return new Terminal(
        in,
        true,
        size(env.get("LINES"), properties.getProperty("sluice.rows"), DEFAULT_ROWS),
        new TerminalStyle(
            size(env.get("COLUMNS"), properties.getProperty("sluice.columns"), DEFAULT_COLUMNS),
            colours,
            unicode(properties)));
  }

  /** By the two customs that there are: no-color.org, and bixense.com/clicolors. */
  private static boolean colours(Map<String, String> env, boolean out) {
    if (!env.getOrDefault("NO_COLOR", "").isEmpty()) {
      return false;
    }
    return !env.getOrDefault("CLICOLOR_FORCE", "0").equals("0")
        || out && !env.getOrDefault("CLICOLOR", "1").equals("0");
  }

  private static boolean flag(Properties properties, String name, boolean otherwise) {
    return Boolean.parseBoolean(properties.getProperty(name, String.valueOf(otherwise)));
  }

  private static int size(String variable, String property, int otherwise) {
    return Stream.of(variable, property)
        .filter(size -> size != null && size.matches("[1-9]\\d{0,3}"))
        .findFirst()
        .map(Integer::valueOf)
        .orElse(otherwise);
  }

  private static boolean unicode(Properties properties) {
    String name =
        properties.getProperty("stdout.encoding", properties.getProperty("sun.stdout.encoding"));
    Charset charset =
        name != null && Charset.isSupported(name)
            ? Charset.forName(name)
            : Charset.defaultCharset();
    return charset.equals(StandardCharsets.UTF_8);
  }
}

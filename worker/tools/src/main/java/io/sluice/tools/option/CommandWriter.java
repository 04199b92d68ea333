package io.sluice.tools.option;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the commands that messages name, so that each can be pasted as it stands: under the name
 * that this process was called by, and with the options by which it found its hub.
 */
public final class CommandWriter {
  /** Set by what starts Sluice: {@code ./sluice}, {@code sluice}, {@code kubectl sluice}. */
  static final String PROGRAM = "sluice.program";

  /** Writes commands for the hub of the kubeconfig. */
  public static final CommandWriter PLAIN = new CommandWriter(List.of());

  private static final String USUAL = "./sluice";
  private static final String SAFE = "[A-Za-z0-9_@%+=:,./~-]+";

  private static final Pattern KUBECTL =
      Pattern.compile("kubectl (apply -[kf] [a-z0-9/-]*[a-z0-9])");

  private final List<String> hub;

  /**
   * Takes the options that choose the hub.
   *
   * @param hub each word by itself: {@code --context}, {@code prod}
   */
  public CommandWriter(List<String> hub) {
    this.hub = List.copyOf(hub);
  }

  /** Returns the name that Sluice was called by. */
  public static String program() {
    return System.getProperty(PROGRAM, USUAL);
  }

  /** Writes examples, as help texts have them, under the name that Sluice was called by. */
  public static String renamed(String example) {
    return example.replace(USUAL + " ", program() + " ");
  }

  /** Writes a command of Sluice that asks no hub. */
  public static String local(String... words) {
    return program() + " " + quoted(Stream.of(words));
  }

  /** Writes a command of Sluice that asks this hub. */
  public String write(String... words) {
    return program() + " " + quoted(Stream.concat(Stream.of(words), hub.stream()));
  }

  /**
   * Writes a command of Sluice about one rollout.
   *
   * @param more what follows the name of what is rolled out
   */
  public String about(CommandTarget target, String verb, String... more) {
    return write(
        Stream.of(
                Stream.of(verb),
                target.names().stream(),
                Stream.of(more),
                target.options().stream())
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  /** Writes a command of kubectl that asks this hub. */
  public String kubectl(String... words) {
    return "kubectl "
        + quoted(
            Stream.concat(
                Stream.of(words),
                hub.stream().map(word -> word.equals("--hub") ? "--server" : word)));
  }

  /** Completes the commands of kubectl in a message of what knows no options. */
  public String completed(String message) {
    return KUBECTL
        .matcher(message)
        .replaceAll(found -> Matcher.quoteReplacement(kubectl(found.group(1).split(" "))));
  }

  private static String quoted(Stream<String> words) {
    return words.map(CommandWriter::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches(SAFE) ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

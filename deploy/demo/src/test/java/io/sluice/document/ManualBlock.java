package io.sluice.document;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds one block of a manual.
 *
 * @param kind empty: commands of a shell; {@code yaml}: a file, named by its first comment; {@code
 *     text}: what the commands before it print
 */
public record ManualBlock(String kind, String text) {
  private static final List<String> OF_PODS =
      List.of("kubectl rollout status", "kubectl get lease");

  private static final Pattern BLOCK =
      Pattern.compile("^ *```([a-z]*)\\n(.*?)^ *```$", Pattern.DOTALL | Pattern.MULTILINE);

  /** Reads the blocks of a page of {@code docs}, in their order. */
  public static List<ManualBlock> read(String page) {
    try {
      return BLOCK
          .matcher(Files.readString(DocumentFiles.ROOT.resolve("docs").resolve(page)))
          .results()
          .map(block -> new ManualBlock(block.group(1), block.group(2)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean commands() {
    return kind.isEmpty();
  }

  /** Returns its lines but for those that ask for pods, which development servers do not run. */
  public List<String> withoutPods() {
    return lines().stream().filter(line -> OF_PODS.stream().noneMatch(line::startsWith)).toList();
  }

  public List<String> lines() {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}

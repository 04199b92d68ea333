package io.sluice.simulation;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that docs/troubleshooting.md explains every sentence that a rollout can wait with. */
class WaitMessagePageTest {
  private static final Path ROOT = Path.of(System.getProperty("basedir", ".")).resolve("..");
  private static final String HEADING = "## By what `waitingFor` says\n";
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern LITERAL = Pattern.compile("\"(Waiting for [^\"]*)\"");
  private static final long ROLLOUTS = 100;

  @Test
  void everySentenceOfARandomRolloutIsExplained() {
    SortedSet<String> sentences = new TreeSet<>();
    StepFunction recording =
        (state, seen, now) -> {
          var step = StepFunction.PRODUCT.step(state, seen, now);
          sentences.add(step.progress().waitingFor());
          return step;
        };
    LongStream.range(0, ROLLOUTS)
        .forEach(seed -> SimulationRunner.play(seed, recording, new CoverageCounter()));
    sentences.remove("");

    assertThat(sentences).hasSizeGreaterThan(50);
    List<Pattern> rows = rows();
    assertThat(sentences).allMatch(sentence -> explained(rows, sentence));
    assertThat(rows.stream().filter(row -> sentences.stream().anyMatch(row.asPredicate())))
        .hasSizeGreaterThan(10);
  }

  @Test
  void everySentenceInTheSourcesIsExplained() throws IOException {
    List<String> sentences = new ArrayList<>();
    for (String module : List.of("", "workflows", "activities", "worker/process", "worker/tools")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(WaitMessagePageTest::mayWriteStatus).toList()) {
          LITERAL.matcher(Files.readString(file)).results().forEach(m -> sentences.add(m.group(1)));
        }
      }
    }

    assertThat(sentences).hasSizeGreaterThan(10);
    List<Pattern> rows = rows();
    assertThat(sentences)
        .map(WaitMessagePageTest::example)
        .allMatch(sentence -> explained(rows, sentence));
  }

  /** Commands and pages for people write no status; they have sentences of their own. */
  private static boolean mayWriteStatus(Path file) {
    String name = file.toString().replace(File.separatorChar, '/');
    return name.endsWith(".java")
        && Stream.of("tools").noneMatch(p -> name.contains("/sluice/" + p + "/"));
  }

  /** Returns a sentence as a rollout would show it, whose first part decides where it is found. */
  private static String example(String format) {
    return format
        .replaceFirst(
            "^Waiting for %s\\. .*", "Waiting for 2 of 3 clusters in group a to become compliant")
        .replaceFirst("^Waiting for %s to get", "Waiting for 4 clusters to get")
        .replace("%s", "x")
        .replace("%d", "1");
  }

  private static boolean explained(List<Pattern> rows, String sentence) {
    return rows.stream().anyMatch(row -> row.matcher(sentence).find());
  }

  /** Returns the beginnings that the page lists; one that starts with dots may stand anywhere. */
  private static List<Pattern> rows() {
    try {
      String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
      int begin = page.indexOf(HEADING) + HEADING.length();
      return page.substring(begin, page.indexOf("\n## ", begin))
          .lines()
          .filter(line -> line.startsWith("| `"))
          .map(line -> line.split("(?<!\\\\)\\|")[1])
          .flatMap(cell -> QUOTED.matcher(cell).results().map(m -> m.group(1)))
          .map(WaitMessagePageTest::pattern)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Numbers and dots of the page stand for any text. */
  private static Pattern pattern(String beginning) {
    String parts =
        Arrays.stream(beginning.split("\\.\\.\\.|\\d+ (of \\d+ )?clusters?", -1))
            .map(part -> Pattern.quote(part.strip()))
            .collect(joining(".*"));
    return Pattern.compile((beginning.startsWith("...") ? "" : "^") + parts);
  }
}

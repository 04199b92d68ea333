package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a {@link TestProcess} wrote down.
 *
 * @param ended whether it came to its end by itself
 * @param tests how many tests ran
 * @param failed names of the tests that failed, as they came
 * @param time the processor time it took
 */
record TestProcessReport(boolean ended, int tests, List<String> failed, Duration time) {

  static TestProcessReport read(Path file, Duration time) throws IOException {
    boolean ended = false;
    int tests = 0;
    List<String> failed = new ArrayList<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] parts = line.split("\t", 2);
      switch (parts[0]) {
        case "failed" -> failed.add(parts[1]);
        case "ran" -> tests = Integer.parseInt(parts[1]);
        case "end" -> ended = true;
        default -> throw new IllegalStateException("a probe does not write " + line);
      }
    }
    return new TestProcessReport(ended, tests, failed, time);
  }
}

package io.sluice.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds what a {@link TestProcess} wrote about its run.
 *
 * @param ended whether the process ended by itself
 * @param tests how many tests ran
 * @param failed names of the tests that failed, in order
 * @param time the processor time of the process
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
        default -> throw new IllegalStateException("unexpected line:  " + line);
      }
    }
    return new TestProcessReport(ended, tests, failed, time);
  }
}

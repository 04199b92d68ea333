package io.sluice.mutation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the tests on each mutant in a JVM of its own, which is stopped if the mutant never ends. */
final class MutantRunner {
  private static final String ROLLOUTS = "300";
  private static final String FLEETS = "300";
  private static final Duration LONGEST_RUN = Duration.ofMinutes(10);
  private static final Duration SHORTEST_LIMIT = Duration.ofSeconds(30);

  private final Path work;
  private final TestClasses tests;
  private final String classPath = System.getProperty("java.class.path");
  private Duration limit = LONGEST_RUN;

  MutantRunner(Path work, TestClasses tests) {
    this.work = work;
    this.tests = tests;
  }

  /** Checks that the tests pass without a bug: otherwise every mutant would count as caught. */
  TestProcessReport withoutMutation() throws IOException, InterruptedException {
    TestProcessReport report = run("none", List.of(), tests.stages(), 1);
    if (!report.ended() || report.tests() == 0 || !report.failed().isEmpty()) {
      throw new IllegalStateException(
          "Cannot try mutants: without one %d tests ran and these failed: %s. Repair them; the log is in %s."
              .formatted(report.tests(), report.failed(), work));
    }
    Duration tolerated = report.time().multipliedBy(4);
    limit = tolerated.compareTo(SHORTEST_LIMIT) > 0 ? tolerated : SHORTEST_LIMIT;
    return report;
  }

  MutantResult of(int number, Mutation mutation) {
    try {
      String name = "%03d".formatted(number);
      Path mutated = Files.createDirectories(work.resolve(name + "-classes"));
      String source = mutation.source();
      MutantCompiler.compile(mutation, source, classPath, mutated);
      TestProcessReport report =
          run(name, List.of(mutated.toString()), tests.stages(mutation), mutation.failures());
      return MutantResult.of(mutation, report);
    } catch (IllegalStateException | IOException e) {
      return MutantResult.broken(mutation, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return MutantResult.broken(mutation, "interrupted");
    }
  }

  private TestProcessReport run(
      String name, List<String> first, List<List<String>> stages, int failures)
      throws IOException, InterruptedException {
    Path file = work.resolve(name + "-report.txt");
    List<String> path = new ArrayList<>(first);
    path.add(classPath);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"));
    command.add("-Dsluice.rollouts=" + ROLLOUTS);
    command.add("-Dsluice.fleets=" + FLEETS);
    command.add("-Dsluice.conformance=" + System.getProperty("sluice.conformance", ""));
    command.addAll(
        List.of("-cp", String.join(File.pathSeparator, path), TestProcess.class.getName()));
    command.addAll(List.of(file.toString(), Integer.toString(failures)));
    stages.forEach(stage -> command.add(String.join(",", stage)));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(work.resolve(name + "-log.txt").toFile())
            .start();
    Duration time = untilItEnds(process);
    if (time.compareTo(limit) <= 0 && process.exitValue() != 0) {
      throw new IllegalStateException(
          "Cannot run the tests: the process ended with exit code %d. Read %s."
              .formatted(process.exitValue(), work.resolve(name + "-log.txt")));
    }
    return TestProcessReport.read(file, time);
  }

  /**
   * Waits for the process, and returns its processor time; above the limit the process is stopped.
   * Elapsed time would not do: on a busy machine it exceeds the limit without an endless loop.
   */
  private Duration untilItEnds(Process process) throws InterruptedException {
    long start = System.nanoTime();
    Duration time = Duration.ZERO;
    while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
      time = process.info().totalCpuDuration().orElse(time);
      boolean idle = System.nanoTime() - start > LONGEST_RUN.toNanos();
      if (time.compareTo(limit) > 0 || idle) {
        process.destroyForcibly().waitFor();
      }
      if (idle) {
        throw new IllegalStateException(
            "Cannot decide whether the tests fail: they took %d minutes. Run on a less busy machine."
                .formatted(LONGEST_RUN.toMinutes()));
      }
    }
    return time;
  }
}

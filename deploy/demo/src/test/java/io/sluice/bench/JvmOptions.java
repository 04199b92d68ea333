package io.sluice.bench;

import io.sluice.process.WorkerJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives workers the options of the JVM with which {@code ./sluice} starts one, and those of a run.
 */
final class JvmOptions {
  private static final Path LAUNCHER = Path.of("launcher");

  /** That from which {@code ./sluice} takes further options. */
  private static final int NEWER = 25;

  private JvmOptions() {}

  /** Returns the options without an archive of the classes. */
  static List<String> plain() throws IOException {
    List<String> options = new ArrayList<>(options("worker.options"));
    if (Runtime.version().feature() >= NEWER) {
      options.addAll(options("java25.options"));
    }
    return List.copyOf(options);
  }

  private static List<String> options(String file) throws IOException {
    try (Stream<String> lines = Files.lines(LAUNCHER.resolve(file))) {
      return lines.map(String::strip).filter(line -> line.startsWith("-")).toList();
    }
  }

  /** Makes an archive of the classes in that folder, as an installation does once. */
  static List<String> withArchive(Path folder) throws IOException, InterruptedException {
    Path archive = folder.resolve("sluice.jsa");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                LAUNCHER.resolve("archive-classes").toString(),
                java,
                WorkerJvm.jar().toString(),
                archive.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("archive.log").toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException(
          "Cannot make an archive of the classes: "
              + Files.readString(folder.resolve("archive.log")).strip());
    }
    List<String> options = new ArrayList<>(plain());
    options.add("-XX:SharedArchiveFile=" + archive);
    Stream.of(System.getProperty("sluice.bench.java", "").split(" "))
        .filter(option -> !option.isBlank())
        .forEach(options::add);
    return options;
  }
}

package io.sluice.devservers;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds what the commands around the development servers have in common. */
final class DevServersFolder {
  static final int OK = 0;
  static final int PROBLEM = 1;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      description =
          "Data, logs and state of the servers. Default: sluice/devservers/data in the user's cache folder.")
  private Path folder;

  Path path() {
    return folder != null ? folder : CacheFolder.of(System.getenv()).resolve("data");
  }

  /** Names the folder again, for the next command. */
  String flag() {
    return folder == null ? "" : " --dir " + folder.toAbsolutePath();
  }

  Optional<DevServers> servers() {
    return DevServers.of(path(), news());
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** What is being done is no result: it goes to the other stream. */
  Consumer<String> news() {
    return line -> {
      err().println(line);
      err().flush();
    };
  }

  /** Turns a problem that was foreseen into its sentence and an exit code. */
  int run(Callable<Integer> work) throws Exception {
    try {
      return work.call();
    } catch (DevServersException e) {
      err().println(e.getMessage());
      return PROBLEM;
    } finally {
      out().flush();
      err().flush();
    }
  }

  int neverStarted() {
    err()
        .println(
            "Cannot find servers in %s: none were started there. Run ./sluice devservers up."
                .formatted(path()));
    return PROBLEM;
  }
}

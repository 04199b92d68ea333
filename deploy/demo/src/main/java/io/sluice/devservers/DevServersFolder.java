package io.sluice.devservers;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Holds what the commands of the development servers have in common. */
final class DevServersFolder {
  static final int OK = 0;
  static final int PROBLEM = 1;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "<folder>",
      description =
          "Data, logs and state of the servers. Default: sluice/devservers/data in the user's cache"
              + " folder.")
  private Path folder;

  Path path() {
    return folder != null ? folder : DevServersOptions.defaultFolder();
  }

  /** Returns the option that names the folder, for the next command. */
  String flag() {
    return folder == null ? "" : " --dir " + folder.toAbsolutePath();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Progress is no result, so it goes to standard error. */
  Consumer<String> progress() {
    return line -> {
      err().println(line);
      err().flush();
    };
  }

  /** Runs a command on the servers of the folder; without any the next step is named. */
  int withServers(ToIntFunction<DevServers> command) throws Exception {
    return run(
        () ->
            command.applyAsInt(
                DevServers.of(path(), progress())
                    .orElseThrow(
                        () ->
                            new DevServersException(
                                "Cannot find servers in %s: none were started there. Run ./sluice devservers up."
                                    .formatted(path())))));
  }

  /** Turns a problem that was foreseen into its message and an exit code. */
  int run(Callable<Integer> command) throws Exception {
    try {
      return command.call();
    } catch (DevServersException e) {
      err().println(e.getMessage());
      return PROBLEM;
    } finally {
      out().flush();
      err().flush();
    }
  }
}

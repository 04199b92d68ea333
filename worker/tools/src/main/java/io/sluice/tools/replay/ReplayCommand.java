package io.sluice.tools.replay;

import io.sluice.connection.PayloadKeyFile;
import io.sluice.replay.AttemptReplayer;
import io.sluice.replay.DeviationException;
import io.sluice.replay.HistoryException;
import io.sluice.replay.RecordedRun;
import io.sluice.replay.ReplayedStep;
import io.sluice.replay.RunReader;
import io.sluice.replay.StrictReplayer;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.PayloadOptions;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.Verbosity;
import io.sluice.tools.terminal.Terminal;
import io.sluice.workflow.payload.PayloadKeys;
import io.temporal.common.WorkflowExecutionHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Replays the history of a rollout with this build. Needs no server. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Replays the history of a rollout with this build, and prints its course.",
      "Shows what was observed, what was done and why, and whether this build would "
          + "decide the same. Needs no server."
    },
    footer = {
      "",
      "Examples:",
      "  temporal workflow show -w rollout/hub/policies/web-tls -n sluice -o json > web-tls.json",
      "  ./sluice replay web-tls.json",
      "  ./sluice replay first.json second.json.gz -o json",
      "",
      "Exit codes: 0 this build decides the same, 1 it would decide otherwise, 2 a file is no",
      "history that can be replayed, 64 wrong usage."
    })
public final class ReplayCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "History as JSON, also packed by gzip: from the Web UI, or of temporal workflow show."
              + " Several: the runs of one attempt, oldest first.")
  private List<Path> files;

  @Mixin private OutputOption output;
  @Mixin private ConfigOption config;
  @Mixin private PayloadOptions payloads;
  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  public ReplayCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    try {
      PayloadKeys keys = PayloadKeyFile.read(payloads.keyFile());
      List<WorkflowExecutionHistory> chain = files.stream().map(HistoryFile::read).toList();
      List<RecordedRun> runs = chain.stream().map(new RunReader(keys)::read).toList();
      Optional<String> deviation = deviation(keys, chain, runs);
      if (deviation.isPresent()) {
        spec.commandLine().getErr().println(deviation.get());
        return ExitCodes.FAILED;
      }
      List<ReplayedStep> steps = new AttemptReplayer(keys).replay(chain);
      output.print(
          spec,
          () -> CoursePrinter.lines(runs, steps, terminal.style()),
          () -> CourseDocument.of(runs, steps));
      return ExitCodes.OK;
    } catch (HistoryException | CliFailure e) {
      spec.commandLine().getErr().println(e.getMessage());
      return ExitCodes.NOT_READ;
    }
  }

  private static Optional<String> deviation(
      PayloadKeys keys, List<WorkflowExecutionHistory> chain, List<RecordedRun> runs) {
    try (StrictReplayer strict = new StrictReplayer(keys)) {
      for (int i = 0; i < chain.size(); i++) {
        Optional<String> found = strict.deviation(chain.get(i));
        if (found.isPresent()) {
          return Optional.of(DeviationException.message(runs.get(i), found.get()));
        }
      }
      return Optional.empty();
    }
  }
}

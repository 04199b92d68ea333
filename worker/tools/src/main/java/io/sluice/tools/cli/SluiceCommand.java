package io.sluice.tools.cli;

import io.sluice.tools.activation.ActivateCommand;
import io.sluice.tools.completion.CompleteCommand;
import io.sluice.tools.completion.CompletionCommand;
import io.sluice.tools.gate.GateCommand;
import io.sluice.tools.handover.AdoptCommand;
import io.sluice.tools.handover.LeaveCommand;
import io.sluice.tools.history.HistoryCommand;
import io.sluice.tools.lint.LintCommand;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.page.DashboardCommand;
import io.sluice.tools.page.ReportCommand;
import io.sluice.tools.pending.WhyCommand;
import io.sluice.tools.placement.PlacementCommand;
import io.sluice.tools.plan.PlanCommand;
import io.sluice.tools.replay.ReplayCommand;
import io.sluice.tools.request.AbortCommand;
import io.sluice.tools.request.ApproveCommand;
import io.sluice.tools.request.PauseCommand;
import io.sluice.tools.request.ResumeCommand;
import io.sluice.tools.request.RetryCommand;
import io.sluice.tools.request.RevokeCommand;
import io.sluice.tools.request.SkipCommand;
import io.sluice.tools.status.StatusCommand;
import io.sluice.tools.wait.WaitCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Describes the command line: its commands, and its options for help and version. */
@Command(
    name = "sluice",
    versionProvider = JarVersion.class,
    mixinStandardHelpOptions = true,
    description = "Carries policy changes across a fleet of clusters, group by group.",
    subcommands = {
      StatusCommand.class,
      WaitCommand.class,
      HistoryCommand.class,
      ApproveCommand.class,
      RevokeCommand.class,
      PauseCommand.class,
      ResumeCommand.class,
      RetryCommand.class,
      AbortCommand.class,
      SkipCommand.class,
      ActivateCommand.class,
      PlanCommand.class,
      WhyCommand.class,
      ReplayCommand.class,
      PlacementCommand.class,
      GateCommand.class,
      AdoptCommand.class,
      LeaveCommand.class,
      ReportCommand.class,
      DashboardCommand.class,
      LintCommand.class,
      WorkerCommand.class,
      CodecServerCommand.class,
      CompletionCommand.class,
      CompleteCommand.class
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice status web-tls -n policies        where a rollout stands",
      "  ./sluice approve web-tls prod -n policies  approve group prod",
      "  ./sluice activate web-tls -n policies      activate an edit that waits",
      "  ./sluice adopt                             what a worker would do on a hub",
      "  ./sluice worker --temporal localhost:7233  run Sluice on a hub",
      "",
      "Exit codes: 0 done, 1 failed, 2 waits for a person, 3 too late, 64 wrong usage."
    })
public final class SluiceCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Cannot run sluice: no command is named. Name one, such as status.");
  }
}

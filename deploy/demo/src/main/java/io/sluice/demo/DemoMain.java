package io.sluice.demo;

import io.sluice.devservers.DevServersCommand;
import io.sluice.rehearsal.RehearseCommand;
import io.sluice.tools.cli.Cli;
import io.sluice.tools.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Starts Sluice with two more commands: {@code demo} and {@code devservers}. */
public final class DemoMain {
  private static final String EXAMPLE =
      "  ./sluice demo --gate                       a rollout to 30 simulated clusters";

  private DemoMain() {}

  public static void main(String[] args) {
    // Read once, when the JDK's HTTP server is first used: without it an answer takes 44 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.exit(Cli.run(DemoMain::addCommands, args));
  }

  static void addCommands(CommandLine line, Terminal terminal) {
    line.addSubcommand(new DemoCommand(terminal));
    line.addSubcommand(new DevServersCommand());
    line.addSubcommand(new RehearseCommand(terminal));
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    List<String> footer = new ArrayList<>(List.of(usage.footer()));
    footer.add(footer.indexOf("Examples:") + 1, EXAMPLE);
    usage.footer(footer.toArray(String[]::new));
  }
}

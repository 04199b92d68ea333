package io.sluice.demo;

import io.sluice.cli.Cli;
import io.sluice.devservers.DevServersCommand;
import java.util.List;

/** Starts Sluice with two more commands: {@code demo} and {@code devservers}. */
public final class DemoMain {
  private DemoMain() {}

  public static void main(String[] args) {
    // Read once, when the JDK's HTTP server is first used: without it an answer takes 44 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.exit(
        Cli.run(terminal -> List.of(new DemoCommand(terminal), new DevServersCommand()), args));
  }
}

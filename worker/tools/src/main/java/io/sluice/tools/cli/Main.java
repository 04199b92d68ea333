package io.sluice.tools.cli;

/** Starts Sluice. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Read once, when the JDK's HTTP server is first used: without it an answer takes 44 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.exit(Cli.run(args));
  }
}

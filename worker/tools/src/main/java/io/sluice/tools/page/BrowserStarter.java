package io.sluice.tools.page;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Starts the browser of this machine. */
final class BrowserStarter {
  private BrowserStarter() {}

  /** Returns whether there is a program that opens addresses. */
  static boolean open(String address) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", address)
            : system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : List.of("xdg-open", address);
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}

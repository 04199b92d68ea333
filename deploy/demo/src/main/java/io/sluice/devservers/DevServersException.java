package io.sluice.devservers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Reports to the user at the terminal why the servers cannot be used. */
public final class DevServersException extends RuntimeException {
  private static final String USUAL_WAYS =
      """

        Temporal CLI:    brew install temporal, or https://docs.temporal.io/cli/setup-cli
        etcd and kube-apiserver: setup-envtest use, from
                         https://github.com/kubernetes-sigs/controller-runtime/releases,
                         or out of a kind node: docker cp <node>:/usr/bin/kube-apiserver .
        all of them:     install Go 1.21 or newer (https://go.dev/dl) and run ./sluice devservers install
      Then set SLUICE_DEVSERVERS_BIN to the folder that holds them, or put them on PATH.\
      """;

  private static final int LINES = 8;
  private static final int WIDTH = 300;

  /** What a server that cannot listen writes to its log. */
  private static final String IN_USE = "address already in use";

  private final boolean portTaken;

  DevServersException(String message) {
    this(message, false);
  }

  private DevServersException(String message, boolean portTaken) {
    super(message);
    this.portTaken = portTaken;
  }

  DevServersException(String message, Throwable cause) {
    super(message, cause);
    portTaken = false;
  }

  static DevServersException tooOld(Program program, Path path, ProgramVersion version) {
    return new DevServersException(
        "Cannot use %s %s at %s: it is too old, the least is %s. Install a newer one, or take it out of SLUICE_DEVSERVERS_BIN."
            .formatted(program, version, path, program.floor()));
  }

  static DevServersException notInstalled(List<Program> missing, List<String> passedOver) {
    return new DevServersException(
        "Cannot start the development servers: %s not found in SLUICE_DEVSERVERS_BIN, on PATH or in the cache%s. Run ./sluice devservers install."
            .formatted(names(missing), inParentheses(passedOver)));
  }

  static DevServersException noGo(List<Program> missing, List<String> passedOver) {
    return new DevServersException(
        "Cannot install %s: not found in SLUICE_DEVSERVERS_BIN or on PATH%s, and there is no Go to build with. Install them in one of the usual ways:"
                .formatted(names(missing), inParentheses(passedOver))
            + USUAL_WAYS);
  }

  static DevServersException ended(Program program, ServerProcess process, Path log) {
    String lines = lastLines(log);
    return new DevServersException(
        "Cannot keep %s running: it ended on its own (pid %d, started %s). Read %s; it closes with:\n%s"
            .formatted(program, process.pid(), process.started(), log, lines),
        lines.contains(IN_USE));
  }

  static DevServersException portTaken(Program program, int port, String flag) {
    return new DevServersException(
        "Cannot start %s on port %d: something else listens there. Stop that, or choose another port with %s."
            .formatted(program, port, flag),
        true);
  }

  /** Returns whether a server cannot run because something else listens on its port. */
  boolean portTaken() {
    return portTaken;
  }

  /** Quotes the end of a log, for a message about a program that ended. */
  static String lastLines(Path log) {
    try {
      // Latin-1 reads any byte, even of a log that was cut in the middle of a character.
      List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
      return lines.stream()
          .skip(Math.max(0, lines.size() - LINES))
          .map(line -> "  " + (line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      return "  (no log: " + e.getMessage() + ")";
    }
  }

  private static String names(List<Program> programs) {
    return programs.stream().map(Program::file).collect(Collectors.joining(", "));
  }

  private static String inParentheses(List<String> passedOver) {
    return passedOver.isEmpty() ? "" : " (" + String.join("; ", passedOver) + ")";
  }
}

package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.document.Subject;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.OutputFormat;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Shows one rollout until Ctrl-C: drawn over itself on a terminal, a line for each change
 * elsewhere, a document for each change where a program reads.
 *
 * <p>It does not end with the rollout, as {@code kubectl get -w} does not; {@code sluice wait}
 * does.
 */
final class LiveStatus {
  private final Terminal terminal;
  private final OutputOption output;
  private final LeaderCheck leader;
  private final PrintWriter out;
  private final PrintWriter err;
  private final CommandWriter commands;
  private Optional<StatusDocument> printed = Optional.empty();

  LiveStatus(
      Terminal terminal,
      OutputOption output,
      LeaderCheck leader,
      PrintWriter out,
      PrintWriter err,
      CommandWriter commands) {
    this.terminal = requireNonNull(terminal, "terminal is null");
    this.output = requireNonNull(output, "output is null");
    this.leader = requireNonNull(leader, "leader is null");
    this.out = requireNonNull(out, "out is null");
    this.err = requireNonNull(err, "err is null");
    this.commands = requireNonNull(commands, "commands is null");
  }

  int run(KubernetesClient client, StatusSource source, ShutdownSignal signal) {
    Screen screen = screen();
    StatusSource.Found first = source.read();
    try (ChangeSignal changes = new ChangeSignal(client, first.view().subject().target())) {
      new StatusPoller(source, err)
          .poll(
              first,
              changes,
              signal,
              found -> {
                show(screen, found.view());
                return Optional.empty();
              });
    }
    screen.leave();
    return ExitCodes.STOPPED;
  }

  private Screen screen() {
    return terminal.redraws()
        ? Screen.of(terminal, out, view -> StatusPrinter.lines(view, terminal.style(), commands))
        : new PlainScreen(out, terminal.style().unbroken());
  }

  private void show(Screen screen, StatusView view) {
    Instant now = Instant.now();
    // A worker that stops changes nothing on the hub that would be seen.
    Optional<String> noLeader = view.needsWorker() ? leader.recent(now) : Optional.empty();
    if (output.format().readable()) {
      screen.show(view, noLeader, clock(now));
      return;
    }
    StatusDocument document = StatusDocument.of(view, noLeader);
    if (!Optional.of(document).equals(printed)) {
      if (output.format() == OutputFormat.YAML && printed.isPresent()) {
        out.println("---");
      }
      output.print(
          out,
          List::of,
          () -> document,
          () -> List.of(Subject.rolloutName(view.subject().target())));
      printed = Optional.of(document);
    }
  }

  /** Formats what begins the line of a change. */
  static String clock(Instant now) {
    return now.truncatedTo(ChronoUnit.SECONDS) + "  ";
  }
}

package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.tools.document.Subject;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.OutputFormat;
import io.sluice.tools.option.OutputOption;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Shows the rollouts of a namespace, or of all namespaces: once, or with every change. */
final class ListedRollouts {
  private final OutputOption output;
  private final Optional<String> namespace;
  private final LeaderCheck leader;
  private final PrintWriter out;
  private final PrintWriter err;
  private final RolloutTable table;
  private boolean headed;

  /**
   * Prepares it.
   *
   * @param namespace empty for all
   */
  ListedRollouts(
      Terminal terminal,
      OutputOption output,
      Optional<String> namespace,
      LeaderCheck leader,
      PrintWriter out,
      PrintWriter err) {
    this.output = requireNonNull(output, "output is null");
    this.namespace = requireNonNull(namespace, "namespace is null");
    this.leader = requireNonNull(leader, "leader is null");
    this.out = requireNonNull(out, "out is null");
    this.err = requireNonNull(err, "err is null");
    this.table =
        new RolloutTable(terminal, namespace.isEmpty(), output.format() == OutputFormat.WIDE);
  }

  /** Shows them once. */
  int show(KubernetesClient client) {
    List<RolloutSummary> rollouts = new RolloutLister(client).list(namespace, Instant.now());
    Optional<String> noLeader =
        rollouts.stream().anyMatch(RolloutSummary::needsWorker)
            ? leader.problem(Instant.now())
            : Optional.empty();
    print(rollouts, noLeader);
    if (output.format().readable()) {
      // A program that reads the table finds nothing else there.
      noLeader.ifPresent(err::println);
      err.flush();
    }
    return ExitCodes.OK;
  }

  /** Shows them, and every change until Ctrl-C. */
  int follow(KubernetesClient client, ShutdownSignal signal) {
    List<RolloutSummary> listed = new RolloutLister(client).list(namespace, Instant.now());
    if (output.format().readable()) {
      print(listed, Optional.empty());
    } else {
      listed.forEach(this::document);
    }
    return new LiveList(table, leader, this::change, err).run(client, namespace, listed, signal);
  }

  private void print(List<RolloutSummary> rollouts, Optional<String> noLeader) {
    if (rollouts.isEmpty() && output.format().readable()) {
      // As kubectl: a program that reads the output finds nothing.
      err.println(
          namespace
              .map(
                  "No rollouts found in namespace %s. All namespaces are listed with -A."
                      ::formatted)
              .orElse("No rollouts found."));
      err.flush();
      return;
    }
    headed = true;
    output.print(
        out,
        () -> table.lines(rollouts, Instant.now()),
        () -> StatusDocument.Listed.of(rollouts, noLeader),
        () -> rollouts.stream().map(rollout -> Subject.rolloutName(rollout.target())).toList());
  }

  private void change(RolloutSummary summary) {
    if (!output.format().readable()) {
      document(summary);
    } else if (headed) {
      out.println(table.line(summary, Instant.now()));
      out.flush();
    } else {
      print(List.of(summary), Optional.empty());
    }
  }

  private void document(RolloutSummary summary) {
    if (output.format() == OutputFormat.YAML) {
      out.println("---");
    }
    output.print(
        out,
        List::of,
        () -> StatusDocument.of(summary),
        () -> List.of(Subject.rolloutName(summary.target())));
  }
}

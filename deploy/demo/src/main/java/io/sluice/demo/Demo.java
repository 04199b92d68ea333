package io.sluice.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.request.RolloutRequester;
import io.sluice.tools.status.Screen;
import io.sluice.tools.status.StatusPrinter;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.terminal.Terminal;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Plays one rollout to its end and shows it.
 *
 * <p>It reads the hub five times a second, as {@code sluice status} does, and approves as {@code
 * sluice approve} does: it shows nothing that these commands would not show.
 */
final class Demo {
  private static final Duration EVERY = Duration.ofMillis(200);

  /** A release that takes longer than this is not waited for. */
  private static final Duration RELEASE = Duration.ofSeconds(30);

  private final DemoSettings settings;
  private final Terminal terminal;
  private final Screen screen;
  private final ConsoleInput input;
  private final GroupTimes times = new GroupTimes();
  private final long began = System.nanoTime();

  Demo(DemoSettings settings, Terminal terminal, BufferedReader in, PrintWriter out) {
    this.settings = settings;
    this.terminal = terminal;
    this.screen =
        Screen.of(
            terminal,
            out,
            view ->
                StatusPrinter.linesWithoutNextStep(view, terminal.style(), DemoMessages.BEFORE));
    this.input = new ConsoleInput(in);
  }

  /** Plays it; returns the exit code. */
  int play(ShutdownSignal signal) throws InterruptedException {
    Examples examples = Examples.read(settings.examples(), settings.kind());
    PolicyName policy = examples.policy();
    examples.failing(settings.failing());
    examples.warnings().forEach(screen::print);
    screen.print(
        "Starting a %shub%s, Temporal and %d clusters."
            .formatted(
                settings.real().isPresent() ? "real " : "",
                DemoMessages.surroundings(settings.kind()),
                examples.clusters().size()));
    try (DemoEnvironment environment = DemoEnvironment.open(settings, examples, screen::print)) {
      DemoMessages messages =
          new DemoMessages(policy, environment.servers().commands(), settings.kind());
      screen.print(
          messages.welcome(
              environment.servers().places(), settings, examples.groups().unapproved()));
      return new DemoRun(policy, environment, messages).watch(signal);
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** One rollout under way. */
  private final class DemoRun {
    private final PolicyName policy;
    private final KubernetesClient client;
    private final StatusReader objects;
    private final DemoMessages messages;
    private final DemoServers servers;
    private final Optional<PropagatorView> propagator;
    private boolean linked;
    private Optional<Duration> succeeded = Optional.empty();

    /** What was approved here: the rollout takes a moment to see it. */
    private final Set<String> approved = new HashSet<>();

    DemoRun(PolicyName policy, DemoEnvironment environment, DemoMessages messages) {
      this.policy = policy;
      this.client = environment.client();
      this.objects = new StatusReader(client);
      this.messages = messages;
      this.servers = environment.servers();
      this.propagator = environment.propagator();
    }

    int watch(ShutdownSignal signal) throws InterruptedException {
      while (true) {
        StatusView view = objects.read(policy, "Cannot show policy " + policy);
        times.record(view, elapsed());
        link();
        screen.show(
            view,
            propagator.flatMap(PropagatorView::enforcement),
            "%7s  ".formatted(GroupTimes.seconds(elapsed())));
        Optional<Integer> end = end(view);
        if (end.isPresent()) {
          return stay(end.get(), signal);
        }
        if (signal.await(EVERY)) {
          return leave("Stopped.", ExitCodes.STOPPED);
        }
      }
    }

    /** What has failed is there to be looked at, where a person can end it. */
    private int stay(int exitCode, ShutdownSignal signal) throws InterruptedException {
      if (exitCode == ExitCodes.FAILED && settings.staysAfterFailure(terminal)) {
        screen.print(messages.stays());
        signal.await();
      }
      return exitCode;
    }

    private void link() {
      if (!linked) {
        servers
            .page(HubName.DEFAULT.workflowId(policy))
            .ifPresent(
                page -> {
                  linked = true;
                  screen.print(messages.page(page));
                });
      }
    }

    private Optional<Integer> end(StatusView view) {
      if (view.outcome().isPresent()) {
        return ended(view, view.outcome().get().equals("Succeeded"));
      }
      if (view.refusal().isPresent()) {
        return Optional.of(leave(view.refusal().get(), ExitCodes.FAILED));
      }
      if (elapsed().compareTo(settings.timeout()) > 0) {
        return Optional.of(leave(messages.late(view, settings.timeout()), ExitCodes.TOO_LATE));
      }
      return view.waitsForApproval() ? approval(view.unapproved()) : Optional.empty();
    }

    private Optional<Integer> ended(StatusView view, boolean success) {
      if (success && !released()) {
        return Optional.empty();
      }
      return Optional.of(
          leave(
              messages.ending(
                  view,
                  times.summary(),
                  success ? succeeded.orElseGet(Demo.this::elapsed) : elapsed()),
              success ? ExitCodes.OK : ExitCodes.FAILED));
    }

    /** Beside the propagator, what is enforced is released after a success, unless that is off. */
    private boolean released() {
      if (propagator.isEmpty()) {
        return true;
      }
      Duration since = succeeded.orElseGet(Demo.this::elapsed);
      succeeded = Optional.of(since);
      return propagator.get().keeps()
          || propagator.get().released()
          || elapsed().minus(since).compareTo(RELEASE) > 0;
    }

    private Optional<Integer> approval(List<String> groups) {
      Optional<String> next = groups.stream().filter(name -> !approved.contains(name)).findFirst();
      if (next.isEmpty()) {
        return Optional.empty();
      }
      Optional<String> group = next.filter(name -> !name.isEmpty());
      if (settings.autoApprove()) {
        approve(group);
        return Optional.empty();
      }
      if (!terminal.asks() || input.over()) {
        return Optional.of(leave(messages.unanswered(group), ExitCodes.WAITS_FOR_A_PERSON));
      }
      ask(group);
      return Optional.empty();
    }

    private void ask(Optional<String> group) {
      input.listen();
      screen.ask(messages.question(group));
      input
          .next()
          .ifPresent(
              answer -> {
                screen.answered();
                if (answer.matches("(?i)y|yes")) {
                  approve(group);
                } else {
                  screen.print(messages.declined(group));
                }
              });
    }

    private void approve(Optional<String> group) {
      screen.print(RolloutRequester.of(client, policy).approve(group));
      approved.add(group.orElse(""));
    }

    private int leave(String text, int exitCode) {
      screen.leave();
      screen.print(text);
      return exitCode;
    }
  }
}

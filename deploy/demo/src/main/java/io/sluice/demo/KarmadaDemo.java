package io.sluice.demo;

import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.status.PlainScreen;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Plays how an edit of a lazy policy of Karmada waits until its template changes, and prints a line
 * whenever a cluster gets, reports or loses the template.
 */
final class KarmadaDemo {
  private static final Duration EVERY = Duration.ofMillis(100);

  /** How long the demo shows that nothing moves. */
  private static final Duration STAYS = Duration.ofSeconds(2);

  private final DemoSettings settings;
  private final Terminal terminal;
  private final PlainScreen screen;
  private final KarmadaExample example = KarmadaExample.read();
  private final KarmadaMessages messages = new KarmadaMessages(example);
  private final long began = System.nanoTime();
  private KarmadaView shown = KarmadaView.NOTHING;

  KarmadaDemo(DemoSettings settings, Terminal terminal, PrintWriter out) {
    this.settings = settings;
    this.terminal = terminal;
    this.screen = new PlainScreen(out, terminal.style());
  }

  /**
   * One step of the play.
   *
   * @param says what is done
   * @param reached how the hub looks once it has happened
   * @param stays how long that is shown
   */
  private record Step(
      String says, Runnable change, Predicate<KarmadaView> reached, Duration stays) {}

  private List<Step> steps(KarmadaEnvironment environment) {
    return List.of(
        new Step(
            messages.begin(),
            environment::load,
            view -> view.settled(example.former(), example.before()) && view.done(),
            Duration.ZERO),
        new Step(
            messages.edited(),
            () -> environment.apply(example.edited()),
            view -> view.pending().isPresent(),
            STAYS),
        new Step(
            messages.touched(),
            () -> environment.apply(example.touched()),
            view -> view.settled(example.wanted(), example.after()) && view.done(),
            Duration.ZERO));
  }

  /** Plays it; returns the exit code. */
  int play(ShutdownSignal signal) throws InterruptedException {
    screen.print(
        "Starting a %scontrol plane, Temporal and %d members."
            .formatted(settings.real().isPresent() ? "real " : "", example.members().size()));
    try (KarmadaEnvironment environment = new KarmadaEnvironment(settings, example)) {
      screen.print(messages.welcome(environment.servers()));
      Optional<Integer> end = Optional.empty();
      for (Step step : steps(environment)) {
        if (end.isEmpty()) {
          say(step.says());
          step.change().run();
          end = until(step, environment, signal);
        }
      }
      screen.print(messages.ending(shown, end, settings.timeout(), elapsed()));
      int exitCode = end.orElse(ExitCodes.OK);
      if (exitCode == ExitCodes.FAILED && settings.staysAfterFailure(terminal)) {
        screen.print(messages.stays(environment.servers()));
        signal.await();
      }
      return exitCode;
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private void say(String what) {
    screen.print("%7s  %s".formatted(GroupTimes.seconds(elapsed()), what));
  }

  /** Shows what happens until then; returns the exit code if it does not come to that. */
  private Optional<Integer> until(Step step, KarmadaEnvironment environment, ShutdownSignal signal)
      throws InterruptedException {
    Optional<Duration> since = Optional.empty();
    while (true) {
      KarmadaView view = environment.view();
      show(view);
      if (since.isEmpty() && step.reached().test(view)) {
        since = Optional.of(elapsed());
      }
      if (since.filter(from -> elapsed().minus(from).compareTo(step.stays()) >= 0).isPresent()) {
        return Optional.empty();
      }
      if (view.failed()) {
        return Optional.of(ExitCodes.FAILED);
      }
      if (elapsed().compareTo(settings.timeout()) > 0) {
        return Optional.of(ExitCodes.TOO_LATE);
      }
      if (signal.await(EVERY)) {
        return Optional.of(ExitCodes.STOPPED);
      }
    }
  }

  private void show(KarmadaView view) {
    if (!view.where().equals(shown.where())) {
      say("         " + view.where());
    }
    view.pending()
        .filter(message -> !shown.pending().equals(view.pending()))
        .ifPresent(message -> say("Pending: " + message));
    if (!view.waitingFor().isEmpty() && !view.waitingFor().equals(shown.waitingFor())) {
      say(view.waitingFor());
    }
    shown = view;
  }
}

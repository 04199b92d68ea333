package io.sluice.demo;

import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.status.PlainScreen;
import io.sluice.tools.terminal.Terminal;
import java.io.PrintWriter;
import java.time.Duration;
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
  private final PlainScreen screen;
  private final KarmadaExample example = KarmadaExample.read();
  private final long began = System.nanoTime();
  private KarmadaView shown = KarmadaView.NOTHING;

  KarmadaDemo(DemoSettings settings, Terminal terminal, PrintWriter out) {
    this.settings = settings;
    this.screen = new PlainScreen(out, terminal.style());
  }

  /** Plays it; returns the exit code. */
  int play(ShutdownSignal signal) throws InterruptedException {
    screen.print(
        "Starting a %scontrol plane, Temporal and %d members."
            .formatted(settings.real().isPresent() ? "real " : "", example.members().size()));
    try (KarmadaEnvironment environment = new KarmadaEnvironment(settings, example)) {
      screen.print(KarmadaMessages.welcome(environment.servers(), example));
      return new KarmadaRun(environment, signal).play();
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** One play under way. */
  private final class KarmadaRun {
    private final KarmadaEnvironment environment;
    private final ShutdownSignal signal;

    KarmadaRun(KarmadaEnvironment environment, ShutdownSignal signal) {
      this.environment = environment;
      this.signal = signal;
    }

    int play() throws InterruptedException {
      String before = KarmadaExample.content(example.templateAtFirst());
      String after = KarmadaExample.content(example.touched().tree());
      say(KarmadaMessages.begin(example));
      environment.load();
      Optional<Integer> end = until(view -> view.settled(example.former(), before) && view.done());
      if (end.isEmpty()) {
        say(KarmadaMessages.edited(example));
        environment.apply(example.edited());
        end = until(view -> view.pending().isPresent());
      }
      if (end.isEmpty()) {
        Duration until = elapsed().plus(STAYS);
        end =
            until(
                view -> elapsed().compareTo(until) > 0 || !view.settled(example.former(), before));
      }
      if (end.isEmpty()) {
        say(KarmadaMessages.touched(after));
        environment.apply(example.touched());
        end = until(view -> view.settled(example.wanted(), after) && view.done());
      }
      screen.print(KarmadaMessages.ending(shown, end, settings.timeout(), elapsed()));
      return end.orElse(ExitCodes.OK);
    }

    private void say(String what) {
      screen.print("%7s  %s".formatted(GroupTimes.seconds(elapsed()), what));
    }

    /** Shows what happens until then; returns the exit code if it does not come to that. */
    private Optional<Integer> until(Predicate<KarmadaView> reached) throws InterruptedException {
      while (true) {
        KarmadaView view = environment.view();
        show(view);
        if (reached.test(view)) {
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
}

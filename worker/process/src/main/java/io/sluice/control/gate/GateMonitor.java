package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.control.cache.HubCaches;
import io.sluice.control.queue.FullPass;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateState;
import io.sluice.hub.read.HubMode;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.Refusal.Reason;
import io.sluice.settings.LeaseSettings;
import io.sluice.settings.Settings;
import io.sluice.time.ProcessTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether the gate stands, when the process begins to lead beside OCM's propagator and every
 * minute from then on: whoever may change the policies of admission may take it away at any time,
 * and the worker gets no event of that (gate 3). While it does not stand and a policy needs it, it
 * is looked at every five seconds.
 *
 * <p>A hub where nothing is staged needs no gate: there the log says nothing of one that is open.
 */
public final class GateMonitor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GateMonitor.class);
  private static final Optional<Problem> UNSEEN =
      Optional.of(problem("has not been looked at yet", "Wait a moment"));

  private static final Duration EVERY = Duration.ofMinutes(1);

  /** Somebody waits for the gate. */
  private static final Duration AWAITED = Duration.ofSeconds(5);

  private final Supplier<GateState> check;
  private final BooleanSupplier staged;
  private final Runnable changed;
  private final FullPass checks;
  private volatile Optional<Seen> last = Optional.empty();
  private Optional<GateState> said = Optional.empty();

  /**
   * Holds what the last look has shown.
   *
   * @param staged whether there was a policy whose changes wait for the gate
   */
  private record Seen(GateState state, boolean staged) {}

  /**
   * Creates it; {@link #start} starts it.
   *
   * @param check looks at the hub
   * @param staged returns whether a policy needs the gate
   * @param changed is run when the gate has come to stand, and when it has ceased to
   */
  GateMonitor(
      Supplier<GateState> check, BooleanSupplier staged, Runnable changed, ProcessTime time) {
    this.check = requireNonNull(check, "check is null");
    this.staged = requireNonNull(staged, "staged is null");
    this.changed = requireNonNull(changed, "changed is null");
    this.checks = new FullPass("gate", this::next, this::lookAgain, time);
  }

  /**
   * Creates one for the mode beside the propagator; empty in the other, where Sluice writes the
   * replicas itself.
   *
   * @param hub for the time in which the process leads
   * @param changed is run when the gate has come to stand, and when it has ceased to
   */
  public static Optional<GateMonitor> of(
      KubernetesClient hub,
      HubCaches caches,
      Settings settings,
      Runnable changed,
      ProcessTime time) {
    if (caches.mode() != HubMode.BESIDE) {
      return Optional.empty();
    }
    String namespace =
        settings.lease().map(LeaseSettings::namespace).orElse(LeaseSettings.NAMESPACE);
    GateCheck check = new GateCheck(hub, namespace);
    return Optional.of(
        new GateMonitor(() -> check.check().state(), () -> staged(caches), changed, time));
  }

  private static boolean staged(HubCaches caches) {
    return caches.replicas().roots().stream()
        .anyMatch(root -> HubObjects.labels(root).containsKey(GateLabels.STAGED));
  }

  /** Looks for the first time: at once where a policy needs the gate, else soon. */
  public void start() {
    if (staged.getAsBoolean()) {
      look();
      checks.askLater();
    } else {
      checks.ask();
    }
  }

  /**
   * Returns why nothing is staged by the gate now; empty while it stands.
   *
   * <p>Whoever asks needs it: if nobody did at the last look, the next is made at once.
   */
  public Optional<Problem> problem() {
    if (!closed() && last.filter(Seen::staged).isEmpty()) {
      checks.ask();
    }
    return state()
        .map(
            seen ->
                seen.match(
                    new GateState.Cases<Optional<Problem>>() {
                      @Override
                      public Optional<Problem> closed(GateState.Closed state) {
                        return Optional.empty();
                      }

                      @Override
                      public Optional<Problem> open(GateState.Open state) {
                        return Optional.of(
                            GateMonitor.problem(
                                "would hold nothing: " + state.why(), state.whatToDo()));
                      }

                      @Override
                      public Optional<Problem> unknown(GateState.Unknown state) {
                        return Optional.of(
                            GateMonitor.problem(
                                "may hold nothing: " + state.why(), state.whatToDo()));
                      }
                    }))
        .orElse(UNSEEN);
  }

  private static Problem problem(String why, String whatToDo) {
    return new Problem(Reason.GATE_OPEN.label(), "The gate", why, whatToDo.replaceAll("\\.$", ""));
  }

  /** Returns whether the last look has shown that the gate stands: if not, nothing is staged. */
  public boolean closed() {
    return state().filter(GateState.Closed.class::isInstance).isPresent();
  }

  /** Returns what the last look has shown; empty before the first. */
  public Optional<GateState> state() {
    return last.map(Seen::state);
  }

  /**
   * Returns the message for people: whether the gate is closed, and where a policy needs it also
   * why that is not known.
   */
  public Optional<String> message() {
    return last.filter(seen -> seen.staged() || !(seen.state() instanceof GateState.Unknown))
        .map(seen -> seen.state().message());
  }

  private Duration next() {
    return !closed() && last.filter(Seen::staged).isPresent() ? AWAITED : EVERY;
  }

  private void lookAgain() {
    boolean stood = closed();
    look();
    if (closed() != stood) {
      changed.run();
    }
  }

  private void look() {
    Seen seen = new Seen(check.get(), staged.getAsBoolean());
    last = Optional.of(seen);
    boolean closed = closed();
    Optional<GateState> now =
        closed || seen.staged() ? Optional.of(seen.state()) : Optional.empty();
    if (now.isPresent() && !now.equals(said)) {
      if (closed) {
        LOG.info("{}", seen.state().message());
      } else {
        LOG.warn("{}", seen.state().message());
      }
    }
    said = now;
  }

  @Override
  public void close() {
    checks.close();
  }
}

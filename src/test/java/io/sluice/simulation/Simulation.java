package io.sluice.simulation;

import io.sluice.rollout.Report;
import io.sluice.rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A hub with its spokes, its keeper and its runs, at an instant of its own. */
final class Simulation {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

  private final SimulationSetup setup;
  private final StepFunction judge;
  private final CoverageCounter tally;
  private final List<String> trace;
  private final ModelHub hub;
  private final ModelPolicyReconciler keeper;
  private final InvariantChecker oracle;
  private final List<ModelRun> runs = new ArrayList<>();
  private final List<Report> mail = new ArrayList<>();
  private Instant now = START;

  /**
   * Makes a world.
   *
   * @param trace what happened, line by line, is added to it; null: nobody wants to know
   */
  Simulation(SimulationSetup setup, StepFunction judge, CoverageCounter tally, List<String> trace) {
    this.setup = setup;
    this.judge = judge;
    this.tally = tally;
    this.trace = trace;
    ModelFleet fleet = new ModelFleet(setup);
    this.oracle = new InvariantChecker(this, fleet, tally);
    this.hub = new ModelHub(fleet, oracle);
    this.keeper = new ModelPolicyReconciler(this);
  }

  void begin() {
    keeper.keep();
  }

  void happen(ScriptEvent event) {
    note(event.toString());
    tally.happened(event.kind());
    event.happenIn(this);
    keeper.propagate();
    runs.removeIf(ModelRun::closed);
  }

  /** Notes what happened, for people. */
  void note(String line) {
    if (trace != null) {
      trace.add("%-9s %s".formatted(Duration.between(START, now).toString(), line));
    }
  }

  void stepped(Step step) {
    tally.saw(CoverageItem.STEP);
    if (trace != null) {
      step.actions().forEach(action -> note("    " + action));
      note(
          "    %s %s: %s"
              .formatted(
                  step.progress().phase(),
                  step.state().outcome().map(Object::toString).orElse("-"),
                  step.progress().waitingFor()));
    }
  }

  SimulationSetup setup() {
    return setup;
  }

  ModelSettings settings(ModelRoot root) {
    return setup.settings().get(root.strategy());
  }

  StepFunction judge() {
    return judge;
  }

  CoverageCounter tally() {
    return tally;
  }

  ModelHub hub() {
    return hub;
  }

  ModelFleet fleet() {
    return hub.fleet();
  }

  ModelPolicyReconciler keeper() {
    return keeper;
  }

  InvariantChecker oracle() {
    return oracle;
  }

  Instant now() {
    return now;
  }

  void pass(Duration time) {
    now = now.plus(time);
  }

  void passUntil(Instant instant) {
    if (instant.isAfter(now)) {
      now = instant;
    }
  }

  /** The runs that are open, the frozen ones among them. */
  List<ModelRun> runs() {
    return runs;
  }

  /** The runs that Temporal knows. */
  Stream<ModelRun> awake() {
    return List.copyOf(runs).stream().filter(run -> !run.closed() && !run.frozen());
  }

  /** The run that a person or a message reaches: the one that has the claim. */
  Optional<ModelRun> running() {
    return awake().filter(ModelRun::claimed).findFirst();
  }

  /**
   * True for a cluster whose replica went without any run having seen it go. Were it selected again
   * before they look, they would wait for a replica that nobody gives it.
   */
  boolean missed(String cluster) {
    return hub.replica(cluster).isEmpty()
        && awake()
            .flatMap(run -> run.state().clusters().stream())
            .anyMatch(entry -> entry.cluster().equals(cluster));
  }

  List<Report> mail() {
    return mail;
  }

  /** The watcher sees a change: the present verdict is on its way. */
  void post(String cluster) {
    hub.replica(cluster).ifPresent(found -> mail.add(hub.reportOf(cluster, found, now)));
  }

  void deliver(List<Report> letters) {
    awake().forEach(run -> run.reported(letters));
  }

  /** Steps and acts until nobody has anything to do at this instant. */
  void settle() {
    deliver(mail);
    mail.clear();
    awake().forEach(this::settle);
  }

  private void settle(ModelRun run) {
    for (int i = 0; i < 40; i++) {
      run.act(HubCallFault.NONE);
      run.step();
      if (run.closed() || !run.busy()) {
        return;
      }
    }
    throw new InvariantViolation(
        Invariant.I19, "a run goes on and on at one instant: %s".formatted(run.state()));
  }
}

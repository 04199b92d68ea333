package io.sluice.simulation;

import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Report;
import io.sluice.rollout.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Simulates a hub with its spokes, its reconciler and its runs, with a clock of its own. */
final class Simulation {
  static final Instant START = Instant.parse("2026-01-01T10:00:00Z");

  private final SimulationSetup setup;
  private final StepFunction stepFunction;
  private final CoverageCounter coverage;
  private final List<String> trace;
  private final ModelHub hub;
  private final ModelPolicyReconciler reconciler;
  private final InvariantChecker checker;
  private final List<ModelRun> runs = new ArrayList<>();
  private final List<News> queue = new ArrayList<>();
  private final List<News> mailbox = new ArrayList<>();
  private boolean leaderFrozen;
  private Instant now = START;

  /** A report on its way, and the attempts for which it was judged. */
  record News(Report report, Set<String> attempts) {}

  /**
   * Creates a simulation.
   *
   * @param trace receives a line for each event; null: no trace
   */
  Simulation(
      SimulationSetup setup,
      StepFunction stepFunction,
      CoverageCounter coverage,
      List<String> trace) {
    this.setup = setup;
    this.stepFunction = stepFunction;
    this.coverage = coverage;
    this.trace = trace;
    ModelFleet fleet = new ModelFleet(setup);
    this.checker = new InvariantChecker(this, fleet, coverage);
    this.hub = new ModelHub(fleet, setup.beside(), setup.gated(), checker);
    this.reconciler = new ModelPolicyReconciler(this);
  }

  void begin() {
    reconciler.reconcile();
  }

  void apply(ScriptEvent event) {
    note(event.toString());
    coverage.happened(event.kind());
    event.applyTo(this);
    reconciler.propagate();
    cutOff();
    runs.removeIf(ModelRun::closed);
  }

  /** What a version takes off the network is tainted, and some placements do not tolerate that. */
  private void cutOff() {
    for (String cluster : hub.takeCutOff()) {
      coverage.saw(CoverageItem.CUT_OFF);
      fleet().away().add(cluster);
      enqueue(cluster);
      if (cluster.hashCode() % 2 == 0) {
        fleet().deselect(cluster);
      }
    }
  }

  /** Adds a line to the trace. */
  void note(String line) {
    if (trace != null) {
      trace.add("%-9s %s".formatted(Duration.between(START, now).toString(), line));
    }
  }

  void stepped(Step step) {
    coverage.saw(CoverageItem.STEP);
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

  StepFunction stepFunction() {
    return stepFunction;
  }

  CoverageCounter coverage() {
    return coverage;
  }

  ModelHub hub() {
    return hub;
  }

  ModelFleet fleet() {
    return hub.fleet();
  }

  ModelPolicyReconciler reconciler() {
    return reconciler;
  }

  InvariantChecker checker() {
    return checker;
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

  /** The run that receives messages: the one that has the claim. */
  Optional<ModelRun> running() {
    return awake().filter(ModelRun::claimed).findFirst();
  }

  List<News> queue() {
    return queue;
  }

  /** Queues what the leader has to send on a cluster, as the watch does on a change. */
  void enqueue(String cluster) {
    hub.newsOf(cluster, now).ifPresent(this::enqueue);
  }

  /** Queues that a replica vanishes now, whatever stands there afterwards. */
  void vanished(String cluster) {
    if (fleet().selects(cluster) && !fleet().incoherent()) {
      enqueue(Report.replicaGone(cluster, now));
    }
  }

  private void enqueue(Report report) {
    Set<String> attempts =
        awake().map(ModelRun::spec).map(AttemptSpec::rolloutUid).collect(Collectors.toSet());
    (leaderFrozen ? mailbox : queue).add(new News(report, attempts));
  }

  /**
   * Queues the news of all clusters, as a leader does at its start, after a gap and every minute.
   */
  void enqueueAll() {
    TreeSet<String> clusters = new TreeSet<>(hub.replicas().keySet());
    clusters.addAll(fleet().selected());
    clusters.forEach(this::enqueue);
    tellDepartures();
  }

  /** A group loses all its clusters, for good: the grace of each is over. */
  void emptied(long group) {
    fleet().empty(group).forEach(reconciler::leave);
  }

  /** Tells the runs which clusters have left, as the leader does whenever that changes. */
  void tellDepartures() {
    if (!leaderFrozen) {
      awake().forEach(run -> run.departed(fleet().departures()));
    }
  }

  boolean leaderFrozen() {
    return leaderFrozen;
  }

  /** While it is frozen its news are late; afterwards they come, and all of them once more. */
  void leaderFrozen(boolean frozen) {
    leaderFrozen = frozen;
    if (!frozen) {
      queue.addAll(mailbox);
      mailbox.clear();
      enqueueAll();
    }
  }

  /** Each run takes what is for its attempt: news that were held up may be for a former one. */
  void deliver(List<News> batch) {
    awake()
        .forEach(
            run ->
                run.receive(
                    batch.stream()
                        .filter(news -> news.attempts().contains(run.spec().rolloutUid()))
                        .map(News::report)
                        .toList()));
  }

  /** Steps and acts until no run has anything to do at this instant. */
  void settle() {
    deliver(queue);
    queue.clear();
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

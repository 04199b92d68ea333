package io.sluice.simulation;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Intent.RequestedAbort;
import io.sluice.rollout.Intent.SkippedCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Lists what can happen in a simulation, with the effect. */
enum EventKind {
  /** All reports are delivered, then every run does all it can. */
  SETTLE(24, (simulation, event) -> simulation.settle()),
  STEP(9, (simulation, event) -> simulation.awake().forEach(ModelRun::step)),
  /** The actions of the runs are executed, with the fault of that number. */
  ACT(
      25,
      (simulation, event) ->
          simulation.awake().forEach(run -> run.act(HubCallFault.of(event.number())))),
  WRITE_STATUS(3, (simulation, event) -> simulation.awake().forEach(run -> run.writeStatus(true))),
  RECONCILE(30, (simulation, event) -> simulation.reconciler().reconcile()),

  /** Every cluster with a replica complies. */
  ALL_COMPLY(
      7,
      (simulation, event) -> {
        for (String cluster : simulation.hub().replicas().keySet()) {
          simulation.hub().report(cluster, Verdict.POSITIVE, false);
          simulation.enqueue(cluster);
        }
      }),
  COMPLIES(7, (simulation, event) -> report(simulation, event, Verdict.POSITIVE, false)),
  COMPLIES_WEAKLY(3, (simulation, event) -> report(simulation, event, Verdict.POSITIVE, true)),
  VIOLATES(
      5, (simulation, event) -> report(simulation, event, Verdict.NEGATIVE, event.number() == 1)),
  FALLS_SILENT(1, (simulation, event) -> report(simulation, event, Verdict.SILENT, false)),
  GOES_AWAY(
      3,
      (simulation, event) -> {
        simulation.fleet().away().add(event.target());
        simulation.enqueue(event.target());
      }),
  COMES_BACK(
      4,
      (simulation, event) -> {
        simulation.fleet().comesBack(event.target());
        simulation.enqueue(event.target());
        simulation.tellDepartures();
      }),

  DELIVER(5, (simulation, event) -> deliver(simulation, false, true)),
  DELIVER_BACKWARDS(2, (simulation, event) -> deliver(simulation, true, true)),
  DELIVER_AND_KEEP(3, (simulation, event) -> deliver(simulation, false, false)),
  LOSE_REPORTS(1, (simulation, event) -> simulation.queue().clear()),
  RESEND(1, (simulation, event) -> simulation.enqueueAll()),
  LEADER_FREEZES(0.7, (simulation, event) -> simulation.leaderFrozen(true)),
  LEADER_THAWS(4, (simulation, event) -> simulation.leaderFrozen(false)),
  REPLICA_VANISHES(
      2,
      (simulation, event) -> {
        simulation.vanished(event.target());
        simulation.reconciler().vanish(event.target());
      }),
  SETS_CHANGE(
      1.5,
      (simulation, event) -> {
        simulation.hub().changeSets();
        simulation.enqueueAll();
      }),
  RENDERED_ANEW(
      3,
      (simulation, event) -> {
        simulation.hub().renderAnew(event.target());
        simulation.enqueue(event.target());
      }),
  /** The gate lets a write of the propagator pass before the turn of its cluster. */
  LET_THROUGH(12, (simulation, event) -> simulation.reconciler().letThrough(event.target())),
  /** An edit comes between a ticket and the write that uses it. */
  EDITED_AND_LET_THROUGH(
      6,
      (simulation, event) -> {
        root(
            simulation, root -> root.edited("content-" + event.number(), root.versionAnnotation()));
        simulation.reconciler().letThrough(event.target());
      }),
  FORGES_DISPATCH(1, (simulation, event) -> forge(simulation, event)),

  /** Time passes to the next wakeup of a run. */
  WAKE(
      9,
      (simulation, event) ->
          simulation
              .awake()
              .flatMap(run -> run.wakeAt().stream())
              .min(Comparator.naturalOrder())
              .ifPresent(simulation::passUntil)),
  SECONDS_PASS(8, (simulation, event) -> simulation.pass(Duration.ofSeconds(event.number()))),
  HOURS_PASS(0.5, (simulation, event) -> simulation.pass(Duration.ofHours(1 + event.number() % 5))),

  JOINS(
      3,
      (simulation, event) -> {
        if (!simulation.fleet().selects(event.target())) {
          simulation.fleet().select(event.target(), event.number());
          simulation.enqueue(event.target());
        }
      }),
  LEAVES(2.5, (simulation, event) -> simulation.fleet().deselect(event.target())),
  /** OCM takes a cluster out that its placement does not tolerate while it is not available. */
  TAINTED(
      1.5,
      (simulation, event) -> {
        simulation.fleet().away().add(event.target());
        simulation.enqueue(event.target());
        simulation.fleet().deselect(event.target());
      }),
  /** The content that the policy has now takes whoever enforces it off the network. */
  CUTS_OFF(
      0.7,
      (simulation, event) ->
          simulation.hub().root().ifPresent(root -> simulation.hub().cutsOff(root.content()))),
  IS_REMOVED(7, (simulation, event) -> simulation.reconciler().leave(event.target())),
  MANAGED_CLUSTER_DELETED(
      0.5,
      (simulation, event) -> {
        simulation.fleet().delete(event.target());
        simulation.reconciler().leave(event.target());
      }),
  PLACEMENT_WRONG(0.5, (simulation, event) -> simulation.fleet().placementWrong(event.number())),
  PLACEMENT_RIGHT(6, (simulation, event) -> simulation.fleet().placementRight()),
  CHANGES_GROUP(
      2,
      (simulation, event) -> {
        if (simulation.fleet().selects(event.target())) {
          simulation.fleet().select(event.target(), event.number());
        }
      }),
  /** Its last clusters leave a group, all others keep theirs; OCM numbers the rest anew. */
  GROUP_EMPTIES(1.5, (simulation, event) -> simulation.emptied(event.number())),
  /** Clusters that an emptied group had are selected into it again. */
  GROUP_RETURNS(5, (simulation, event) -> simulation.fleet().refill()),
  IN_TWO_PLACEMENTS(
      1, (simulation, event) -> simulation.fleet().selectAlso(event.target(), event.number())),
  RENUMBERED(1, (simulation, event) -> simulation.fleet().renumber(event.number())),
  CUT_ANEW(1.5, (simulation, event) -> simulation.fleet().cut(event.number())),
  INCOHERENT(0.8, (simulation, event) -> simulation.fleet().incoherent(true, event.number() == 1)),
  COHERENT(9, (simulation, event) -> simulation.fleet().incoherent(false, false)),
  IGNORED(1.5, (simulation, event) -> simulation.fleet().ignored().add(event.target())),
  NOT_IGNORED(1, (simulation, event) -> simulation.fleet().ignored().remove(event.target())),
  SKIPPED(
      1.5,
      (simulation, event) ->
          object(
              simulation,
              object ->
                  object.skipped.add(
                      new SkippedCluster(
                          event.target(),
                          // A former attempt, sometimes: that must mean nothing.
                          event.number() == 0 ? "former" : object.rolloutUid,
                          Optional.of("sluice:ann"))))),
  NOT_SKIPPED(1, (simulation, event) -> object(simulation, object -> object.skipped.clear())),
  ABORT_IN_SPEC(
      0.3,
      (simulation, event) ->
          object(
              simulation,
              object ->
                  object.abort =
                      Optional.of(
                          new RequestedAbort(object.rolloutUid, Optional.of("sluice:ann"))))),
  REFUSES_WRITES(
      2, (simulation, event) -> simulation.fleet().refuse(event.target(), event.number())),
  TAKES_WRITES(4, (simulation, event) -> simulation.fleet().refusing().remove(event.target())),
  FOREIGN(0.3, (simulation, event) -> simulation.fleet().foreign().add(event.target())),

  APPROVE(4, (simulation, event) -> object(simulation, object -> approve(object, event.target()))),
  DENY(2, (simulation, event) -> object(simulation, object -> deny(object, event.target()))),
  FOR_VERSION(
      0.7,
      (simulation, event) ->
          object(
              simulation,
              object ->
                  object.approvalsForVersion =
                      event.number() == 0 ? Optional.empty() : Optional.of(event.number() + ""))),
  PAUSE(0.8, (simulation, event) -> object(simulation, object -> object.paused = true)),
  UNPAUSE(9, (simulation, event) -> object(simulation, object -> object.paused = false)),
  APPROVE_BY_MESSAGE(
      2.5, (simulation, event) -> ask(simulation, ModelRequest.APPROVE, event.target())),
  REVOKE_BY_MESSAGE(1, (simulation, event) -> ask(simulation, ModelRequest.REVOKE, event.target())),
  PAUSE_BY_MESSAGE(0.6, (simulation, event) -> ask(simulation, ModelRequest.PAUSE, "")),
  RESUME_BY_MESSAGE(7, (simulation, event) -> ask(simulation, ModelRequest.RESUME, "")),
  ABORT_BY_MESSAGE(0.3, (simulation, event) -> ask(simulation, ModelRequest.ABORT, "")),

  EDIT(
      0.8,
      (simulation, event) ->
          root(
              simulation,
              root ->
                  root.edited(
                      "content-" + "abc".charAt((int) (event.number() % 3)),
                      event.number() % 4 == 0
                          ? Optional.empty()
                          : Optional.of(event.number() % 3 + "")))),
  OTHER_SETTINGS(
      0.6,
      (simulation, event) ->
          root(
              simulation,
              root ->
                  root.staged()
                      ? root.strategy((int) (event.number() % simulation.setup().settings().size()))
                      : root)),
  RETRY(
      5,
      (simulation, event) ->
          object(
              simulation,
              object -> {
                object.retry = Optional.of(object.rolloutUid);
                object.failedOnly = event.number() == 1;
              })),
  DISABLE(0.15, (simulation, event) -> root(simulation, root -> root.disabled(true))),
  ENABLE(9, (simulation, event) -> root(simulation, root -> root.disabled(false))),
  UNSTAGE(0.15, (simulation, event) -> root(simulation, root -> root.strategy(-1))),
  STAGE(
      9, (simulation, event) -> root(simulation, root -> root.staged() ? root : root.strategy(0))),
  DELETE_ROLLOUT(0.25, (simulation, event) -> simulation.hub().rollout(Optional.empty())),
  DELETE_POLICY(0.1, (simulation, event) -> simulation.hub().deletePolicy()),
  /** Its deletion begins, and a finalizer keeps it. */
  TERMINATE_POLICY(0.2, (simulation, event) -> root(simulation, ModelRoot::terminating)),
  POLICY_GOES(9, (simulation, event) -> simulation.hub().deletePolicy()),
  CREATE_POLICY(
      9,
      (simulation, event) -> {
        if (simulation.hub().root().isEmpty()) {
          simulation.hub().root(Optional.of(ModelRoot.create(2 + (int) event.number())));
        }
      }),
  CALENDAR(
      0.8,
      (simulation, event) ->
          simulation
              .hub()
              .calendar(Optional.of(ModelCalendar.of(event.number(), simulation.now())))),
  NO_CALENDAR(2, (simulation, event) -> simulation.hub().calendar(Optional.empty())),
  CHECK(
      0.8,
      (simulation, event) -> simulation.hub().check(Optional.of(ModelCheck.of(event.number())))),
  NO_CHECK(2, (simulation, event) -> simulation.hub().check(Optional.empty())),
  RULES(
      0.8,
      (simulation, event) ->
          simulation
              .hub()
              .quorum(
                  Optional.of(
                      ModelQuorum.of(
                          event.number(), simulation.hub().quorum(), simulation.now())))),
  NO_RULES(1.5, (simulation, event) -> simulation.hub().quorum(Optional.empty())),
  RECORD(
      14,
      (simulation, event) ->
          quorum(
              simulation,
              known ->
                  known.plus(
                      event.target(),
                      event.number(),
                      simulation.hub().root().orElseThrow(),
                      simulation.hub().rollout().map(object -> object.rolloutUid).orElse(""),
                      simulation.now()))),
  WITHDRAW(1.5, (simulation, event) -> quorum(simulation, known -> known.minus(event.number()))),
  /** Somebody revokes a group in the spec, or lets all go again. */
  REVOKE_GROUP(
      2,
      (simulation, event) ->
          quorum(
              simulation,
              known ->
                  known.revoked(
                      event.number() % 3 > 0 || event.target().isEmpty()
                          ? List.of()
                          : List.of(event.target())))),
  SETTINGS_REFUSED(
      0.6, (simulation, event) -> simulation.hub().refusal(Optional.of("Cannot roll out policy."))),
  SETTINGS_VALID(9, (simulation, event) -> simulation.hub().refusal(Optional.empty())),

  WORKER_CRASHES(
      4,
      (simulation, event) -> {
        simulation.awake().forEach(ModelRun::crash);
        simulation.coverage().saw(CoverageItem.CRASHED);
      }),
  TEMPORAL_FORGETS(0.5, (simulation, event) -> simulation.runs().removeIf(run -> !run.frozen())),
  RUN_FREEZES(0.5, (simulation, event) -> simulation.running().ifPresent(run -> run.frozen(true))),
  /** A frozen run continues after another attempt took the claim. */
  RUN_THAWS(6, (simulation, event) -> thaw(simulation)),
  /** A worker that no longer leads starts a run for the same number. */
  SECOND_RUN(4, (simulation, event) -> startSecondRun(simulation));

  private static final long[] FORGED = {Long.MAX_VALUE, 1_000_000_000, -1, Long.MIN_VALUE, 0};

  /** The effect of an event. */
  interface Effect {
    void on(Simulation simulation, ScriptEvent event);
  }

  private interface Change<T> {
    void to(T thing);
  }

  private interface Edit {
    ModelRoot of(ModelRoot root);
  }

  private final double weight;
  private final Effect effect;

  EventKind(double weight, Effect effect) {
    this.weight = weight;
    this.effect = effect;
  }

  /** Returns the relative frequency. */
  double weight() {
    return weight;
  }

  Effect effect() {
    return effect;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void report(
      Simulation simulation, ScriptEvent event, Verdict verdict, boolean weak) {
    if (!simulation.fleet().away().contains(event.target())) {
      simulation.hub().report(event.target(), verdict, weak);
      simulation.enqueue(event.target());
    }
  }

  /** A user who may write a replica writes any number into it, or that of the attempt itself. */
  private static void forge(Simulation simulation, ScriptEvent event) {
    long own = simulation.hub().rollout().map(object -> object.attempt).orElse(0L);
    int kind = (int) (event.number() % (FORGED.length + 2));
    long number = kind < FORGED.length ? FORGED[kind] : own + kind - FORGED.length;
    Dispatch forged =
        new Dispatch(
            ModelReplica.FORGED_UID,
            number,
            1,
            Dispatch.As.values()[(int) (event.number() % Dispatch.As.values().length)],
            Simulation.START,
            Simulation.START,
            Map.of());
    simulation.hub().forge(event.target(), forged);
    simulation.enqueue(event.target());
  }

  private static void deliver(Simulation simulation, boolean backwards, boolean forget) {
    List<Simulation.News> batch = new ArrayList<>(simulation.queue());
    if (backwards) {
      Collections.reverse(batch);
    }
    simulation.deliver(batch);
    if (forget) {
      simulation.queue().clear();
    }
  }

  private static void object(Simulation simulation, Change<ModelRollout> change) {
    simulation.hub().rollout().ifPresent(change::to);
  }

  private static void quorum(Simulation simulation, UnaryOperator<ModelQuorum> change) {
    simulation.hub().quorum(simulation.hub().quorum().map(change));
  }

  private static void root(Simulation simulation, Edit edit) {
    simulation.hub().root(simulation.hub().root().map(edit::of));
  }

  private static void approve(ModelRollout object, String group) {
    if (group.isEmpty()) {
      object.ungrouped = true;
    } else {
      object.approved.add(group);
    }
  }

  private static void deny(ModelRollout object, String group) {
    if (group.isEmpty()) {
      object.ungrouped = false;
    } else {
      object.approved.remove(group);
      object.denied.add(group);
    }
  }

  private static void ask(Simulation simulation, ModelRequest ask, String group) {
    simulation.running().ifPresent(run -> run.ask(ask, group));
  }

  private static void thaw(Simulation simulation) {
    for (ModelRun run : simulation.runs()) {
      boolean overtaken =
          simulation
              .hub()
              .rollout()
              .filter(object -> object.attempt == run.spec().number())
              .isEmpty();
      if (run.frozen() && overtaken) {
        run.frozen(false);
        run.act(HubCallFault.NONE);
        run.step();
      }
    }
  }

  private static void startSecondRun(Simulation simulation) {
    Optional<ModelRoot> root =
        simulation
            .hub()
            .root()
            .filter(known -> known.staged() && !known.disabled() && !known.deleting());
    Optional<ModelRun> unclaimed = simulation.awake().filter(run -> !run.claimed()).findFirst();
    if (root.isPresent() && unclaimed.isPresent()) {
      simulation.reconciler().starter().begin(root.get(), unclaimed.get().spec().number());
    }
  }
}

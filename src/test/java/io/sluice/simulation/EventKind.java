package io.sluice.simulation;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Lists what can happen in a world, and says what it does there. */
enum EventKind {
  /** Everybody does what there is to do; all news is delivered first. */
  SETTLE(24, (world, event) -> world.settle()),
  STEP(9, (world, event) -> world.awake().forEach(ModelRun::step)),
  /** What the runs asked for is done, with the mishap of that number. */
  ACT(25, (world, event) -> world.awake().forEach(run -> run.act(HubCallFault.of(event.number())))),
  TELL(3, (world, event) -> world.awake().forEach(run -> run.tell(true))),
  KEEP(30, (world, event) -> world.keeper().keep()),

  /** Everybody who was given something complies. */
  ALL_COMPLY(
      7,
      (world, event) -> {
        for (String cluster : world.hub().replicas().keySet()) {
          world.hub().report(cluster, Verdict.POSITIVE, false);
          world.post(cluster);
        }
      }),
  COMPLIES(7, (world, event) -> report(world, event, Verdict.POSITIVE, false)),
  COMPLIES_WEAKLY(3, (world, event) -> report(world, event, Verdict.POSITIVE, true)),
  VIOLATES(5, (world, event) -> report(world, event, Verdict.NEGATIVE, event.number() == 1)),
  FALLS_SILENT(1, (world, event) -> report(world, event, Verdict.SILENT, false)),
  GOES_AWAY(
      3,
      (world, event) -> {
        world.fleet().away().add(event.who());
        world.post(event.who());
      }),
  COMES_BACK(
      4,
      (world, event) -> {
        world.fleet().away().remove(event.who());
        world.post(event.who());
      }),

  DELIVER(5, (world, event) -> deliver(world, false, true)),
  DELIVER_BACKWARDS(2, (world, event) -> deliver(world, true, true)),
  DELIVER_AND_KEEP(3, (world, event) -> deliver(world, false, false)),
  LOSE_MAIL(1, (world, event) -> world.mail().clear()),
  SEND_ANEW(1, (world, event) -> world.hub().replicas().keySet().forEach(world::post)),

  /** Up to the instant at which some run wants to be woken. */
  WAKE(
      9,
      (world, event) ->
          world
              .awake()
              .flatMap(run -> run.wakeAt().stream())
              .min(Comparator.naturalOrder())
              .ifPresent(world::passUntil)),
  SECONDS_PASS(8, (world, event) -> world.pass(Duration.ofSeconds(event.number()))),
  HOURS_PASS(0.5, (world, event) -> world.pass(Duration.ofHours(1 + event.number() % 5))),

  JOINS(
      3,
      (world, event) -> {
        if (!world.fleet().selects(event.who()) && !world.missed(event.who())) {
          world.fleet().select(event.who(), event.number());
        }
      }),
  LEAVES(2.5, (world, event) -> world.fleet().deselect(event.who())),
  IS_REMOVED(6, (world, event) -> world.keeper().remove(event.who())),
  CHANGES_GROUP(
      2,
      (world, event) -> {
        if (world.fleet().selects(event.who())) {
          world.fleet().select(event.who(), event.number());
        }
      }),
  IN_TWO_PLACEMENTS(1, (world, event) -> world.fleet().selectAlso(event.who(), event.number())),
  NUMBERED_ANEW(1, (world, event) -> world.fleet().renumber(event.number())),
  INCOHERENT(0.8, (world, event) -> world.fleet().incoherent(true, event.number() == 1)),
  COHERENT(9, (world, event) -> world.fleet().incoherent(false, false)),
  IGNORED(1.5, (world, event) -> world.fleet().ignored().add(event.who())),
  NOT_IGNORED(1, (world, event) -> world.fleet().ignored().remove(event.who())),
  REFUSES_WRITES(2, (world, event) -> world.fleet().refusing().add(event.who())),
  TAKES_WRITES(4, (world, event) -> world.fleet().refusing().remove(event.who())),
  FOREIGN(0.3, (world, event) -> world.fleet().foreign().add(event.who())),

  APPROVE(4, (world, event) -> object(world, object -> approve(object, event.who()))),
  DENY(2, (world, event) -> object(world, object -> deny(object, event.who()))),
  FOR_VERSION(
      0.7,
      (world, event) ->
          object(
              world,
              object ->
                  object.approvalsForVersion =
                      event.number() == 0 ? Optional.empty() : Optional.of(event.number() + ""))),
  PAUSE(0.8, (world, event) -> object(world, object -> object.paused = true)),
  GO_ON(9, (world, event) -> object(world, object -> object.paused = false)),
  APPROVE_BY_MESSAGE(2.5, (world, event) -> ask(world, ModelRequest.APPROVE, event.who())),
  REVOKE_BY_MESSAGE(1, (world, event) -> ask(world, ModelRequest.REVOKE, event.who())),
  PAUSE_BY_MESSAGE(0.6, (world, event) -> ask(world, ModelRequest.PAUSE, "")),
  RESUME_BY_MESSAGE(7, (world, event) -> ask(world, ModelRequest.RESUME, "")),
  ABORT_BY_MESSAGE(0.3, (world, event) -> ask(world, ModelRequest.ABORT, "")),

  EDIT(
      0.8,
      (world, event) ->
          root(
              world,
              root ->
                  root.edited(
                      "content-" + "abc".charAt((int) (event.number() % 3)),
                      event.number() % 4 == 0
                          ? Optional.empty()
                          : Optional.of(event.number() % 3 + "")))),
  OTHER_SETTINGS(
      0.6,
      (world, event) ->
          root(
              world,
              root ->
                  root.staged()
                      ? root.strategy((int) (event.number() % world.setup().settings().size()))
                      : root)),
  RETRY(
      5, (world, event) -> object(world, object -> object.retry = Optional.of(object.rolloutUid))),
  DISABLE(0.15, (world, event) -> root(world, root -> root.disabled(true))),
  ENABLE(9, (world, event) -> root(world, root -> root.disabled(false))),
  UNSTAGE(0.15, (world, event) -> root(world, root -> root.strategy(-1))),
  STAGE(9, (world, event) -> root(world, root -> root.staged() ? root : root.strategy(0))),
  DELETE_ROLLOUT(0.25, (world, event) -> world.hub().rollout(Optional.empty())),
  DELETE_POLICY(
      0.1,
      (world, event) -> {
        world.hub().root(Optional.empty());
        world.hub().rollout(Optional.empty());
      }),
  CREATE_POLICY(
      9,
      (world, event) -> {
        if (world.hub().root().isEmpty()) {
          world.hub().root(Optional.of(ModelRoot.create(2 + (int) event.number())));
        }
      }),
  SETTINGS_REFUSED(
      0.6, (world, event) -> world.hub().refusal(Optional.of("Cannot roll out policy."))),
  SETTINGS_VALID(9, (world, event) -> world.hub().refusal(Optional.empty())),

  WORKER_CRASHES(
      4,
      (world, event) -> {
        world.awake().forEach(ModelRun::crash);
        world.tally().saw(CoverageItem.CRASHED);
      }),
  TEMPORAL_FORGETS(0.5, (world, event) -> world.runs().removeIf(run -> !run.frozen())),
  RUN_FREEZES(0.5, (world, event) -> world.running().ifPresent(run -> run.frozen(true))),
  /** A frozen run goes on, after another attempt took the claim. */
  RUN_THAWS(6, (world, event) -> thaw(world)),
  /** Another keeper, cut off from the leader, starts a run for the same number. */
  RIVAL(4, (world, event) -> rival(world));

  /** What an event does. */
  interface Effect {
    void on(Simulation world, ScriptEvent event);
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

  /** How often it happens, against the others. */
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

  private static void report(Simulation world, ScriptEvent event, Verdict verdict, boolean weak) {
    if (!world.fleet().away().contains(event.who())) {
      world.hub().report(event.who(), verdict, weak);
      world.post(event.who());
    }
  }

  private static void deliver(Simulation world, boolean backwards, boolean forget) {
    List<Report> letters = new ArrayList<>(world.mail());
    if (backwards) {
      Collections.reverse(letters);
    }
    world.deliver(letters);
    if (forget) {
      world.mail().clear();
    }
  }

  private static void object(Simulation world, Change<ModelRollout> change) {
    world.hub().rollout().ifPresent(change::to);
  }

  private static void root(Simulation world, Edit edit) {
    world.hub().root(world.hub().root().map(edit::of));
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

  private static void ask(Simulation world, ModelRequest ask, String group) {
    world.running().ifPresent(run -> run.ask(ask, group));
  }

  private static void thaw(Simulation world) {
    for (ModelRun run : world.runs()) {
      boolean overtaken =
          world.hub().rollout().filter(object -> object.attempt == run.spec().number()).isEmpty();
      if (run.frozen() && overtaken) {
        run.frozen(false);
        run.act(HubCallFault.NONE);
        run.step();
      }
    }
  }

  private static void rival(Simulation world) {
    Optional<ModelRoot> root =
        world.hub().root().filter(known -> known.staged() && !known.disabled());
    Optional<ModelRun> unclaimed = world.awake().filter(run -> !run.claimed()).findFirst();
    if (root.isPresent() && unclaimed.isPresent()) {
      world.keeper().starter().begin(root.get(), unclaimed.get().spec().number());
    }
  }
}

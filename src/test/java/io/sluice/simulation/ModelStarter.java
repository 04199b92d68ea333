package io.sluice.simulation;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.ClusterException;
import io.sluice.plan.Held;
import io.sluice.plan.LastTold;
import io.sluice.plan.Mode;
import io.sluice.plan.Progress;
import io.sluice.plan.Rebuild;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.upkeep.Acceptance;
import io.sluice.upkeep.AttemptDue;
import io.sluice.upkeep.AttemptNumber;
import io.sluice.upkeep.Due;
import io.sluice.upkeep.DueFacts;
import io.sluice.upkeep.Newcomers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts the attempts that the product says are due, as its keeper does. */
final class ModelStarter {
  static final PolicyName POLICY = new PolicyName("policies", "web");

  private final World world;
  private int uids;

  ModelStarter(World world) {
    this.world = world;
  }

  private ModelHub hub() {
    return world.hub();
  }

  /** True when Temporal knows an open run. */
  boolean runOpen() {
    return world.awake().findAny().isPresent();
  }

  /** What is due now; nothing while a run is open, for its id is taken. */
  Optional<AttemptDue> due() {
    Optional<ModelRoot> root = hub().root();
    if (root.isEmpty() || runOpen()) {
      return Optional.empty();
    }
    Optional<RolloutObject> own = hub().own();
    boolean lost = own.filter(object -> object.runOpen).isPresent();
    Due due =
        AttemptDue.judge(
            new DueFacts(
                root.get().view(),
                acceptance(root.get()),
                own.map(RolloutObject::record),
                hub().fleetView(),
                newcomers(root.get(), own),
                hub().highestAttempt(),
                lost ? DueFacts.Temporal.LOST_THE_RUN : DueFacts.Temporal.ANSWERS));
    return due.attempt();
  }

  private Optional<Acceptance> acceptance(ModelRoot root) {
    if (!root.staged() || hub().refusal().isPresent()) {
      return Optional.empty();
    }
    Settings settings = world.settings(root);
    return Optional.of(
        new Acceptance(
            Optional.of(settings.strategy()),
            settings.mode(),
            world.setup().informPolicy() && settings.mode() != Mode.BESIDE,
            Optional.empty(),
            List.of(),
            Optional.empty()));
  }

  private List<String> newcomers(ModelRoot root, Optional<RolloutObject> own) {
    if (!root.staged()
        || world.settings(root).mode() == Mode.KEEP_PREVIOUS
        || own.flatMap(object -> object.told).isEmpty()) {
      return List.of();
    }
    Progress told = own.get().told.get();
    Set<String> listed =
        told.exceptions().stream().map(ClusterException::cluster).collect(Collectors.toSet());
    List<Replica> replicas =
        hub().replicas().entrySet().stream()
            .map(entry -> entry.getValue().seenBy(POLICY, entry.getKey()))
            .toList();
    return Newcomers.of(
        hub().fleetView(),
        replicas,
        own.get().generation,
        replica -> replica.contentHash().equals(root.content()),
        listed,
        true);
  }

  /** Starts what is due. */
  void start() {
    Optional<AttemptDue> due = due();
    if (due.isEmpty()) {
      return;
    }
    ModelRoot root = hub().root().orElseThrow();
    AttemptNumber.toWrite(hub().own().map(RolloutObject::record), hub().highestAttempt())
        .ifPresent(number -> hub().number(root.uid(), number));
    switch (due.get().kind()) {
      case NEW -> begin(root, due.get().number());
      case LOST -> goOn(root, hub().own().orElseThrow());
      case SMALL_ROLLOUT -> complete(root, due.get());
    }
  }

  /** A run of a new attempt; a rival keeper may start another one for the same number. */
  void begin(ModelRoot root, long number) {
    AttemptSpec spec = fresh(root, number);
    boolean again =
        hub()
            .own()
            .filter(object -> object.retry.equals(Optional.of(object.rolloutUid)))
            .filter(object -> object.outcome.isPresent())
            .isPresent();
    world.tally().saw(again ? Seen.RETRY : Seen.ATTEMPT);
    run(AttemptState.begin(spec, world.now()), world.oracle().begun(spec));
  }

  /** Rollout-strategy 6.3: those that are done are carried over. */
  private void complete(ModelRoot root, AttemptDue due) {
    AttemptSpec spec = fresh(root, due.number());
    RolloutObject object = hub().own().orElseThrow();
    AttemptState state =
        Rebuild.small(
            spec, due.former().orElseThrow(), told(object), hub().fleetView(), held(), world.now());
    world.tally().saw(Seen.SMALL_ROLLOUT);
    run(state, world.oracle().completes(state, object.rolloutUid));
  }

  private void goOn(ModelRoot root, RolloutObject object) {
    PolicyVersion version =
        new PolicyVersion(root.uid(), object.generation, root.version().contentHash());
    AttemptSpec spec = spec(root, object.rolloutUid, object.attempt, version, object.strategyHash);
    AttemptState state = Rebuild.of(spec, told(object), hub().fleetView(), held());
    world.tally().saw(Seen.REBUILT);
    run(state, world.oracle().rebuilt(state, object));
  }

  private List<Held> held() {
    return hub().replicas().entrySet().stream()
        .map(
            entry -> new Held(entry.getKey(), entry.getValue().hash(), entry.getValue().dispatch()))
        .toList();
  }

  private static LastTold told(RolloutObject object) {
    return object
        .told
        .map(progress -> LastWords.of(progress, object.runOpen))
        .orElse(LastTold.NOTHING);
  }

  /** A run; whoever begins to watch gets all verdicts sent anew. */
  private void run(AttemptState state, AttemptBook book) {
    world.note(
        "    a run of attempt %d (%s) of generation %d begins"
            .formatted(
                state.spec().number(),
                state.spec().rolloutUid(),
                state.spec().version().generation()));
    world.runs().add(new ModelRun(world, state, book));
    hub().replicas().keySet().forEach(world::post);
  }

  private AttemptSpec fresh(ModelRoot root, long number) {
    return spec(root, "u" + ++uids, number, root.version(), root.view().strategyHash());
  }

  private AttemptSpec spec(
      ModelRoot root, String uid, long number, PolicyVersion version, String strategyHash) {
    Settings settings = world.settings(root);
    return new AttemptSpec(
        POLICY,
        uid,
        number,
        version,
        settings.strategy(),
        strategyHash,
        world.setup().soakFloor(),
        world.setup().weakSoakFloor(),
        settings.mode(),
        world.setup().informPolicy());
  }
}

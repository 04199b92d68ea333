package io.sluice.simulation;

import io.sluice.lifecycle.AttemptDue;
import io.sluice.lifecycle.AttemptNumber;
import io.sluice.lifecycle.DueDecision;
import io.sluice.lifecycle.DueInput;
import io.sluice.lifecycle.Newcomers;
import io.sluice.lifecycle.SettingsValidation;
import io.sluice.plan.recovery.LastReportedStatus;
import io.sluice.plan.recovery.ReplicaState;
import io.sluice.plan.recovery.ReportedStatusReader;
import io.sluice.plan.recovery.StateRecovery;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterIssue;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Progress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts the attempts that the product says are due, as its keeper does. */
final class ModelAttemptStarter {
  static final PolicyName POLICY = new PolicyName("policies", "web");

  private final Simulation world;
  private int uids;

  ModelAttemptStarter(Simulation world) {
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
    Optional<ModelRollout> own = hub().own();
    boolean lost = own.filter(object -> object.runOpen).isPresent();
    DueDecision due =
        AttemptDue.judge(
            new DueInput(
                root.get().view(),
                acceptance(root.get()),
                own.map(ModelRollout::record),
                hub().fleetView(),
                newcomers(root.get(), own),
                hub().highestAttempt(),
                lost ? DueInput.Temporal.LOST_THE_RUN : DueInput.Temporal.ANSWERS));
    return due.attempt();
  }

  private Optional<SettingsValidation> acceptance(ModelRoot root) {
    if (!root.staged() || hub().refusal().isPresent()) {
      return Optional.empty();
    }
    ModelSettings settings = world.settings(root);
    return Optional.of(
        new SettingsValidation(
            Optional.of(settings.strategy()),
            settings.mode(),
            world.setup().informPolicy() && settings.mode() != PendingMode.BESIDE,
            Optional.empty(),
            List.of(),
            Optional.empty()));
  }

  private List<String> newcomers(ModelRoot root, Optional<ModelRollout> own) {
    if (!root.staged()
        || world.settings(root).mode() == PendingMode.KEEP_PREVIOUS
        || own.flatMap(object -> object.told).isEmpty()) {
      return List.of();
    }
    Progress told = own.get().told.get();
    Set<String> listed =
        told.exceptions().stream().map(ClusterIssue::cluster).collect(Collectors.toSet());
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
    AttemptNumber.toWrite(hub().own().map(ModelRollout::record), hub().highestAttempt())
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
    world.tally().saw(again ? CoverageItem.RETRY : CoverageItem.ATTEMPT);
    run(AttemptState.begin(spec, world.now()), world.oracle().begun(spec));
  }

  /** Rollout-strategy 6.3: those that are done are carried over. */
  private void complete(ModelRoot root, AttemptDue due) {
    AttemptSpec spec = fresh(root, due.number());
    ModelRollout object = hub().own().orElseThrow();
    AttemptState state =
        StateRecovery.small(
            spec, due.former().orElseThrow(), told(object), hub().fleetView(), held(), world.now());
    world.tally().saw(CoverageItem.SMALL_ROLLOUT);
    run(state, world.oracle().completes(state, object.rolloutUid));
  }

  private void goOn(ModelRoot root, ModelRollout object) {
    PolicyVersion version =
        new PolicyVersion(root.uid(), object.generation, root.version().contentHash());
    AttemptSpec spec = spec(root, object.rolloutUid, object.attempt, version, object.strategyHash);
    AttemptState state = StateRecovery.of(spec, told(object), hub().fleetView(), held());
    world.tally().saw(CoverageItem.REBUILT);
    run(state, world.oracle().rebuilt(state, object));
  }

  private List<ReplicaState> held() {
    return hub().replicas().entrySet().stream()
        .map(
            entry ->
                new ReplicaState(
                    entry.getKey(), entry.getValue().hash(), entry.getValue().dispatch()))
        .toList();
  }

  private static LastReportedStatus told(ModelRollout object) {
    return object
        .told
        .map(progress -> ReportedStatusReader.of(progress, object.runOpen))
        .orElse(LastReportedStatus.NONE);
  }

  /** A run; whoever begins to watch gets all verdicts sent anew. */
  private void run(AttemptState state, AttemptLog book) {
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
    ModelSettings settings = world.settings(root);
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

package io.sluice.simulation;

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
import io.sluice.rollout.lifecycle.AttemptDue;
import io.sluice.rollout.lifecycle.DueDecision;
import io.sluice.rollout.lifecycle.DueInput;
import io.sluice.rollout.lifecycle.Newcomers;
import io.sluice.rollout.lifecycle.SettingsValidation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Starts due attempts, as the policy reconciler does. */
final class ModelAttemptStarter {
  static final PolicyName POLICY = new PolicyName("policies", "web");

  private final Simulation simulation;
  private int uids;

  ModelAttemptStarter(Simulation simulation) {
    this.simulation = simulation;
  }

  private ModelHub hub() {
    return simulation.hub();
  }

  /** Returns true if Temporal has an open run. */
  boolean runOpen() {
    return simulation.awake().findAny().isPresent();
  }

  /** Returns what is due; nothing while a run is open, because its id is in use. */
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
                hub().formerAttempt(),
                lost ? DueInput.Temporal.LOST_THE_RUN : DueInput.Temporal.ANSWERS));
    return due.attempt();
  }

  private Optional<SettingsValidation> acceptance(ModelRoot root) {
    if (!root.staged() || hub().refusal().isPresent()) {
      return Optional.empty();
    }
    ModelSettings settings = simulation.settings(root);
    return Optional.of(
        new SettingsValidation(
            Optional.of(settings.strategy()),
            settings.mode(),
            simulation.setup().informPolicy() && settings.mode() != PendingMode.BESIDE,
            Optional.empty(),
            List.of(),
            Optional.empty()));
  }

  private List<String> newcomers(ModelRoot root, Optional<ModelRollout> own) {
    if (!root.staged()
        || simulation.settings(root).mode() == PendingMode.KEEP_PREVIOUS
        || own.flatMap(object -> object.reported).isEmpty()) {
      return List.of();
    }
    Progress reported = own.get().reported.get();
    Set<String> listed =
        reported.exceptions().stream().map(ClusterIssue::cluster).collect(Collectors.toSet());
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
            cluster -> false)
        .joined();
  }

  /** Starts a due attempt. */
  void start() {
    Optional<AttemptDue> due = due();
    if (due.isEmpty()) {
      return;
    }
    ModelRoot root = hub().root().orElseThrow();
    if (hub().own().isEmpty()) {
      hub().number(root.uid(), hub().formerAttempt());
    }
    switch (due.get().kind()) {
      case NEW -> begin(root, due.get().number());
      case LOST -> goOn(root, hub().own().orElseThrow());
      case SMALL_ROLLOUT, RETRY_OF_FAILED -> complete(root, due.get());
    }
  }

  /** Begins a run of a new attempt; a second worker may start another one for the same number. */
  void begin(ModelRoot root, long number) {
    AttemptSpec spec = fresh(root, number);
    boolean again =
        hub()
            .own()
            .filter(object -> object.retry.equals(Optional.of(object.rolloutUid)))
            .filter(object -> object.outcome.isPresent())
            .isPresent();
    simulation.coverage().saw(again ? CoverageItem.RETRY : CoverageItem.ATTEMPT);
    run(AttemptState.begin(spec, simulation.now()), simulation.checker().begun(spec));
  }

  /** Begins a small rollout: finished clusters are carried over (rollout-strategy 6.3). */
  private void complete(ModelRoot root, AttemptDue due) {
    AttemptSpec spec = fresh(root, due.number());
    ModelRollout object = hub().own().orElseThrow();
    String former = due.former().orElseThrow();
    boolean retry = due.kind() == AttemptDue.Kind.RETRY_OF_FAILED;
    AttemptState state =
        retry
            ? StateRecovery.retryOfFailed(
                spec, former, reported(object), hub().fleetView(), held(), simulation.now())
            : StateRecovery.small(
                spec, former, reported(object), hub().fleetView(), held(), simulation.now());
    simulation.coverage().saw(retry ? CoverageItem.RETRY_OF_FAILED : CoverageItem.SMALL_ROLLOUT);
    run(state, simulation.checker().completes(state, object.rolloutUid, retry));
  }

  private void goOn(ModelRoot root, ModelRollout object) {
    PolicyVersion version =
        new PolicyVersion(root.uid(), object.generation, root.version().contentHash());
    AttemptSpec spec = spec(root, object.rolloutUid, object.attempt, version, object.strategyHash);
    AttemptState state = StateRecovery.of(spec, reported(object), hub().fleetView(), held());
    simulation.coverage().saw(CoverageItem.RECOVERED);
    run(state, simulation.checker().recovered(state, object));
  }

  private List<ReplicaState> held() {
    return hub().replicas().entrySet().stream()
        .map(
            entry ->
                new ReplicaState(
                    entry.getKey(), entry.getValue().hash(), entry.getValue().dispatch()))
        .toList();
  }

  private static LastReportedStatus reported(ModelRollout object) {
    return object
        .reported
        .map(progress -> ReportedStatusReader.of(progress, object.runOpen))
        .orElse(LastReportedStatus.NONE);
  }

  /** Adds a run; it receives all verdicts again. */
  private void run(AttemptState state, AttemptLog log) {
    simulation.note(
        "    a run of attempt %d (%s) of generation %d begins"
            .formatted(
                state.spec().number(),
                state.spec().rolloutUid(),
                state.spec().version().generation()));
    simulation.runs().add(new ModelRun(simulation, state, log));
    simulation.enqueueAll();
  }

  private AttemptSpec fresh(ModelRoot root, long number) {
    return spec(root, "u" + ++uids, number, root.version(), root.view().strategyHash());
  }

  private AttemptSpec spec(
      ModelRoot root, String uid, long number, PolicyVersion version, String strategyHash) {
    ModelSettings settings = simulation.settings(root);
    return new AttemptSpec(
        simulation.setup().target(),
        uid,
        number,
        version,
        settings.strategy(),
        strategyHash,
        simulation.setup().soakFloor(),
        simulation.setup().weakSoakFloor(),
        settings.mode(),
        simulation.setup().informPolicy());
  }
}

package io.sluice.simulation;

import io.sluice.oracle.SelectionCheck;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Step;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches a world and holds every step and every write against the invariants of rollout-strategy
 * 7, from books of its own.
 *
 * <p>{@link StartChecks}, {@link EvidenceChecks}, {@link OutcomeChecks}, {@link ProgressChecks} and
 * {@link PurityChecks} look at steps, {@link WriteChecks} at what reached the hub, {@link
 * RecoveryChecks} at attempts whose run was lost.
 */
final class InvariantChecker implements WriteListener {
  private final Simulation world;
  private final ModelFleet fleet;
  private final CoverageCounter tally;
  private final Map<String, AttemptLog> books = new HashMap<>();
  private final Set<String> uids = new HashSet<>();
  private final Set<String> followed = new HashSet<>();

  InvariantChecker(Simulation world, ModelFleet fleet, CoverageCounter tally) {
    this.world = world;
    this.fleet = fleet;
    this.tally = tally;
  }

  /** A run of a new attempt is there; it has a book of its own. */
  AttemptLog begun(AttemptSpec spec) {
    AttemptLog book = new AttemptLog(spec);
    books.put(spec.rolloutUid(), book);
    return book;
  }

  /** A run took a step. */
  void stepped(AttemptLog book, AttemptState before, Observation seen, Step step, Instant now) {
    Set<String> members = StepView.members(before, seen.hub());
    book.enter(seen, members, now);
    StepView view = new StepView(book, before, seen, step, now);
    for (String cluster : view.entries.keySet()) {
      book.clusters.computeIfAbsent(
          cluster, name -> new ClusterLog(fleet.uniquelyNamed(view.groupOf.get(name))));
    }
    StartChecks.of(view);
    ProgressChecks.of(view, members, fleet);
    EvidenceChecks.of(view, tally);
    OutcomeChecks.of(view);
    PurityChecks.of(view, world.judge(), tally);
    SelectionCheck.hold(before, seen.hub(), step, now);
    count(view);
    book.last = Optional.of(view);
  }

  private void count(StepView view) {
    StepCoverage.of(view).forEach(tally::saw);
  }

  /** A person asked for something by message, and it was granted. */
  void asked(AttemptLog book, ModelRequest ask, String group) {
    book.asked = true;
    switch (ask) {
      case APPROVE -> book.messages.add(group);
      case REVOKE -> book.messages.remove(group);
      case PAUSE -> book.pausedByMessage = true;
      case RESUME -> book.pausedByMessage = false;
      case ABORT -> {
        book.aborted = true;
        book.outcome = book.outcome.or(() -> Optional.of(Outcome.ABORTED));
      }
    }
  }

  /** The run of an attempt was lost, and another one goes on in this state. */
  AttemptLog rebuilt(AttemptState state, ModelRollout object) {
    AttemptLog former = books.get(state.spec().rolloutUid());
    RecoveryChecks.of(former, world.hub(), state, object);
    AttemptLog book = new AttemptLog(state.spec());
    book.goOn(former, state);
    books.put(state.spec().rolloutUid(), book);
    return book;
  }

  /** A small rollout begins: who finished in the former attempt is carried over. */
  AttemptLog completes(AttemptState state, String formerUid) {
    AttemptLog former = books.get(formerUid);
    RecoveryChecks.carriedOver(former, state);
    AttemptLog book = new AttemptLog(state.spec());
    book.goOn(former, state);
    book.dispatchWrites.clear();
    books.put(state.spec().rolloutUid(), book);
    return book;
  }

  @Override
  public void wrote(ReplicaWrite write, Instant now) {
    world.note(
        "    %s of %s: %s -> %s"
            .formatted(
                write.cause(),
                write.cluster(),
                write.before().map(ModelReplica::hash).orElse("none"),
                write.after().map(ModelReplica::hash).orElse("none")));
    if (write.by().isPresent()) {
      WriteChecks.of(write.by().get(), world.hub(), write, tally);
    }
    if (write.after().isEmpty() && write.by().isEmpty()) {
      // Deleted: when it comes again, it is dispatched again.
      books.values().forEach(book -> book.dispatchWrites.remove(write.cluster()));
    }
  }

  @Override
  public void claimed(AttemptSpec spec, long formerNumber, String formerUid, boolean goesOn) {
    Invariant.I12.holds(
        goesOn ? formerNumber == spec.number() : formerNumber == spec.number() - 1,
        () -> "attempt %d takes over from %d".formatted(spec.number(), formerNumber));
    Invariant.I20.holds(
        uids.add(spec.rolloutUid()) || goesOn, () -> "used before: " + spec.rolloutUid());
    Invariant.I20.holds(
        goesOn || formerUid.isEmpty() || followed.add(formerUid),
        () -> "two attempts follow " + formerUid);
  }

  @Override
  public void published(
      AttemptLog book, ModelRollout object, Optional<PolicyVersion> formerSuccess) {
    book.told = book.last.map(view -> view.groups).orElse(Map.of());
    boolean changed = !object.lastSuccessful.equals(formerSuccess);
    Invariant.I22.holds(
        !changed || object.outcome.equals(Optional.of(Outcome.SUCCEEDED)),
        () ->
            "lastSuccessful became %s at outcome %s"
                .formatted(object.lastSuccessful, object.outcome));
    if (changed) {
      tally.saw(CoverageItem.LAST_SUCCESSFUL);
    }
  }

  /** A run closed. */
  void closed(AttemptState state) {
    state.outcome().ifPresent(end -> tally.saw(CoverageItem.valueOf("OUTCOME_" + end.name())));
  }

  /** No run is open, and none is due. */
  void atRest() {
    Optional<ModelRollout> object = world.hub().rollout();
    Invariant.I19.holds(
        object.filter(known -> known.outcome.isPresent() && !known.runOpen).isPresent(),
        () -> "at rest, the attempt has no outcome");
  }
}

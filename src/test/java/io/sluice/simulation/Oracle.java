package io.sluice.simulation;

import io.sluice.plan.AttemptSpec;
import io.sluice.plan.AttemptState;
import io.sluice.plan.Observation;
import io.sluice.plan.Outcome;
import io.sluice.plan.SelectionChecks;
import io.sluice.plan.Step;
import io.sluice.policy.PolicyVersion;
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
 * <p>{@link StartChecks}, {@link EvidenceChecks}, {@link EndChecks}, {@link TellingChecks} and
 * {@link PurityChecks} look at steps, {@link WriteChecks} at what reached the hub, {@link
 * RebuiltChecks} at attempts whose run was lost.
 */
final class Oracle implements Witness {
  private final World world;
  private final ModelFleet fleet;
  private final Tally tally;
  private final Map<String, AttemptBook> books = new HashMap<>();
  private final Set<String> uids = new HashSet<>();
  private final Set<String> followed = new HashSet<>();

  Oracle(World world, ModelFleet fleet, Tally tally) {
    this.world = world;
    this.fleet = fleet;
    this.tally = tally;
  }

  /** A run of a new attempt is there; it has a book of its own. */
  AttemptBook begun(AttemptSpec spec) {
    AttemptBook book = new AttemptBook(spec);
    books.put(spec.rolloutUid(), book);
    return book;
  }

  /** A run took a step. */
  void stepped(AttemptBook book, AttemptState before, Observation seen, Step step, Instant now) {
    Set<String> members = StepView.members(before, seen.hub());
    book.enter(seen, members, now);
    StepView view = new StepView(book, before, seen, step, now);
    for (String cluster : view.entries.keySet()) {
      book.clusters.computeIfAbsent(
          cluster, name -> new ClusterBook(fleet.uniquelyNamed(view.groupOf.get(name))));
    }
    StartChecks.of(view);
    TellingChecks.of(view, members, fleet);
    EvidenceChecks.of(view, tally);
    EndChecks.of(view);
    PurityChecks.of(view, world.judge(), tally);
    SelectionChecks.hold(before, seen.hub(), step, now);
    count(view);
    book.last = Optional.of(view);
  }

  private void count(StepView view) {
    Sightings.of(view).forEach(tally::saw);
  }

  /** A person asked for something by message, and it was granted. */
  void asked(AttemptBook book, Ask ask, String group) {
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
  AttemptBook rebuilt(AttemptState state, RolloutObject object) {
    AttemptBook former = books.get(state.spec().rolloutUid());
    RebuiltChecks.of(former, world.hub(), state, object);
    AttemptBook book = new AttemptBook(state.spec());
    book.goOn(former, state);
    books.put(state.spec().rolloutUid(), book);
    return book;
  }

  /** A small rollout begins: who finished in the former attempt is carried over. */
  AttemptBook completes(AttemptState state, String formerUid) {
    AttemptBook former = books.get(formerUid);
    RebuiltChecks.carriedOver(former, state);
    AttemptBook book = new AttemptBook(state.spec());
    book.goOn(former, state);
    book.dispatchWrites.clear();
    books.put(state.spec().rolloutUid(), book);
    return book;
  }

  @Override
  public void wrote(Write write, Instant now) {
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
      AttemptBook book, RolloutObject object, Optional<PolicyVersion> formerSuccess) {
    book.told = book.last.map(view -> view.groups).orElse(Map.of());
    boolean changed = !object.lastSuccessful.equals(formerSuccess);
    Invariant.I22.holds(
        !changed || object.outcome.equals(Optional.of(Outcome.SUCCEEDED)),
        () ->
            "lastSuccessful became %s at outcome %s"
                .formatted(object.lastSuccessful, object.outcome));
    if (changed) {
      tally.saw(Seen.LAST_SUCCESSFUL);
    }
  }

  /** A run closed. */
  void closed(AttemptState state) {
    state.outcome().ifPresent(end -> tally.saw(Seen.valueOf("OUTCOME_" + end.name())));
  }

  /** No run is open, and none is due. */
  void atRest() {
    Optional<RolloutObject> object = world.hub().rollout();
    Invariant.I19.holds(
        object.filter(known -> known.outcome.isPresent() && !known.runOpen).isPresent(),
        () -> "at rest, the attempt has no outcome");
  }
}

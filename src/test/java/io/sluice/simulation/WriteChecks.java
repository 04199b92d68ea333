package io.sluice.simulation;

import io.sluice.rollout.ClusterState;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Stage;
import java.util.Optional;

/** Checks every write of a run that reached the hub: I8, I11, I12, I13, I15, I21, I23. */
final class WriteChecks {
  private final AttemptLog book;
  private final ModelHub hub;
  private final ReplicaWrite write;
  private final StepView asked;

  private WriteChecks(AttemptLog book, ModelHub hub, ReplicaWrite write, StepView asked) {
    this.book = book;
    this.hub = hub;
    this.write = write;
    this.asked = asked;
  }

  static void of(AttemptLog book, ModelHub hub, ReplicaWrite write, CoverageCounter tally) {
    Invariant.I12.holds(book.last.isPresent(), () -> "a run that took no step writes " + write);
    WriteChecks checks = new WriteChecks(book, hub, write, book.last.get());
    checks.any();
    switch (write.cause()) {
      case DISPATCH -> checks.dispatch();
      case PROVIDE -> checks.provide(tally);
      case TAKE_BACK -> checks.takeBack(tally);
      default -> throw new IllegalStateException("a run writes " + write);
    }
  }

  private void any() {
    Invariant.I12.holds(
        hub.rollout()
            .filter(object -> object.rolloutUid.equals(book.spec.rolloutUid()))
            .filter(object -> object.attempt == book.spec.number())
            .isPresent(),
        () -> "without the claim: " + write);
    Invariant.I12.holds(
        write.before().filter(held -> held.attempt() > book.spec.number()).isEmpty(),
        () -> "over a higher number: " + write);
    Invariant.I11.holds(
        asked.groupOf.containsKey(write.cluster()), () -> "to a removed cluster: " + write);
    Invariant.I21.holds(
        write.after().isPresent() || write.cause() == ReplicaWrite.Cause.TAKE_BACK,
        () -> "a run deletes " + write);
  }

  private void dispatch() {
    Optional<ClusterState> entry = asked.entry(write.cluster());
    Invariant.I15.holds(
        entry.filter(held -> held.stage() == Stage.STARTED).isPresent(),
        () -> "its turn has not come, or is over: " + entry);
    Invariant.I8.holds(
        asked.step.state().outcome().isEmpty() && asked.step.state().breach().isEmpty(),
        () -> "after the end: " + write);
    Invariant.I23.holds(asked.hub.refusal().isEmpty(), () -> "under refused settings: " + write);
    Invariant.I13.holds(
        book.dispatchWrites.add(write.cluster()), () -> "written a second time: " + write);
    ModelReplica after = write.after().orElseThrow();
    boolean own = after.content().equals(book.spec.version().contentHash());
    Invariant.I15.holds(
        !after.pending() && (own || book.spec.mode() == PendingMode.BESIDE),
        () -> "not the attempt's version: " + write);
  }

  private void provide(CoverageCounter tally) {
    Invariant.I15.holds(
        asked.entry(write.cluster()).isEmpty(), () -> "it was started already: " + write);
    ModelReplica after = write.after().orElseThrow();
    if (book.spec.mode() == PendingMode.INFORM) {
      tally.saw(CoverageItem.PROVIDED_INFORM);
      Invariant.I15.holds(
          after.carries(book.spec.version().contentHash(), true), () -> "not as inform: " + write);
      Invariant.I15.holds(
          write.before().filter(held -> held.content().equals(after.content())).isEmpty(),
          () -> "it has this content already: " + write);
    } else {
      tally.saw(CoverageItem.PROVIDED_LAST_SUCCESSFUL);
      Invariant.I15.holds(
          book.spec.mode() == PendingMode.KEEP_PREVIOUS && write.before().isEmpty(),
          () -> "it had a version: " + write);
      Invariant.I15.holds(
          after.carries(lastSuccessful().orElse(""), false),
          () -> "not the last successful version: " + write);
    }
  }

  private Optional<String> lastSuccessful() {
    return hub.rollout()
        .flatMap(object -> object.lastSuccessful)
        .map(version -> version.contentHash());
  }

  /** Beside the propagator an edit reaches whoever is enforced already. */
  private boolean edited() {
    return asked
        .hub
        .root()
        .filter(root -> root.version().generation() != book.spec.version().generation())
        .isPresent();
  }

  private void takeBack(CoverageCounter tally) {
    Optional<ClusterState> entry = asked.entry(write.cluster());
    boolean breached = asked.step.state().breach().isPresent();
    boolean unstaged = book.spec.mode() == PendingMode.BESIDE && edited();
    tally.saw(
        write.after().isPresent() ? CoverageItem.TAKEN_BACK : CoverageItem.TAKEN_BACK_BY_DELETING);
    Invariant.I8.holds(
        unstaged || breached && entry.filter(held -> held.stage() == Stage.TIMED_OUT).isPresent(),
        () -> "taken back without a reason: %s, %s".formatted(write, entry));
    ClusterLog known = book.clusters.get(write.cluster());
    Invariant.I8.holds(
        unstaged || known == null || known.trusted || !known.heardBad() && !known.heardGood(),
        () -> "taken back though it has answered: " + write);
    if (book.spec.mode() == PendingMode.BESIDE) {
      // An override that is withdrawn leaves no trace; whose run is lost then may dispatch anew.
      book.dispatchWrites.remove(write.cluster());
    }
    if (write.after().isEmpty()) {
      Invariant.I21.holds(
          lastSuccessful().isEmpty()
              && write
                  .before()
                  .flatMap(ModelReplica::madeBy)
                  .equals(Optional.of(book.spec.rolloutUid())),
          () -> "this dispatch did not create it: " + write);
    }
  }
}

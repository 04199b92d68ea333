package io.sluice.hub.replica;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides which dispatch a write leaves on its replica, given the one that it finds there
 * (policy-propagation 4.1).
 */
public final class DispatchRule {
  private final Predicate<Optional<Dispatch>> forbidden;
  private final Change change;

  @FunctionalInterface
  private interface Change {
    Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now);
  }

  private DispatchRule(Predicate<Optional<Dispatch>> forbidden, Change change) {
    this.forbidden = forbidden;
    this.change = change;
  }

  /** Returns whether the dispatch found forbids the write: it is not the one to be kept. */
  boolean forbiddenBy(Optional<Dispatch> found) {
    return forbidden.test(found);
  }

  /**
   * Returns the dispatch to be written with a change of the content.
   *
   * @param found the replica before the write
   * @param given the content that is written
   */
  Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now) {
    return change.over(found, given, now);
  }

  /** For unstaged policies: their replicas carry no dispatch. */
  public static DispatchRule none() {
    return new DispatchRule(found -> false, (found, given, now) -> Optional.empty());
  }

  /** For an attempt that did not write the replica before. */
  public static DispatchRule of(String rolloutUid, long attempt, long generation, Dispatch.As as) {
    return of(rolloutUid, attempt, generation, as, Optional.empty());
  }

  /**
   * For an attempt: a repeated write for the same reason keeps the instant of the first.
   *
   * <p>Any other dispatch is a former one, whatever number it names (rollout-strategy 3.2): a user
   * who may edit a replica can write a number.
   *
   * @param first when the attempt dispatched a replica that is gone now; deadlines run from it
   */
  public static DispatchRule of(
      String rolloutUid, long attempt, long generation, Dispatch.As as, Optional<Instant> first) {
    return new DispatchRule(
        found -> false,
        (found, given, now) -> {
          Optional<Dispatch> before =
              found.flatMap(Replica::dispatch).filter(there -> there.is(rolloutUid, attempt, as));
          Instant at = before.map(Dispatch::at).or(() -> first).orElse(now);
          Dispatch fresh =
              new Dispatch(rolloutUid, attempt, generation, as, at, now, Map.of())
                  .over(found, given, now);
          boolean creates = found.isEmpty() || before.filter(Dispatch::created).isPresent();
          return Optional.of(creates ? fresh.creating() : fresh);
        });
  }

  /** Returns the same, but any other dispatch than this one forbids the write. */
  public DispatchRule onlyOver(Dispatch former) {
    return new DispatchRule(found -> !found.equals(Optional.of(former)), change);
  }

  /** For the correction of drift from this dispatch; any other dispatch found forbids the write. */
  public static DispatchRule keep(Dispatch given) {
    return new DispatchRule(
        found ->
            found
                .filter(there -> there.is(given.rolloutUid(), given.attempt(), given.as()))
                .filter(there -> there.generation() == given.generation())
                .isEmpty(),
        repair(Optional.of(given)).change);
  }

  /**
   * For the repair of drift: keeps all but the baselines and the instant of the write.
   *
   * @param lastSeen the dispatch that a deleted replica had
   */
  public static DispatchRule repair(Optional<Dispatch> lastSeen) {
    return new DispatchRule(
        found -> false,
        (found, given, now) ->
            found
                .flatMap(Replica::dispatch)
                .or(() -> lastSeen)
                .map(kept -> kept.over(found, given, now)));
  }
}

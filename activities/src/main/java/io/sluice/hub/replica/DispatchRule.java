package io.sluice.hub.replica;

import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.policy.ReplicaContent;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which dispatch a write leaves on its replica, given the one that it finds there
 * (policy-propagation 4.1).
 */
public interface DispatchRule {
  /** Returns whether the dispatch found forbids the write: it belongs to a higher attempt. */
  boolean forbiddenBy(Optional<Dispatch> found);

  /**
   * Returns the dispatch to be written with a change of the content.
   *
   * @param found the replica before the write
   * @param given the content that is written
   */
  Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now);

  /** For unstaged policies: their replicas carry no dispatch. */
  static DispatchRule none() {
    return new DispatchRule() {
      @Override
      public boolean forbiddenBy(Optional<Dispatch> found) {
        return false;
      }

      @Override
      public Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now) {
        return Optional.empty();
      }
    };
  }

  /** For an attempt: a repeated write for the same reason keeps the instant of the first. */
  static DispatchRule of(String rolloutUid, long attempt, long generation, Dispatch.As as) {
    return new DispatchRule() {
      @Override
      public boolean forbiddenBy(Optional<Dispatch> found) {
        return found.filter(dispatch -> dispatch.attempt() > attempt).isPresent();
      }

      @Override
      public Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now) {
        Optional<Dispatch> before =
            found.flatMap(Replica::dispatch).filter(there -> there.is(rolloutUid, attempt, as));
        Instant at = before.map(Dispatch::at).orElse(now);
        Dispatch fresh =
            new Dispatch(rolloutUid, attempt, generation, as, at, now, Map.of())
                .over(found, given, now);
        boolean made = found.isEmpty() || before.filter(Dispatch::created).isPresent();
        return Optional.of(made ? fresh.creating() : fresh);
      }
    };
  }

  /** For the correction of drift from this dispatch; any other dispatch found forbids the write. */
  static DispatchRule keep(Dispatch given) {
    DispatchRule repair = repair(Optional.of(given));
    return new DispatchRule() {
      @Override
      public boolean forbiddenBy(Optional<Dispatch> found) {
        return found
            .filter(there -> there.is(given.rolloutUid(), given.attempt(), given.as()))
            .filter(there -> there.generation() == given.generation())
            .isEmpty();
      }

      @Override
      public Optional<Dispatch> over(Optional<Replica> found, ReplicaContent content, Instant now) {
        return repair.over(found, content, now);
      }
    };
  }

  /**
   * For the repair of drift: keeps all but the baselines and the instant of the write.
   *
   * @param lastSeen the dispatch that a deleted replica had
   */
  static DispatchRule repair(Optional<Dispatch> lastSeen) {
    long attempt = lastSeen.map(Dispatch::attempt).orElse(Long.MAX_VALUE);
    return new DispatchRule() {
      @Override
      public boolean forbiddenBy(Optional<Dispatch> found) {
        return found.filter(dispatch -> dispatch.attempt() > attempt).isPresent();
      }

      @Override
      public Optional<Dispatch> over(Optional<Replica> found, ReplicaContent given, Instant now) {
        return found
            .flatMap(Replica::dispatch)
            .or(() -> lastSeen)
            .map(kept -> kept.over(found, given, now));
      }
    };
  }
}

package io.sluice.control.policy;

import static java.util.Objects.requireNonNull;

import io.sluice.pace.Pace;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Decides when the status of a root is computed and written: the first change at once, then at most
 * one write in an interval (policy-propagation 9.2).
 *
 * <p>When the interval is over while changes go on, but are about to end, the write waits for that,
 * at most for another interval. Otherwise the last of them would be shown an interval late.
 */
final class RootStatusPace {
  /** After this time without a change, changes have ended. */
  static final Duration SETTLED = Duration.ofMillis(250);

  /**
   * The least time between two computations: changes come one by one, and each would compute the
   * whole.
   */
  private static final Duration LEAST_BETWEEN = Duration.ofMillis(200);

  /** The same while it may not be written yet, for those that show it elsewhere, once a second. */
  private static final Duration LEAST_ELSEWHERE = Duration.ofSeconds(1);

  /**
   * Computing takes at most one part in this many of the time, and half of that while it may not be
   * written.
   */
  private static final int SHARE = 20;

  private final Duration every;
  private final Pace computing;
  private final Pace elsewhere;
  private final Map<PolicyName, Progress> policies = new HashMap<>();

  /** The progress of one root. */
  private final class Progress {
    /** When it may be computed again. */
    private Pace next = computing;

    /** When it may be computed again for what else shows it. */
    private Pace shownElsewhere = elsewhere;

    /** When it may be written again. */
    private Pace due = Pace.every(every);

    /** Whether something changed before that. */
    private boolean pending;

    /** When something changed last. */
    private Instant changed = Instant.MIN;

    /** How many changed parts have been written since the present series of changes began. */
    private long shown;

    /** Whether the write waits for the end of changes. */
    private boolean waiting;

    boolean settled(Instant now) {
      return !changed.plus(SETTLED).isAfter(now);
    }

    Optional<Instant> writable(Instant now) {
      Optional<Instant> later = due.later(now);
      if (later.isPresent() || !waiting) {
        return later;
      }
      Instant end = changed.plus(SETTLED);
      Instant latest = due.next().plus(every);
      return Optional.of(end.isBefore(latest) ? end : latest).filter(now::isBefore);
    }

    /** Whether all other parts will have changed within an interval, if they go on at this pace. */
    boolean endsSoon(Difference difference, Instant now) {
      long left = difference.parts() - shown - difference.changed();
      long passed = Duration.between(due.next().minus(every), now).toMillis();
      return left >= 0 && left * passed <= difference.changed() * every.toMillis();
    }
  }

  /**
   * Compares what was computed with what is written.
   *
   * @param changed how many of its parts differ
   * @param parts how many there are
   */
  record Difference(long changed, long parts) {}

  /**
   * Paces writes.
   *
   * @param every the least time between two writes of one root
   */
  RootStatusPace(Duration every) {
    this.every = requireNonNull(every, "every is null");
    this.computing = Pace.between(LEAST_BETWEEN, every);
    this.elsewhere = Pace.between(LEAST_ELSEWHERE, every);
  }

  private Progress of(PolicyName policy) {
    return policies.computeIfAbsent(policy, none -> new Progress());
  }

  /** Records that something changed. */
  synchronized void changed(PolicyName policy, Instant now) {
    Progress known = of(policy);
    known.pending |= known.due.later(now).isPresent();
    known.changed = now;
  }

  /**
   * Returns when to compute it; empty: now.
   *
   * @param shownElsewhere whether something else shows it before it may be written
   */
  synchronized Optional<Instant> later(PolicyName policy, boolean shownElsewhere, Instant now) {
    Progress known = policies.get(policy);
    if (known == null) {
      return Optional.empty();
    }
    return known
        .next
        .later(now)
        .or(
            () ->
                known
                    .writable(now)
                    .map(at -> shownElsewhere ? earlier(known.shownElsewhere.next(), at) : at)
                    .filter(now::isBefore));
  }

  private static Instant earlier(Instant left, Instant right) {
    return left.isBefore(right) ? left : right;
  }

  /** Returns when to write what was computed; empty: now. */
  synchronized Optional<Instant> held(PolicyName policy, Difference difference, Instant now) {
    Progress known = of(policy);
    known.waiting |= known.pending && !known.settled(now) && known.endsSoon(difference, now);
    return known.writable(now);
  }

  /** Records that it was computed, in that time. */
  synchronized void computed(PolicyName policy, Instant since, Instant now) {
    Progress known = of(policy);
    Duration cost = Duration.between(since, now);
    known.next = computing.done(now, computing.share(cost, SHARE));
    known.shownElsewhere = elsewhere.done(now, elsewhere.share(cost, 2 * SHARE));
  }

  /** Records that what was computed is what is written. */
  synchronized void settled(PolicyName policy) {
    Progress known = of(policy);
    known.pending = false;
    known.shown = 0;
    known.waiting = false;
  }

  /** Records a write. */
  synchronized void written(PolicyName policy, Difference difference, Instant now) {
    Progress known = of(policy);
    known.due = known.due.done(now);
    known.pending = false;
    known.shown = known.settled(now) ? 0 : known.shown + difference.changed();
    known.waiting = false;
  }

  /** Forgets a root. */
  synchronized void forget(PolicyName policy) {
    policies.remove(policy);
  }
}

package io.sluice.queue;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Decides when something that changes often is computed and written: the first change at once, then
 * at most one write in an interval (policy-propagation 9.2).
 *
 * <p>When the interval is over while changes go on, but are about to end, the write waits for that,
 * at most for another interval. Otherwise the last of them would be shown an interval late.
 */
public final class WritePace<K> {
  /** Without a change for so long, changes have ended. */
  static final Duration SETTLED = Duration.ofMillis(250);

  /** Changes come one by one, and each would compute the whole. */
  private static final Duration LEAST_BETWEEN = Duration.ofMillis(200);

  /** The same where it may not be written yet, and what else shows it is written once a second. */
  private static final Duration LEAST_ELSEWHERE = Duration.ofSeconds(1);

  /** Computing takes at most one part in so many of the time; half of it before a write. */
  private static final int SHARE = 20;

  private final Duration every;
  private final Map<K, Progress> keys = new ConcurrentHashMap<>();

  /**
   * The progress of one key.
   *
   * @param next when it may be computed again
   * @param elsewhere when it may be computed again for what else shows it
   * @param due when it may be written again
   * @param pending whether something changed before that
   * @param changed when something changed last
   * @param shown how many parts were written since changes began that have not ended
   * @param waiting whether the write waits for the end of changes
   */
  private record Progress(
      Instant next,
      Instant elsewhere,
      Instant due,
      boolean pending,
      Instant changed,
      long shown,
      boolean waiting) {
    static final Progress NONE =
        new Progress(Instant.MIN, Instant.MIN, Instant.MIN, false, Instant.MIN, 0, false);

    boolean settled(Instant now) {
      return !changed.plus(SETTLED).isAfter(now);
    }
  }

  /**
   * Compares what was computed with what is written.
   *
   * @param changed how many of its parts differ
   * @param parts how many there are
   */
  public record Difference(long changed, long parts) {}

  /**
   * Paces writes.
   *
   * @param every the least time between two writes of one key
   */
  public WritePace(Duration every) {
    this.every = requireNonNull(every, "every is null");
  }

  private void update(K key, UnaryOperator<Progress> change) {
    keys.compute(key, (same, known) -> change.apply(known == null ? Progress.NONE : known));
  }

  /** Records that something changed. */
  public void changed(K key, Instant now) {
    update(
        key,
        known ->
            new Progress(
                known.next(),
                known.elsewhere(),
                known.due(),
                known.pending() || known.due().isAfter(now),
                now,
                known.shown(),
                known.waiting()));
  }

  /**
   * Returns when to compute it, if that is later.
   *
   * @param shownElsewhere whether it is of use before it may be written
   */
  public Optional<Instant> later(K key, boolean shownElsewhere, Instant now) {
    Progress known = of(key);
    return Optional.of(known.next())
        .filter(next -> next.isAfter(now))
        .or(() -> writable(known, now).map(at -> shownElsewhere ? elsewhere(known, at) : at))
        .filter(at -> at.isAfter(now));
  }

  private static Instant elsewhere(Progress known, Instant writable) {
    return known.elsewhere().isBefore(writable) ? known.elsewhere() : writable;
  }

  private Progress of(K key) {
    return keys.getOrDefault(key, Progress.NONE);
  }

  private Optional<Instant> writable(Progress known, Instant now) {
    if (known.due().isAfter(now)) {
      return Optional.of(known.due());
    }
    if (!known.waiting()) {
      return Optional.empty();
    }
    Instant end = known.changed().plus(SETTLED);
    Instant latest = known.due().plus(every);
    return Optional.of(end.isBefore(latest) ? end : latest).filter(at -> at.isAfter(now));
  }

  /** Returns when to write what was computed, if that is later. */
  public Optional<Instant> held(K key, Difference difference, Instant now) {
    Progress known = of(key);
    boolean waits =
        known.waiting()
            || known.pending() && !known.settled(now) && endsSoon(known, difference, now);
    if (waits) {
      update(key, WritePace::waiting);
    }
    return writable(waits ? waiting(known) : known, now);
  }

  private static Progress waiting(Progress known) {
    return new Progress(
        known.next(),
        known.elsewhere(),
        known.due(),
        known.pending(),
        known.changed(),
        known.shown(),
        true);
  }

  /** Whether the parts that have not changed yet will have within an interval, at this pace. */
  private boolean endsSoon(Progress known, Difference difference, Instant now) {
    long left = difference.parts() - known.shown() - difference.changed();
    long passed = Duration.between(known.due().minus(every), now).toMillis();
    return left >= 0 && left * passed <= difference.changed() * every.toMillis();
  }

  /** Records that it was computed, in that time. */
  public void computed(K key, Instant since, Instant now) {
    Duration pause = Duration.between(since, now).multipliedBy(SHARE);
    Instant next = now.plus(pause(pause, LEAST_BETWEEN));
    Instant elsewhere = now.plus(pause(pause.multipliedBy(2), LEAST_ELSEWHERE));
    update(
        key,
        known ->
            new Progress(
                next,
                elsewhere,
                known.due(),
                known.pending(),
                known.changed(),
                known.shown(),
                known.waiting()));
  }

  private Duration pause(Duration computed, Duration least) {
    Duration longer = computed.compareTo(least) > 0 ? computed : least;
    return longer.compareTo(every) < 0 ? longer : every;
  }

  /** Records that what was computed is what is written. */
  public void settled(K key) {
    update(
        key,
        known ->
            new Progress(
                known.next(), known.elsewhere(), known.due(), false, known.changed(), 0, false));
  }

  /** Records a write. */
  public void written(K key, Difference difference, Instant now) {
    update(
        key,
        known ->
            new Progress(
                known.next(),
                known.elsewhere(),
                now.plus(every),
                false,
                known.changed(),
                known.settled(now) ? 0 : known.shown() + difference.changed(),
                false));
  }

  /** Forgets a key. */
  public void forget(K key) {
    keys.remove(key);
  }
}

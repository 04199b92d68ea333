package io.sluice.activation;

import io.sluice.activation.ActivationDecision.Activate;
import io.sluice.activation.ActivationDecision.Hold;
import io.sluice.activation.ActivationDecision.Keep;
import io.sluice.activation.Targeting.Resolved;
import io.sluice.activation.Targeting.Unusable;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides whether the desired intent becomes the active one (lazy-activation 1.2).
 *
 * <p>A function of present objects and stored records: it does not matter which event led here, and
 * deciding again after its answer was stored changes nothing.
 */
public final class ActivationPlanner {
  /** What differs where the content does, among the fields of the targeting. */
  public static final String CONTENT = "content";

  /** The reason of a release whose instant cannot be read. */
  public static final String BAD_INSTANT = "BadInstant";

  private final ActivationInput in;
  private final Instant now;

  private ActivationPlanner(ActivationInput in, Instant now) {
    this.in = in;
    this.now = now;
  }

  /**
   * Decides.
   *
   * @param now the present: it dates what is recorded, and a release is due when its instant has
   *     passed
   */
  public static ActivationDecision decide(ActivationInput in, Instant now) {
    return new ActivationPlanner(in, now).decide();
  }

  private ActivationDecision decide() {
    if (in.targeting() instanceof Unusable unusable) {
      return new Hold(unusable.reason(), unusable.message());
    }
    if (!(in.targeting() instanceof Resolved targeting)) {
      return new Keep(
          new ActivationRecord(
              "", in.nextSeen(), ActiveSnapshot.of(in, now).intent(), Optional.empty(), used()),
          "no policy owns it; what is active stays as it is",
          Optional.empty());
    }
    if (in.release().unreadable().isPresent()) {
      return new Hold(BAD_INSTANT, ActivationMessages.badInstant(in.release().unreadable().get()));
    }
    return decide(targeting);
  }

  private ActivationDecision decide(Resolved targeting) {
    ActiveSnapshot active = ActiveSnapshot.of(in, now);
    DesiredIntent desired = DesiredIntent.of(targeting, active.content(in));
    if (active.is(desired.revision())) {
      return keep(
          targeting, active, Optional.empty(), ActivationMessages.upToDate(desired.revision()));
    }
    if (!targeting.lazy()) {
      return activate(desired, active, immediateCause(active));
    }
    if (in.changed()) {
      return activate(desired, active, ActivationCause.CONTENT_CHANGED);
    }
    if (in.created() && in.snapshot().isEmpty()) {
      return activate(desired, active, ActivationCause.CREATED);
    }
    if (released(desired)) {
      return activate(desired, active, ActivationCause.REQUESTED);
    }
    PendingIntent pending = pending(desired, active);
    return keep(
        targeting,
        active,
        Optional.of(pending),
        ActivationMessages.pending(pending, active.intent(), in.release().coming(now)));
  }

  private ActivationCause immediateCause(ActiveSnapshot active) {
    if (active.intent().isEmpty()) {
      return ActivationCause.CREATED;
    }
    return in.changed() ? ActivationCause.CONTENT_CHANGED : ActivationCause.TARGETING_CHANGED;
  }

  /**
   * Without an instant the revision alone releases; with one, it says which one that instant is
   * for.
   */
  private boolean released(DesiredIntent desired) {
    ActivationRelease release = in.release();
    if (release.at().isEmpty()) {
      return release.revision().isPresent() && release.names(desired.revision());
    }
    return release.names(desired.revision())
        && release.due(usedBefore(), now)
        && pendingAt(release.at().get(), desired);
  }

  /**
   * Returns whether the change was pending at that instant, and not only since: an edit after it
   * waits again, and so does what another owner wants.
   */
  private boolean pendingAt(Instant at, DesiredIntent desired) {
    Optional<PendingIntent> known = in.record().flatMap(ActivationRecord::pending);
    if (known.filter(pending -> pending.revision().equals(desired.revision())).isPresent()) {
      return !known.get().since().isAfter(at) || editedUpTo(at, desired);
    }
    boolean sameOwner =
        known
            .map(PendingIntent::from)
            .or(() -> in.record().flatMap(ActivationRecord::active).map(ActiveIntent::from))
            .filter(from -> !from.equals(desired.targeting().from()))
            .isEmpty();
    return sameOwner && editedUpTo(at, desired);
  }

  private static boolean editedUpTo(Instant at, DesiredIntent desired) {
    return desired.targeting().edited().filter(edited -> !edited.isAfter(at)).isPresent();
  }

  private Optional<Instant> usedBefore() {
    return in.record().flatMap(ActivationRecord::released);
  }

  private Optional<Instant> used() {
    return in.release().used(usedBefore(), now);
  }

  private PendingIntent pending(DesiredIntent desired, ActiveSnapshot active) {
    Instant since =
        in.record()
            .flatMap(ActivationRecord::pending)
            .filter(former -> former.revision().equals(desired.revision()))
            .map(PendingIntent::since)
            .orElse(now);
    return new PendingIntent(
        desired.revision(),
        desired.targeting().from(),
        desired.targeting().generation(),
        since,
        active.differences(desired));
  }

  private Activate activate(DesiredIntent desired, ActiveSnapshot active, ActivationCause cause) {
    ActiveIntent intent =
        new ActiveIntent(
            desired.revision(),
            desired.content(),
            desired.targeting().from(),
            desired.targeting().generation(),
            now,
            cause,
            Optional.empty());
    ActivationRecord record =
        new ActivationRecord(
            ActivationMessages.preference(desired.targeting()),
            in.nextSeen(),
            Optional.of(intent),
            Optional.empty(),
            used());
    return new Activate(record, cause, ActivationMessages.activated(intent, active.intent()));
  }

  private Keep keep(
      Resolved targeting, ActiveSnapshot active, Optional<PendingIntent> pending, String because) {
    ActivationRecord record =
        new ActivationRecord(
            ActivationMessages.preference(targeting),
            in.nextSeen(),
            active.intent(),
            pending,
            used());
    return new Keep(record, because, in.release().coming(now));
  }
}

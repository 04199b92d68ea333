package io.sluice.hub;

import io.sluice.policy.Dispatch;
import io.sluice.policy.TemplateReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Says which dispatch a write leaves on its replica, given the one that it finds there
 * (policy-propagation 4.1).
 */
public interface Stamp {
  /** True when the replica belongs to a higher attempt, so that it must not be written. */
  boolean yieldsTo(Optional<Dispatch> found);

  /**
   * The dispatch that goes with a change of the content.
   *
   * @param reports what the replica's status says at this moment
   */
  Optional<Dispatch> over(Optional<Dispatch> found, List<TemplateReport> reports, Instant now);

  /** For unstaged policies: their replicas carry none. */
  static Stamp none() {
    return new Stamp() {
      @Override
      public boolean yieldsTo(Optional<Dispatch> found) {
        return false;
      }

      @Override
      public Optional<Dispatch> over(
          Optional<Dispatch> found, List<TemplateReport> reports, Instant now) {
        return Optional.empty();
      }
    };
  }

  /** For an attempt: a repeated dispatch keeps the instant of the first. */
  static Stamp of(String rolloutUid, long attempt, long generation, Dispatch.As as) {
    return new Stamp() {
      @Override
      public boolean yieldsTo(Optional<Dispatch> found) {
        return found.filter(dispatch -> dispatch.attempt() > attempt).isPresent();
      }

      @Override
      public Optional<Dispatch> over(
          Optional<Dispatch> found, List<TemplateReport> reports, Instant now) {
        Instant at =
            found
                .filter(dispatch -> dispatch.attempt() == attempt)
                .filter(dispatch -> dispatch.rolloutUid().equals(rolloutUid))
                .map(Dispatch::at)
                .orElse(now);
        return Optional.of(
            new Dispatch(
                rolloutUid, attempt, generation, as, at, now, Dispatch.baselineOf(reports)));
      }
    };
  }

  /**
   * For the repair of drift: it keeps all but the baseline and the instant of the write.
   *
   * @param lastSeen the dispatch of a replica that was deleted by hand
   */
  static Stamp repair(Optional<Dispatch> lastSeen) {
    long attempt = lastSeen.map(Dispatch::attempt).orElse(Long.MAX_VALUE);
    return new Stamp() {
      @Override
      public boolean yieldsTo(Optional<Dispatch> found) {
        return found.filter(dispatch -> dispatch.attempt() > attempt).isPresent();
      }

      @Override
      public Optional<Dispatch> over(
          Optional<Dispatch> found, List<TemplateReport> reports, Instant now) {
        return found
            .or(() -> lastSeen)
            .map(
                kept ->
                    new Dispatch(
                        kept.rolloutUid(),
                        kept.attempt(),
                        kept.generation(),
                        kept.as(),
                        kept.at(),
                        now,
                        Dispatch.baselineOf(reports)));
      }
    };
  }
}

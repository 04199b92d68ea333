package io.sluice.placement.selection;

import static java.util.Objects.requireNonNull;

import io.sluice.placement.Taint;
import io.sluice.placement.spec.Toleration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether the taints of a cluster keep a Placement from choosing it (placement 3.3).
 *
 * <p>A taint is tolerated by the first matching toleration that still holds.
 *
 * @param blocking the first taint that is not tolerated
 * @param until when the first of the tolerations that count here ends; empty: none of them ends
 */
public record TaintCheck(Optional<Taint> blocking, Optional<Instant> until) {
  private static final String NO_SELECT_IF_NEW = "NoSelectIfNew";
  private static final String PREFER_NO_SELECT = "PreferNoSelect";
  static final TaintCheck PASSED = new TaintCheck(Optional.empty(), Optional.empty());

  public TaintCheck {
    requireNonNull(blocking, "blocking is null");
    requireNonNull(until, "until is null");
  }

  /**
   * Checks the taints of one cluster.
   *
   * @param published whether the cluster is in the Placement's decisions already
   */
  static TaintCheck of(
      List<Taint> taints, List<Toleration> tolerations, boolean published, Instant now) {
    Optional<Instant> until = Optional.empty();
    for (Taint taint : taints) {
      if (blocks(taint, published)) {
        Optional<Toleration> toleration =
            tolerations.stream()
                .filter(each -> each.matches(taint) && each.holds(taint, now))
                .findFirst();
        if (toleration.isEmpty()) {
          return new TaintCheck(Optional.of(taint), Optional.empty());
        }
        until = earlier(until, toleration.get().end(taint));
      }
    }
    return until.isEmpty() ? PASSED : new TaintCheck(Optional.empty(), until);
  }

  /** Returns whether this taint has an effect on a cluster that is published, or new. */
  private static boolean blocks(Taint taint, boolean published) {
    return switch (taint.effect()) {
      case PREFER_NO_SELECT -> false;
      case NO_SELECT_IF_NEW -> !published;
      default -> true;
    };
  }

  static Optional<Instant> earlier(Optional<Instant> left, Optional<Instant> right) {
    return left.isEmpty() || right.isPresent() && right.get().isBefore(left.get()) ? right : left;
  }
}

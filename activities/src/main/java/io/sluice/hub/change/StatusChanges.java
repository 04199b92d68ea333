package io.sluice.hub.change;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.gate.HeldClusters;
import io.sluice.hub.change.StatusChange.AttemptBegan;
import io.sluice.hub.change.StatusChange.AttemptEnded;
import io.sluice.hub.change.StatusChange.ClustersHeld;
import io.sluice.hub.change.StatusChange.Halted;
import io.sluice.hub.change.StatusChange.Paused;
import io.sluice.hub.change.StatusChange.Refused;
import io.sluice.hub.change.StatusChange.Resumed;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Phase;
import io.sluice.status.RolloutCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds what differs between the status of a Rollout before and after a write.
 *
 * <p>A function of the two: a repeated write changes nothing, and what both began and ended since
 * the last write is found as well. What belongs to an attempt is compared within it: a new one
 * begins with nothing.
 */
public final class StatusChanges {
  private static final List<String> REQUESTS =
      List.of(
          RolloutCondition.ACCEPTED,
          RolloutCondition.RETRY_ACCEPTED,
          RolloutCondition.APPROVALS_MATCHED);

  private final RolloutStatus before;
  private final RolloutStatus after;

  private StatusChanges(RolloutStatus before, RolloutStatus after) {
    this.before = before;
    this.after = after;
  }

  /** Returns them in the order in which they are told. */
  public static List<StatusChange> between(RolloutStatus before, RolloutStatus after) {
    List<StatusChange> found = new ArrayList<>();
    refusals(before, after).forEach(found::add);
    if (after.rolloutUID == null) {
      return found;
    }
    boolean begins = !after.rolloutUID.equals(before.rolloutUID);
    if (begins) {
      found.add(new AttemptBegan());
    }
    if (begins || Boolean.TRUE.equals(before.runOpen)) {
      found.addAll(new StatusChanges(begins ? new RolloutStatus() : before, after).ofAttempt());
    }
    return found;
  }

  private List<StatusChange> ofAttempt() {
    return Stream.of(
            held().stream(),
            new GroupChanges(before, after).find(),
            phase().stream(),
            end().stream())
        .<StatusChange>flatMap(each -> each)
        .toList();
  }

  /** Each group that starts is found by itself. */
  private Optional<StatusChange> held() {
    return before.held != null
        ? Optional.empty()
        : after.heldClusters().flatMap(HeldClusters::text).map(ClustersHeld::new);
  }

  private static Stream<StatusChange> refusals(RolloutStatus before, RolloutStatus after) {
    return REQUESTS.stream()
        .flatMap(
            type -> {
              Optional<String> known = refused(type, before).map(Condition::getMessage);
              return refused(type, after)
                  .filter(condition -> !known.equals(Optional.ofNullable(condition.getMessage())))
                  .map(Refused::new)
                  .stream();
            });
  }

  private static Optional<Condition> refused(String type, RolloutStatus status) {
    return requireNonNullElse(status.conditions, List.<Condition>of()).stream()
        .filter(condition -> type.equals(condition.getType()))
        .filter(condition -> "False".equals(condition.getStatus()))
        .findFirst();
  }

  private Optional<StatusChange> phase() {
    if (is(Phase.HALTED, after) && !is(Phase.HALTED, before)) {
      return Optional.of(new Halted(why()));
    }
    if (is(Phase.PAUSED, after) && !is(Phase.PAUSED, before)) {
      return Optional.of(new Paused(why()));
    }
    boolean resumed = is(Phase.PAUSED, before) && !is(Phase.PAUSED, after) && after.outcome == null;
    return resumed ? Optional.of(new Resumed(why())) : Optional.empty();
  }

  private static boolean is(Phase phase, RolloutStatus status) {
    return phase.label().equals(status.phase);
  }

  private String why() {
    String waits = requireNonNullElse(after.waitingFor, "");
    return waits.isEmpty() ? "The phase is %s.".formatted(after.phase) : waits;
  }

  private Optional<StatusChange> end() {
    return after.outcome == null || Boolean.TRUE.equals(after.runOpen)
        ? Optional.empty()
        : Optional.of(new AttemptEnded(after, after.outcome));
  }
}

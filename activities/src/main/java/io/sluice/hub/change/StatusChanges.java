package io.sluice.hub.change;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.gate.HeldClusters;
import io.sluice.hub.change.StatusChange.AttemptBegan;
import io.sluice.hub.change.StatusChange.AttemptEnded;
import io.sluice.hub.change.StatusChange.CheckFailed;
import io.sluice.hub.change.StatusChange.ClustersHeld;
import io.sluice.hub.change.StatusChange.FormerEnded;
import io.sluice.hub.change.StatusChange.Halted;
import io.sluice.hub.change.StatusChange.OverrideReleased;
import io.sluice.hub.change.StatusChange.Paused;
import io.sluice.hub.change.StatusChange.Refused;
import io.sluice.hub.change.StatusChange.Resumed;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.status.RolloutCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
      former(before).ifPresent(found::add);
      found.add(new AttemptBegan());
    } else {
      released(before, after).ifPresent(found::add);
    }
    StatusChanges changes = new StatusChanges(begins ? new RolloutStatus() : before, after);
    if (begins || open(before)) {
      found.addAll(changes.ofAttempt());
    }
    IssueChanges.between(changes.before, after).forEach(found::add);
    if (begins || open(before)) {
      changes.end().ifPresent(found::add);
    }
    return found;
  }

  private static boolean open(RolloutStatus status) {
    return Boolean.TRUE.equals(status.runOpen);
  }

  /** An attempt that was cut off without an outcome was superseded (rollout-strategy 1.3). */
  private static Optional<StatusChange> former(RolloutStatus former) {
    return former.rolloutUID != null && (open(former) || former.outcome == null)
        ? Optional.of(
            new FormerEnded(
                new AttemptEnded(
                    former,
                    requireNonNullElse(former.outcome, Outcome.SUPERSEDED.label()),
                    is(Phase.HALTED, former))))
        : Optional.empty();
  }

  /** Who leaves clusters enforced for good says so with the same condition, which is False then. */
  private static Optional<StatusChange> released(RolloutStatus before, RolloutStatus after) {
    return released(before).isPresent() ? Optional.empty() : released(after);
  }

  private static Optional<StatusChange> released(RolloutStatus status) {
    return condition(RolloutCondition.OVERRIDE_RELEASED, "True", status)
        .map(condition -> new OverrideReleased(requireNonNullElse(condition.getMessage(), "")));
  }

  private List<StatusChange> ofAttempt() {
    return Stream.of(
            held().stream(),
            new GroupStatusChanges(before, after).find(),
            failedChecks(),
            phase().stream())
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
    return condition(type, "False", status);
  }

  private static Optional<Condition> condition(String type, String value, RolloutStatus status) {
    return requireNonNullElse(status.conditions, List.<Condition>of()).stream()
        .filter(condition -> type.equals(condition.getType()))
        .filter(condition -> value.equals(condition.getStatus()))
        .findFirst();
  }

  private Stream<StatusChange> failedChecks() {
    Set<List<String>> known = failed(before).map(StatusChanges::key).collect(Collectors.toSet());
    return failed(after).filter(check -> !known.contains(key(check))).map(CheckFailed::new);
  }

  private static Stream<RolloutStatus.Check> failed(RolloutStatus status) {
    return requireNonNullElse(status.checks, List.<RolloutStatus.Check>of()).stream()
        .filter(check -> Boolean.TRUE.equals(check.failed()));
  }

  /** Whatever a status lacks is empty. */
  private static List<String> key(RolloutStatus.Check check) {
    return Stream.of(check.name(), check.group(), check.stage())
        .map(part -> requireNonNullElse(part, ""))
        .toList();
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
        : Optional.of(
            new AttemptEnded(
                after, after.outcome, is(Phase.HALTED, before) || is(Phase.HALTED, after)));
  }
}

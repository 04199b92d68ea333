package io.sluice.hub.event;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.GroupKey;
import io.sluice.gate.HeldClusters;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.status.RolloutStatusTree;
import io.sluice.policy.JsonTree;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import io.sluice.status.RolloutCondition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records on a Rollout what a write of its status has changed: an attempt or a group starts, the
 * gate holds clusters, a group is approved, the rollout is paused, halts or ends, a request is
 * refused.
 *
 * <p>It compares the status before and after a write, so a repeated write records nothing, and what
 * both began and ended since the last write is recorded as well. Where the status says when it was,
 * that is the time of the Event.
 */
public final class RolloutEvents {
  private static final String MANDATORY = "Mandatory";

  private final EventRecorder events;

  public RolloutEvents(EventRecorder events) {
    this.events = requireNonNull(events, "events is null");
  }

  /** Records what differs between an object as it was read, and as it was written. */
  public void written(GenericKubernetesResource former, GenericKubernetesResource present) {
    RolloutStatus before = status(former);
    RolloutStatus after = status(present);
    EventSubject subject = EventSubject.of(present);
    refusals(subject, before, after, HubObjects.generation(present));
    if (after.rolloutUID == null) {
      return;
    }
    boolean begins = !after.rolloutUID.equals(before.rolloutUID);
    RolloutStatus known = begins ? new RolloutStatus() : before;
    if (begins) {
      normal(
          subject,
          after,
          started(after),
          "RolloutStarted",
          "Attempt %d begins: generation %d."
              .formatted(after.attempt, after.currentRolloutGeneration));
    }
    if (!begins && !Boolean.TRUE.equals(before.runOpen)) {
      return;
    }
    held(subject, known, after);
    approvals(subject, known, after);
    groups(subject, known, after);
    phase(subject, known, after);
    end(subject, after);
  }

  /** Records what the gate holds, once; each group that starts gets an Event of its own. */
  private void held(EventSubject subject, RolloutStatus before, RolloutStatus after) {
    if (before.held != null) {
      return;
    }
    after
        .heldClusters()
        .flatMap(HeldClusters::text)
        .ifPresent(
            text ->
                normal(
                    subject,
                    after,
                    events.now(),
                    "ClustersHeld",
                    "The gate holds this version: %s.".formatted(text)));
  }

  private static RolloutStatus status(GenericKubernetesResource object) {
    return RolloutStatusTree.of(RolloutStatusTree.status(object)).read();
  }

  private void refusals(
      EventSubject subject, RolloutStatus before, RolloutStatus after, long generation) {
    refusal(subject, RolloutCondition.ACCEPTED, before, after, generation, Condition::getReason);
    refusal(
        subject, RolloutCondition.RETRY_ACCEPTED, before, after, generation, c -> "RetryRefused");
    refusal(
        subject,
        RolloutCondition.APPROVALS_MATCHED,
        before,
        after,
        generation,
        c -> "ApprovalUnmatched");
  }

  private void refusal(
      EventSubject subject,
      String type,
      RolloutStatus before,
      RolloutStatus after,
      long generation,
      Function<Condition, String> reason) {
    Optional<String> known = refused(type, before).map(Condition::getMessage);
    refused(type, after)
        .filter(condition -> !known.equals(Optional.ofNullable(condition.getMessage())))
        .ifPresent(
            condition ->
                events.warning(
                    subject,
                    reason.apply(condition),
                    condition.getMessage(),
                    "generation " + generation));
  }

  private static Optional<Condition> refused(String type, RolloutStatus status) {
    return list(status.conditions).stream()
        .filter(condition -> type.equals(condition.getType()))
        .filter(condition -> "False".equals(condition.getStatus()))
        .findFirst();
  }

  private void approvals(EventSubject subject, RolloutStatus before, RolloutStatus after) {
    Set<String> known = approved(before);
    Set<String> present = approved(after);
    list(after.approvals).stream()
        .filter(approval -> approval.approved() && !MANDATORY.equals(approval.how()))
        .filter(approval -> !known.contains(name(approval)))
        .forEach(
            approval ->
                normal(
                    subject,
                    after,
                    approved(approval, after),
                    "GroupApproved",
                    "%s approved by %s.%s"
                        .formatted(
                            subjectOf(name(approval)),
                            requireNonNullElse(approval.by(), "an unnamed user"),
                            approval.comment() == null ? "" : " " + approval.comment())));
    if (after.outcome == null) {
      known.stream()
          .filter(name -> !present.contains(name))
          .sorted()
          .forEach(
              name ->
                  events.normal(
                      subject,
                      "ApprovalRevoked",
                      "%s no longer approved.".formatted(subjectOf(name))));
    }
  }

  private static Set<String> approved(RolloutStatus status) {
    return list(status.approvals).stream()
        .filter(RolloutStatus.Approval::approved)
        .map(RolloutEvents::name)
        .collect(Collectors.toSet());
  }

  /** Returns the name of the groups; empty for the clusters without one. */
  private static String name(RolloutStatus.Approval approval) {
    return requireNonNullElse(approval.groupName(), "");
  }

  private static String subjectOf(String name) {
    return name.isEmpty() ? "The clusters without a group are" : "Group " + name + " is";
  }

  /** Where a placement cuts its groups anew, one that has begun may have another index. */
  private void groups(EventSubject subject, RolloutStatus before, RolloutStatus after) {
    Set<GroupKey> known = begun(before).map(RolloutStatus.Group::key).collect(Collectors.toSet());
    Map<String, Long> former = begun(before).collect(groupingBy(RolloutEvents::name, counting()));
    Map<String, Long> present = begun(after).collect(groupingBy(RolloutEvents::name, counting()));
    begun(after)
        .filter(group -> !known.contains(group.key()))
        .filter(
            group ->
                present.merge(name(group), -1L, Long::sum) >= former.getOrDefault(name(group), 0L))
        .forEach(
            group ->
                normal(
                    subject,
                    after,
                    events.now(),
                    "GroupStarted",
                    "Group %s of placement %s starts: %d %s."
                        .formatted(
                            group.key().label(),
                            group.placement(),
                            group.counts().clusters(),
                            group.counts().clusters() == 1 ? "cluster" : "clusters")));
  }

  private static String name(RolloutStatus.Group group) {
    return group.placement() + "/" + group.groupName();
  }

  private static Stream<RolloutStatus.Group> begun(RolloutStatus status) {
    return list(status.decisionGroups).stream().filter(group -> group.counts().begun());
  }

  private void phase(EventSubject subject, RolloutStatus before, RolloutStatus after) {
    boolean halts = is(Phase.HALTED, after) && !is(Phase.HALTED, before);
    if (halts) {
      warning(subject, after, time(after.waitingSince), "RolloutHalted", why(after));
    } else if (is(Phase.PAUSED, after) && !is(Phase.PAUSED, before)) {
      events.record(
          new Occurrence(
              subject,
              false,
              "RolloutPaused",
              why(after),
              time(after.waitingSince),
              Optional.empty()));
    } else if (is(Phase.PAUSED, before) && !is(Phase.PAUSED, after) && after.outcome == null) {
      events.normal(subject, "RolloutResumed", why(after));
    }
  }

  private static boolean is(Phase phase, RolloutStatus status) {
    return phase.label().equals(status.phase);
  }

  /** The run closes with an outcome: nothing of the attempt happens after that. */
  private void end(EventSubject subject, RolloutStatus after) {
    if (after.outcome == null || Boolean.TRUE.equals(after.runOpen)) {
      return;
    }
    String message =
        "Attempt %d has ended: %s.%s"
            .formatted(
                after.attempt,
                after.outcome,
                after.progress == null
                    ? ""
                    : " %s clusters have the version.".formatted(after.progress));
    boolean bad = List.of(Outcome.FAILED.label(), Outcome.ABORTED.label()).contains(after.outcome);
    if (bad) {
      warning(subject, after, time(after.endedAt), "Rollout" + after.outcome, message);
    } else {
      normal(subject, after, time(after.endedAt), "Rollout" + after.outcome, message);
    }
  }

  private static String why(RolloutStatus status) {
    String waits = requireNonNullElse(status.waitingFor, "");
    return waits.isEmpty() ? "The phase is %s.".formatted(status.phase) : waits;
  }

  private Instant started(RolloutStatus status) {
    return time(status.startedAt);
  }

  /** One that was given before, for any version, counts in this attempt from its begin. */
  private Instant approved(RolloutStatus.Approval approval, RolloutStatus status) {
    Instant given = time(approval.at());
    Instant began = started(status);
    return status.startedAt != null && given.isBefore(began) ? began : given;
  }

  /** Returns a time of the status; now, where that does not say it. */
  private Instant time(String written) {
    return Optional.ofNullable(written).flatMap(JsonTree::instant).orElseGet(events::now);
  }

  private void normal(
      EventSubject subject, RolloutStatus status, Instant at, String reason, String message) {
    events.record(
        new Occurrence(subject, false, reason, message, at, Optional.of(status.rolloutUID)));
  }

  private void warning(
      EventSubject subject, RolloutStatus status, Instant at, String reason, String message) {
    events.record(
        new Occurrence(subject, true, reason, message, at, Optional.of(status.rolloutUID)));
  }

  private static <T> List<T> list(List<T> items) {
    return requireNonNullElse(items, List.of());
  }
}

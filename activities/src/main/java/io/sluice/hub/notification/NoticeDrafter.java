package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.sluice.hub.change.StatusChange;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.notification.NoticeKind;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Wording;
import java.util.List;
import java.util.Optional;

/**
 * Words what people are told of the changes of one write, in the words and numbers of the status
 * (between-waves N1): one sentence each.
 *
 * <p>A halt that was told is not told again by the end of its attempt. What is left out here is an
 * Event at most.
 *
 * @param status after the write
 */
record NoticeDrafter(RolloutStatus status) implements StatusChange.Cases<NoticeDraft> {
  NoticeDrafter {
    requireNonNull(status, "status is null");
  }

  @Override
  public Optional<NoticeDraft> approvalAwaited(StatusChange.ApprovalAwaited change) {
    RolloutStatus.Group group = change.group();
    return of(
        NoticeKind.WAITING_FOR_APPROVAL,
        group.key().label(),
        "Group %s of placement %s waits for approval, with %s to start: %s"
            .formatted(
                group.key().label(),
                group.placement(),
                Wording.clusters(group.counts().toApply()),
                continued(text(change.hold().message(), "it is not approved"))));
  }

  @Override
  public Optional<NoticeDraft> groupStarted(StatusChange.GroupStarted change) {
    return of(NoticeKind.GROUP_OPENED, change.group().key().label(), change.message());
  }

  @Override
  public Optional<NoticeDraft> checkFailed(StatusChange.CheckFailed change) {
    RolloutStatus.Check check = change.check();
    return of(
        NoticeKind.CHECK_FAILED,
        text(check.group(), "unknown"),
        "Check %s has failed %s group %s%s"
            .formatted(
                text(check.name(), "unknown"),
                text(check.stage(), "for"),
                text(check.group(), "unknown"),
                check.message() == null ? "" : ": " + check.message()));
  }

  @Override
  public Optional<NoticeDraft> windowMissed(StatusChange.WindowMissed change) {
    RolloutStatus.Group group = change.group();
    return of(
        NoticeKind.WINDOW_MISSED,
        group.key().label(),
        "A calendar has closed group %s of placement %s, and %s not started: %s"
            .formatted(
                group.key().label(),
                group.placement(),
                have(group.counts().toApply()),
                continued(text(change.hold().message(), "it waits"))));
  }

  @Override
  public Optional<NoticeDraft> halted(StatusChange.Halted change) {
    return of(NoticeKind.HALTED, change.message());
  }

  @Override
  public Optional<NoticeDraft> attemptEnded(StatusChange.AttemptEnded change) {
    return kind(change)
        .map(
            kind ->
                new NoticeDraft(
                    kind,
                    change.status(),
                    Optional.of(change.outcome()),
                    Optional.empty(),
                    sentence(change.message() + have(change.status().progress)),
                    List.of()));
  }

  @Override
  public Optional<NoticeDraft> formerEnded(StatusChange.FormerEnded change) {
    return attemptEnded(change.end());
  }

  private static Optional<NoticeKind> kind(StatusChange.AttemptEnded change) {
    if (change.outcome().equals(Outcome.FAILED.label())) {
      return change.halted() ? Optional.empty() : Optional.of(NoticeKind.HALTED);
    }
    if (change.outcome().equals(Outcome.SUCCEEDED.label())) {
      return Optional.of(NoticeKind.SUCCEEDED);
    }
    return change.outcome().equals(Outcome.ABORTED.label())
        ? Optional.of(NoticeKind.ABORTED)
        : Optional.of(NoticeKind.SUPERSEDED)
            .filter(kind -> change.outcome().equals(Outcome.SUPERSEDED.label()));
  }

  @Override
  public Optional<NoticeDraft> clustersRegressed(StatusChange.ClustersRegressed change) {
    return of(
        NoticeKind.REGRESSED,
        change.clusters(),
        "not as the version wants them any more, after their soak was over");
  }

  @Override
  public Optional<NoticeDraft> clustersLate(StatusChange.ClustersLate change) {
    return of(
        NoticeKind.STRAGGLER,
        change.clusters(),
        "late with their reports on the version, or out of reach");
  }

  @Override
  public Optional<NoticeDraft> overrideReleased(StatusChange.OverrideReleased change) {
    return of(NoticeKind.RELEASED, text(change.message(), "No cluster is enforced any more"));
  }

  private Optional<NoticeDraft> of(NoticeKind kind, String message) {
    return Optional.of(draft(kind, Optional.empty(), message, List.of()));
  }

  private Optional<NoticeDraft> of(NoticeKind kind, String group, String message) {
    return Optional.of(draft(kind, Optional.of(group), message, List.of()));
  }

  /** Of one cluster the message of the status is told, of several how many they are. */
  private Optional<NoticeDraft> of(
      NoticeKind kind, List<RolloutStatus.Issue> issues, String several) {
    RolloutStatus.Issue first = issues.get(0);
    List<String> clusters = issues.stream().map(RolloutStatus.Issue::cluster).toList();
    String message =
        issues.size() == 1
            ? "Cluster %s is listed as %s: %s"
                .formatted(
                    first.cluster(),
                    first.reason(),
                    continued(text(first.message(), "nothing more is known")))
            : "%s are %s: %s"
                .formatted(Wording.clusters(issues.size()), several, Wording.names(clusters));
    return Optional.of(draft(kind, Optional.empty(), message, clusters));
  }

  private NoticeDraft draft(
      NoticeKind kind, Optional<String> group, String message, List<String> clusters) {
    return new NoticeDraft(
        kind, status, Optional.ofNullable(status.outcome), group, sentence(message), clusters);
  }

  private static String have(long clusters) {
    return clusters == 1 ? "1 cluster has" : clusters + " clusters have";
  }

  private static String have(String progress) {
    return progress == null ? "" : ", with the version on %s clusters".formatted(progress);
  }

  private static String text(String text, String otherwise) {
    String known = requireNonNullElse(text, "");
    return known.isBlank() ? otherwise : known;
  }

  /** A sentence that goes on behind a colon begins without a capital. */
  private static String continued(String sentence) {
    boolean name = sentence.length() > 1 && Character.isUpperCase(sentence.charAt(1));
    return name ? sentence : Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static String sentence(String text) {
    return text.endsWith(".") || text.endsWith("…") ? text : text + ".";
  }
}

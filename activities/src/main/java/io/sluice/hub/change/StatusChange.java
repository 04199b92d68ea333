package io.sluice.hub.change;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.Condition;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.Wording;
import java.util.List;
import java.util.Optional;

/**
 * States one thing that a write of a status has changed.
 *
 * <p>What several ways of telling people say alike is the {@code message} of the change.
 */
public sealed interface StatusChange {
  /** Answers by the kind of the change. */
  <R> Optional<R> match(Cases<R> cases);

  /** A request in the spec is refused, or with another message than before. */
  record Refused(Condition condition) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.refused(this);
    }
  }

  /** A new attempt has claimed the Rollout. */
  record AttemptBegan() implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.attemptBegan(this);
    }
  }

  /**
   * The gate holds clusters; once in an attempt.
   *
   * @param text how many, and what they keep
   */
  record ClustersHeld(String text) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.clustersHeld(this);
    }
  }

  /** Somebody has approved the groups of a name. */
  record GroupApproved(RolloutStatus.Approval approval) implements StatusChange {
    /** Formats who did, and the comment. */
    public String message() {
      return "%s approved by %s.%s"
          .formatted(
              subject(requireNonNullElse(approval.groupName(), "")),
              requireNonNullElse(approval.by(), "an unnamed user"),
              approval.comment() == null ? "" : " " + approval.comment());
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.groupApproved(this);
    }
  }

  /**
   * The groups of a name are not approved any more.
   *
   * @param name empty: the clusters without a named group
   */
  record ApprovalRevoked(String name) implements StatusChange {
    public String message() {
      return "%s no longer approved.".formatted(subject(name));
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.approvalRevoked(this);
    }
  }

  /** The first cluster of a group has started. */
  record GroupStarted(RolloutStatus.Group group) implements StatusChange {
    public String message() {
      return "Group %s of placement %s starts: %s."
          .formatted(
              group.key().label(), group.placement(), Wording.clusters(group.counts().clusters()));
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.groupStarted(this);
    }
  }

  /** The phase has become Halted. */
  record Halted(String message) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.halted(this);
    }
  }

  /** The phase has become Paused. */
  record Paused(String message) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.paused(this);
    }
  }

  /** The phase was Paused, and the attempt goes on. */
  record Resumed(String message) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.resumed(this);
    }
  }

  /**
   * It is the turn of a group, and it lacks its approval.
   *
   * @param hold that says so
   */
  record ApprovalAwaited(RolloutStatus.Group group, RolloutStatus.Hold hold)
      implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.approvalAwaited(this);
    }
  }

  /**
   * A calendar has closed a group of which clusters have not started.
   *
   * @param hold that says which, and until when
   */
  record WindowMissed(RolloutStatus.Group group, RolloutStatus.Hold hold) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.windowMissed(this);
    }
  }

  /** A check has failed for a group. */
  record CheckFailed(RolloutStatus.Check check) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.checkFailed(this);
    }
  }

  /** Clusters that were not listed so contradict their success after their soak. */
  record ClustersRegressed(List<RolloutStatus.Issue> clusters) implements StatusChange {
    public ClustersRegressed {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.clustersRegressed(this);
    }
  }

  /** Clusters that got the version, and were not listed so, are late or out of reach. */
  record ClustersLate(List<RolloutStatus.Issue> clusters) implements StatusChange {
    public ClustersLate {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.clustersLate(this);
    }
  }

  /** Beside OCM's propagator: the rollout enforces no cluster any more. */
  record OverrideReleased(String message) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.overrideReleased(this);
    }
  }

  /**
   * Another attempt has claimed the Rollout before the former one wrote its end.
   *
   * @param end of the former attempt
   */
  record FormerEnded(AttemptEnded end) implements StatusChange {
    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.formerEnded(this);
    }
  }

  /**
   * The run has closed with an outcome: nothing of the attempt happens after that.
   *
   * @param status the last of the attempt
   * @param halted whether its phase was Halted before, so that a halt was told
   */
  record AttemptEnded(RolloutStatus status, String outcome, boolean halted)
      implements StatusChange {
    public AttemptEnded {
      requireNonNull(outcome, "outcome is null");
    }

    /** Formats how, without a full stop. */
    public String message() {
      return "Attempt %d has ended: %s".formatted(status.attempt, outcome);
    }

    @Override
    public <R> Optional<R> match(Cases<R> cases) {
      return cases.attemptEnded(this);
    }
  }

  private static String subject(String name) {
    return name.isEmpty() ? "The clusters without a group are" : "Group " + name + " is";
  }

  /** Has a branch for each kind; what a caller leaves out it does not tell. */
  interface Cases<R> {
    default Optional<R> refused(Refused change) {
      return Optional.empty();
    }

    default Optional<R> attemptBegan(AttemptBegan change) {
      return Optional.empty();
    }

    default Optional<R> clustersHeld(ClustersHeld change) {
      return Optional.empty();
    }

    default Optional<R> groupApproved(GroupApproved change) {
      return Optional.empty();
    }

    default Optional<R> approvalRevoked(ApprovalRevoked change) {
      return Optional.empty();
    }

    default Optional<R> groupStarted(GroupStarted change) {
      return Optional.empty();
    }

    default Optional<R> halted(Halted change) {
      return Optional.empty();
    }

    default Optional<R> paused(Paused change) {
      return Optional.empty();
    }

    default Optional<R> resumed(Resumed change) {
      return Optional.empty();
    }

    default Optional<R> approvalAwaited(ApprovalAwaited change) {
      return Optional.empty();
    }

    default Optional<R> windowMissed(WindowMissed change) {
      return Optional.empty();
    }

    default Optional<R> checkFailed(CheckFailed change) {
      return Optional.empty();
    }

    default Optional<R> clustersRegressed(ClustersRegressed change) {
      return Optional.empty();
    }

    default Optional<R> clustersLate(ClustersLate change) {
      return Optional.empty();
    }

    default Optional<R> overrideReleased(OverrideReleased change) {
      return Optional.empty();
    }

    default Optional<R> formerEnded(FormerEnded change) {
      return Optional.empty();
    }

    default Optional<R> attemptEnded(AttemptEnded change) {
      return Optional.empty();
    }
  }
}

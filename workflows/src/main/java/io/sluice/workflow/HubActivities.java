package io.sluice.workflow;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Progress;
import io.sluice.rollout.Report;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the hub and writes to it for one attempt. Package {@code io.sluice.hub} implements it.
 *
 * <p>Every call is safe to repeat. A failing hub is an exception, which Temporal retries; a failing
 * cluster is part of the answer. A batch that the run cancels begins no more writes, finishes those
 * it has begun, and answers with what it did. A call for an attempt that the Rollout object no
 * longer names fails with the non-retryable type {@value #CLAIM_LOST}.
 */
@ActivityInterface
public interface HubActivities {
  /** Failure type: another attempt owns the Rollout object, so this run must stop. */
  String CLAIM_LOST = "ClaimLost";

  String CLAIM = "ClaimRollout";
  String OBSERVE = "ObserveHub";
  String PUBLISH = "PublishStatus";

  /** Writes the attempt into the Rollout object, if it is the next one (rollout-strategy 3.2). */
  @ActivityMethod(name = CLAIM)
  ClaimAnswer claim(AttemptRef attempt);

  /** Reads the policy, the spec of its Rollout object, and the fleet. */
  @ActivityMethod(name = OBSERVE)
  HubSnapshot observe(AttemptRef attempt);

  /** Writes the attempt's version to the clusters; none where the replica carries it already. */
  @ActivityMethod(name = "DispatchVersion")
  BatchAnswer dispatch(Batch batch);

  /**
   * Writes what clusters run before their turn; none where the replica carries it already
   * (rollout-strategy 3.1, 3.7).
   */
  @ActivityMethod(name = "ProvideContent")
  BatchAnswer provide(PendingContentBatch pending);

  /** Writes back what the clusters had before the attempt (rollout-strategy 3.6). */
  @ActivityMethod(name = "TakeVersionBack")
  BatchAnswer takeBack(Batch batch);

  /** Judges the clusters from a read of the hub that is made after this call. */
  @ActivityMethod(name = "LookAtClusters")
  LookAnswer look(Batch batch);

  /** Writes the Rollout's status. */
  @ActivityMethod(name = PUBLISH)
  void publish(StatusUpdate update);

  /**
   * Lists up to {@value #MOST_CLUSTERS} clusters that are written or read in one call.
   *
   * @param label the group of the clusters, for readers of heartbeats and inputs
   * @param dispatchedAt for clusters that the attempt dispatched before and that are written again,
   *     when it did: their deadline still runs from then (rollout-strategy 3.4)
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record Batch(
      AttemptRef attempt,
      String label,
      List<String> clusters,
      SortedMap<String, Instant> dispatchedAt) {
    public static final int MOST_CLUSTERS = 100;

    public Batch {
      requireNonNull(attempt, "attempt is null");
      requireNonNull(label, "label is null");
      clusters = List.copyOf(clusters);
      dispatchedAt =
          Collections.unmodifiableSortedMap(
              new TreeMap<>(requireNonNullElse(dispatchedAt, Collections.emptySortedMap())));
      if (clusters.size() > MOST_CLUSTERS) {
        throw new IllegalArgumentException(
            "a batch takes %d clusters, not %d".formatted(MOST_CLUSTERS, clusters.size()));
      }
    }

    public Batch(AttemptRef attempt, String label, List<String> clusters) {
      this(attempt, label, clusters, Collections.emptySortedMap());
    }
  }

  /** Holds a batch, and which content its clusters run before their turn. */
  record PendingContentBatch(Batch batch, Action.Provide.Content content) {
    public PendingContentBatch {
      requireNonNull(batch, "batch is null");
      requireNonNull(content, "content is null");
    }
  }

  /**
   * Reports the writes of a batch, cluster by cluster, within 30 s (rollout-strategy 3.2).
   *
   * @param acks one for each cluster that was written or refused
   * @param reports the present verdict of every replica that carried the content already
   * @param notTried clusters that were neither written nor refused: their turn did not come within
   *     the time of the batch, or no placement selects them any more; a later step asks again
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record BatchAnswer(List<Ack> acks, List<Report> reports, List<String> notTried) {
    public BatchAnswer {
      acks = List.copyOf(requireNonNullElse(acks, List.of()));
      reports = List.copyOf(requireNonNullElse(reports, List.of()));
      notTried = List.copyOf(requireNonNullElse(notTried, List.of()));
    }

    public BatchAnswer(List<Ack> acks, List<Report> reports) {
      this(acks, reports, List.of());
    }
  }

  /**
   * Reports the present verdict of each cluster of a batch, within 30 s.
   *
   * @param notTried clusters that were not read within the time of the batch
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record LookAnswer(List<Report> reports, List<String> notTried) {
    public LookAnswer {
      reports = List.copyOf(requireNonNullElse(reports, List.of()));
      notTried = List.copyOf(requireNonNullElse(notTried, List.of()));
    }

    public LookAnswer(List<Report> reports) {
      this(reports, List.of());
    }
  }

  /**
   * Reports whether the attempt owns the Rollout object now.
   *
   * @param because why it is refused: another attempt was faster, or the object is gone
   */
  record ClaimAnswer(boolean granted, String because) {
    public ClaimAnswer {
      requireNonNull(because, "because is null");
    }

    public static ClaimAnswer held() {
      return new ClaimAnswer(true, "");
    }

    public static ClaimAnswer refused(String because) {
      return new ClaimAnswer(false, because);
    }
  }

  /**
   * Describes what is to be written into the Rollout's status.
   *
   * @param runOpen false in the last write of a run: after it the controller writes the status
   * @param warnings messages that also become events
   * @param because why the last actions were taken; empty if none were taken in this run
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record StatusUpdate(
      AttemptRef attempt,
      Progress progress,
      boolean runOpen,
      List<String> warnings,
      Optional<String> because) {
    public StatusUpdate {
      requireNonNull(attempt, "attempt is null");
      requireNonNull(progress, "progress is null");
      warnings = List.copyOf(requireNonNullElse(warnings, List.of()));
      because = requireNonNullElse(because, Optional.empty());
    }
  }
}

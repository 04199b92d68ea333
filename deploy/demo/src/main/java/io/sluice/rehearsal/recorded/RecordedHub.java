package io.sluice.rehearsal.recorded;

import io.sluice.check.CheckReply;
import io.sluice.policy.Verdict;
import io.sluice.rehearsal.server.Agenda;
import io.sluice.rehearsal.server.AnswerTimes;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Report;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.CheckActivities;
import io.sluice.workflow.HubActivities;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Answers the activities of a rehearsed attempt as the hub and the clusters of a recorded one did:
 * in the same order, and as long after each request.
 */
final class RecordedHub implements HubActivities, CheckActivities, AnswerTimes {
  private final AttemptSpec spec;
  private final Observations observations;
  private final RecordedAnswers answers;
  private final RecordedReports reports;
  private final RecordedChecks checks;
  private final Agenda agenda;
  private final Duration assumed;
  private final Map<String, Integer> asked = new TreeMap<>();
  private final Set<String> unknown = new TreeSet<>();

  RecordedHub(
      AttemptSpec spec,
      Observations observations,
      RecordedAnswers answers,
      RecordedReports reports,
      RecordedChecks checks,
      Agenda agenda) {
    this.spec = spec;
    this.observations = observations;
    this.answers = answers;
    this.reports = reports;
    this.checks = checks;
    this.agenda = agenda;
    this.assumed = answers.medianTime();
  }

  /** Returns the clusters that the recorded attempt did not start: they succeed like others. */
  Set<String> unknown() {
    return unknown;
  }

  @Override
  public Duration of(String activity, Object argument) {
    Instant now = agenda.now();
    if (activity.equals(OBSERVE)) {
      return observations.at(now).time(now);
    }
    if (activity.equals(CLAIM)) {
      return observations.claimed().map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
    }
    if (activity.equals(Activities.LOOK)) {
      return Duration.ZERO;
    }
    return RecordedAnswers.batch(argument).stream()
        .flatMap(batch -> batch.clusters().stream())
        .flatMap(cluster -> next(activity, cluster).stream())
        .map(write -> Duration.between(now, write.answeredAt(now)))
        .filter(time -> !time.isNegative())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** Returns the recorded write that answers the next one; after the last one that again. */
  private Optional<AnsweredWrite> next(String activity, String cluster) {
    List<AnsweredWrite> writes = answers.writes(activity, cluster);
    int before = asked.getOrDefault(activity + " " + cluster, 0);
    return writes.isEmpty()
        ? Optional.empty()
        : Optional.of(writes.get(Math.min(before, writes.size() - 1)));
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return ClaimAnswer.held();
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    return observations.at(agenda.now()).snapshot();
  }

  @Override
  public CheckReply ask(CheckQuestion question) {
    return checks.at(question.key(), agenda.now());
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    return written(Activities.DISPATCH, batch);
  }

  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return written(Activities.PROVIDE, pending.batch());
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return written(Activities.TAKE_BACK, batch);
  }

  private BatchAnswer written(String activity, Batch batch) {
    Instant now = agenda.now();
    List<Ack> acks = new ArrayList<>();
    List<Report> present = new ArrayList<>();
    List<String> notTried = new ArrayList<>();
    for (String cluster : batch.clusters()) {
      Optional<AnsweredWrite> write = next(activity, cluster);
      asked.merge(activity + " " + cluster, 1, Integer::sum);
      if (write.isEmpty()) {
        acks.add(Ack.written(cluster, now, spec.number()));
        if (activity.equals(Activities.DISPATCH)) {
          unknown.add(cluster);
          reports.expect(success(cluster, now.plus(assumed)));
        }
        continue;
      }
      write.get().ack(now).ifPresentOrElse(acks::add, () -> notTried.add(cluster));
      write.get().inAnswer(now).ifPresent(present::add);
      if (activity.equals(Activities.DISPATCH)) {
        reports.expect(write.get(), now);
      }
    }
    return new BatchAnswer(acks, present, notTried);
  }

  private TimedReport success(String cluster, Instant at) {
    return new TimedReport(
        at,
        new Report(
            cluster,
            spec.number(),
            spec.version().contentHash(),
            Verdict.POSITIVE,
            false,
            false,
            at.toEpochMilli()),
        false);
  }

  @Override
  public LookAnswer look(Batch batch) {
    Instant now = agenda.now();
    return new LookAnswer(
        batch.clusters().stream()
            .flatMap(cluster -> reports.present(cluster, now).stream())
            .toList());
  }

  @Override
  public void publish(StatusUpdate update) {
    // Nobody reads it: what people did on seeing the recorded status comes at the recorded
    // instants.
  }
}

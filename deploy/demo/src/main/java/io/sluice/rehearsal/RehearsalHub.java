package io.sluice.rehearsal;

import io.sluice.check.CheckReply;
import io.sluice.fleet.GroupKey;
import io.sluice.forecast.ApprovalSchedule;
import io.sluice.forecast.AssumedApprovals;
import io.sluice.forecast.ClusterAnswer;
import io.sluice.forecast.FleetProfile;
import io.sluice.rehearsal.server.Agenda;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.AttemptState;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import io.sluice.rollout.Report;
import io.sluice.rollout.Stage;
import io.sluice.schedule.ScheduleSource;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.CheckActivities;
import io.sluice.workflow.HubActivities;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Answers the activities of a rehearsed attempt: the hub takes every write, and clusters, people
 * and checks answer as a profile says.
 */
final class RehearsalHub implements HubActivities, CheckActivities {
  private final AttemptSpec spec;
  private final FleetProfile profile;
  private final Agenda agenda;
  private final RehearsalSignals signals;
  private final ApprovalSchedule approvals;
  private final BiConsumer<ApprovalSchedule.Approval, Instant> approved;
  private final Map<String, Report> reports = new TreeMap<>();
  private final ScheduleSource schedule;
  private final RehearsalChecks checks;
  private final BooleanSupplier idle;
  private HubSnapshot hub;

  /**
   * Creates the hub of one rehearsal.
   *
   * @param schedule evaluates when clusters may start
   * @param started when the attempt began
   * @param idle whether no cluster is in flight, nor soaks
   * @param approved receives each approval that is given
   */
  RehearsalHub(
      AttemptSpec spec,
      HubSnapshot hub,
      ScheduleSource schedule,
      FleetProfile profile,
      Agenda agenda,
      RehearsalSignals signals,
      Instant started,
      BooleanSupplier idle,
      BiConsumer<ApprovalSchedule.Approval, Instant> approved) {
    this.spec = spec;
    this.hub = hub;
    this.schedule = schedule;
    this.profile = profile;
    this.agenda = agenda;
    this.signals = signals;
    this.checks = new RehearsalChecks(profile, started);
    this.idle = idle;
    this.approvals = new ApprovalSchedule(profile);
    this.approved = approved;
  }

  /** Answers for clusters that were started before the rehearsal begins. */
  void resume(AttemptState state) {
    Instant now = agenda.now();
    List<Report> expected = new ArrayList<>();
    for (ClusterState entry : state.clusters()) {
      if (entry.stage() == Stage.DISPATCHED) {
        Report report =
            report(entry.cluster(), entry.dispatchedAt(), entry.dispatchAttempt(spec.number()));
        expected.add(report.at() < now.toEpochMilli() ? report.asOf(now) : report);
      }
    }
    signals.expect(expected);
  }

  @Override
  public ClaimAnswer claim(AttemptRef attempt) {
    return ClaimAnswer.held();
  }

  @Override
  public HubSnapshot observe(AttemptRef attempt) {
    hub = hub.asOf(agenda.now(), schedule);
    return hub;
  }

  @Override
  public CheckReply ask(CheckQuestion question) {
    Instant now = agenda.now();
    CheckReply reply = checks.ask(question.key(), now);
    if (idle.getAsBoolean()
        && approvals.next().isEmpty()
        && checks.stuck(question.key(), now, hub.checks())) {
      // It would be asked for ever.
      agenda.stop();
    }
    return reply;
  }

  @Override
  public BatchAnswer dispatch(Batch batch) {
    Instant now = agenda.now();
    List<Ack> acks = new ArrayList<>();
    List<Report> expected = new ArrayList<>();
    for (String cluster : batch.clusters()) {
      acks.add(
          Ack.written(cluster, batch.dispatchedAt().getOrDefault(cluster, now), spec.number()));
      expected.add(report(cluster, now, spec.number()));
    }
    signals.expect(expected);
    return new BatchAnswer(acks, List.of());
  }

  private Report report(String cluster, Instant dispatched, long attempt) {
    ClusterAnswer answer = profile.answer(cluster);
    Report report =
        answer.report(cluster, attempt, spec.version().contentHash(), answer.at(dispatched));
    reports.put(cluster, report);
    return report;
  }

  @Override
  public BatchAnswer provide(PendingContentBatch pending) {
    return written(pending.batch());
  }

  @Override
  public BatchAnswer takeBack(Batch batch) {
    return written(batch);
  }

  private BatchAnswer written(Batch batch) {
    Instant now = agenda.now();
    return new BatchAnswer(
        batch.clusters().stream().map(cluster -> Ack.written(cluster, now, spec.number())).toList(),
        List.of());
  }

  @Override
  public LookAnswer look(Batch batch) {
    Instant now = agenda.now();
    return new LookAnswer(
        batch.clusters().stream()
            .flatMap(cluster -> Optional.ofNullable(reports.get(cluster)).stream())
            .filter(report -> report.at() <= now.toEpochMilli())
            .map(report -> report.asOf(now))
            .toList());
  }

  /** Shows people the status, so that they answer what it waits for. */
  @Override
  public void publish(StatusUpdate update) {
    Optional<Instant> before = approvals.next();
    approvals.enter(update.progress(), agenda.now());
    approvals
        .next()
        .filter(next -> before.filter(next::equals).isEmpty())
        .ifPresent(next -> agenda.at(next, this::approve));
  }

  private void approve() {
    Instant now = agenda.now();
    List<ApprovalSchedule.Approval> given = approvals.take(now);
    for (ApprovalSchedule.Approval approval : given) {
      approved.accept(approval, now);
      hub =
          AssumedApprovals.of(
              approved(hub, approval.group()), approval.group(), spec.rolloutUid(), now);
    }
    if (!given.isEmpty()) {
      signals.rolloutChanged();
    }
    approvals.next().ifPresent(next -> agenda.at(next, this::approve));
  }

  private static HubSnapshot approved(HubSnapshot hub, GroupKey group) {
    Intent intent = hub.intent();
    List<Intent.GroupApproval> groups = new ArrayList<>(intent.decisionGroups());
    if (group.named()) {
      groups.removeIf(entry -> entry.groupName().equals(group.name()));
      groups.add(new Intent.GroupApproval(group.name(), true));
    }
    return hub.with(
        new Intent(
            groups,
            intent.ungroupedApproved() || !group.named(),
            intent.ungroupedBy(),
            intent.ungroupedAt(),
            // A person who approves means this version.
            hub.root()
                .flatMap(root -> root.versionAnnotation())
                .filter(version -> intent.approvalsForVersion().isPresent()),
            intent.paused(),
            intent.generation()));
  }
}

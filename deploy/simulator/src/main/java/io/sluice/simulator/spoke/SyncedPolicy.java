package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.SpokeSchedule.Task.APPLY;
import static io.sluice.simulator.spoke.SpokeSchedule.Task.END_SILENCE;
import static io.sluice.simulator.spoke.SpokeSchedule.Task.RECONNECT;
import static io.sluice.simulator.spoke.SpokeSchedule.Task.REPORT;
import static io.sluice.simulator.spoke.SpokeSchedule.Task.SYNC;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Simulates spec-sync and status-sync for one policy (policy-propagation 11, 13). */
final class SyncedPolicy {
  /** How soon a policy is applied again when another one on its cluster has changed. */
  private static final Duration NEIGHBOUR_DELAY = Duration.ofMillis(10);

  private final String policy;
  private final SpokeModel cluster;
  private final RandomGenerator random;
  private final SpokeTemplates templates;
  private final SpokeSchedule schedule = new SpokeSchedule();

  private Optional<SpokeReplica> hub = Optional.empty();
  private Optional<SpokeReplica> copied = Optional.empty();
  private Optional<SpokeState> compliant = Optional.empty();
  private boolean unreported;

  SyncedPolicy(String policy, SpokeModel cluster, RandomGenerator random) {
    this.policy = policy;
    this.cluster = cluster;
    this.random = random;
    this.templates = new SpokeTemplates(policy, cluster, random);
  }

  void seen(SpokeReplica replica, Instant now) {
    boolean changed =
        copied.isPresent() && hub.filter(former -> !former.sameContent(replica)).isPresent();
    hub = Optional.of(replica);
    if (changed) {
      time(SpokeAnomaly.SILENT_ON_CHANGE)
          .ifPresent(d -> schedule.postpone(END_SILENCE, now.plus(d)));
      time(SpokeAnomaly.CUT_OFF_ON_CHANGE)
          .ifPresent(d -> schedule.postpone(RECONNECT, now.plus(d)));
    }
    if (lags()) {
      expectSync(now);
    } else if (SpokeStatus.sameKnown(replica.status(), status())) {
      unreported = false;
    } else {
      expectReport(now);
    }
  }

  void gone(Instant now) {
    hub = Optional.empty();
    expectSync(now);
  }

  /** Returns whether neither the hub nor the cluster has this policy any more. */
  boolean forgotten() {
    return hub.isEmpty() && copied.isEmpty();
  }

  Optional<Instant> due() {
    return Stream.of(schedule.next(), templates.due())
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  void act(Instant now) {
    if (schedule.take(RECONNECT, now) && !cutOff()) {
      reconnect(now);
    }
    if (schedule.take(END_SILENCE, now)) {
      unreported = true;
    }
    if (schedule.take(SYNC, now) && lags() && !cutOff()) {
      sync(now);
    }
    if (schedule.take(APPLY, now)
        && copied.filter(copy -> templates.apply(copy.spec(), now)).isPresent()) {
      refresh(now);
    }
    if (templates.act(now)) {
      refresh(now);
    }
    if (schedule.take(REPORT, now)) {
      unreported = true;
    }
  }

  private void sync(Instant now) {
    if (wanted().isEmpty()) {
      forget(now);
      cluster.neighbourChanged(policy, now);
      return;
    }
    SpokeReplica next = hub.orElseThrow();
    if (cluster.behaviour().is(SpokeAnomaly.COPY_MADE_ANEW) && copied.isPresent()) {
      forget(now);
    }
    copied = copied.map(former -> next.withLabels(former.labels())).or(() -> hub);
    templates.apply(next.spec(), now);
    refresh(now);
  }

  /** Makes the copy anew: nothing that was reported of the former one is left. */
  void makeAnew(Instant now) {
    if (copied.isEmpty() || cutOff()) {
      return;
    }
    forget(now);
    sync(now);
  }

  private void forget(Instant now) {
    templates.forget(now);
    compliant = Optional.empty();
    copied = Optional.empty();
  }

  private void refresh(Instant now) {
    boolean disabled =
        copied.filter(copy -> Boolean.TRUE.equals(copy.spec().get("disabled"))).isPresent();
    compliant = disabled ? Optional.empty() : SpokeStatus.sum(templates.all(), compliant);
    cluster.neighbourChanged(policy, now);
    expectReport(now);
  }

  void neighbourChanged(Instant now) {
    if (templates.dependsOnOthers()) {
      schedule.plan(APPLY, now.plus(NEIGHBOUR_DELAY));
    }
  }

  /** Takes on another behaviour; a silence or a cut that it does not have is over. */
  void behave(SpokeBehaviour former, Instant now) {
    SpokeBehaviour present = cluster.behaviour();
    templates.all().forEach(template -> template.behave(now));
    boolean cut = former.is(SpokeAnomaly.CUT_OFF) && !present.is(SpokeAnomaly.CUT_OFF);
    boolean end = !present.is(SpokeAnomaly.CUT_OFF_ON_CHANGE) && schedule.cancel(RECONNECT);
    if ((cut || end) && !cutOff()) {
      reconnect(now);
    }
    if (!present.is(SpokeAnomaly.SILENT_ON_CHANGE)) {
      schedule.cancel(END_SILENCE);
    }
    if (copied.isPresent()) {
      schedule.plan(APPLY, now);
      expectReport(now);
    }
  }

  /** Reports first what was judged meanwhile: the former content. */
  private void reconnect(Instant now) {
    if (lags()) {
      templates.all().forEach(template -> template.judgeAgain(now));
      expectSync(now);
    }
    if (copied.isPresent()) {
      refresh(now);
    }
  }

  /** Returns what must be written, if it differs from what the hub shows and may be reported. */
  Optional<SpokeReplica.Report> report() {
    if (!unreported || wanted().isEmpty() || lags() || silent() || cutOff()) {
      return Optional.empty();
    }
    unreported = !SpokeStatus.sameKnown(hub.orElseThrow().status(), status());
    return unreported
        ? hub.map(replica -> new SpokeReplica.Report(replica, status()))
        : Optional.empty();
  }

  /** Returns the finalizers that the replica should have, if it has others. */
  Optional<SpokeReplica.Finalizers> finalizers() {
    if (hub.isEmpty() || !cluster.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER)) {
      return Optional.empty();
    }
    return SpokeReplica.Finalizers.correct(hub.get(), templates.anyClusterScoped());
  }

  Optional<SpokeReplica> copied() {
    return copied;
  }

  Optional<SpokeState> compliant() {
    return compliant;
  }

  Collection<SpokeTemplate> templates() {
    return templates.all();
  }

  private Map<String, Object> status() {
    return SpokeStatus.tree(templates.all(), compliant);
  }

  /** On the hub's own cluster a replica that waits for its finalizers counts as gone. */
  private Optional<SpokeReplica> wanted() {
    return hub.filter(
        replica -> !(replica.deleting() && cluster.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER)));
  }

  private boolean lags() {
    Optional<SpokeReplica> wanted = wanted();
    return wanted.isPresent() != copied.isPresent()
        || wanted.isPresent() && !wanted.get().sameContent(copied.get());
  }

  private boolean silent() {
    return cluster.behaviour().is(SpokeAnomaly.SILENT) || schedule.has(END_SILENCE);
  }

  private boolean cutOff() {
    return cluster.behaviour().is(SpokeAnomaly.CUT_OFF) || schedule.has(RECONNECT);
  }

  private void expectSync(Instant now) {
    boolean local = cluster.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER);
    SpokeDelays.Span delay = local ? SpokeDelays.Span.NONE : cluster.behaviour().delays().sync();
    schedule.plan(SYNC, now.plus(delay.draw(random)));
  }

  private void expectReport(Instant now) {
    schedule.plan(REPORT, now.plus(cluster.behaviour().delays().report().draw(random)));
  }

  private Optional<Duration> time(SpokeAnomaly anomaly) {
    return cluster.behaviour().time(anomaly);
  }
}

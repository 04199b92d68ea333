package io.sluice.simulator.spoke;

import static io.sluice.simulator.spoke.SpokeSchedule.Errand.APPLY;
import static io.sluice.simulator.spoke.SpokeSchedule.Errand.RECONNECT;
import static io.sluice.simulator.spoke.SpokeSchedule.Errand.REPORT;
import static io.sluice.simulator.spoke.SpokeSchedule.Errand.SPEAK;
import static io.sluice.simulator.spoke.SpokeSchedule.Errand.SYNC;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Plays spec-sync and status-sync for one policy (policy-propagation 11, 13). */
final class SyncedPolicy {
  /** How soon a policy is looked at again when another one on its cluster has changed. */
  private static final Duration NEIGHBOURLY = Duration.ofMillis(10);

  private final String policy;
  private final SpokeCluster site;
  private final RandomGenerator random;
  private final SpokeTemplates templates;
  private final SpokeSchedule agenda = new SpokeSchedule();

  private Optional<SpokeReplica> hub = Optional.empty();
  private Optional<SpokeReplica> copied = Optional.empty();
  private Optional<SpokeState> compliant = Optional.empty();
  private boolean unreported;

  SyncedPolicy(String policy, SpokeCluster site, RandomGenerator random) {
    this.policy = policy;
    this.site = site;
    this.random = random;
    this.templates = new SpokeTemplates(policy, site, random);
  }

  void seen(SpokeReplica replica, Instant now) {
    boolean changed =
        copied.isPresent() && hub.filter(former -> !former.sameContent(replica)).isPresent();
    hub = Optional.of(replica);
    if (changed) {
      time(SpokeAnomaly.SILENT_ON_CHANGE).ifPresent(d -> agenda.postpone(SPEAK, now.plus(d)));
      time(SpokeAnomaly.CUT_OFF_ON_CHANGE).ifPresent(d -> agenda.postpone(RECONNECT, now.plus(d)));
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

  /** Says whether neither the hub nor the cluster has this policy any more. */
  boolean forgotten() {
    return hub.isEmpty() && copied.isEmpty();
  }

  Optional<Instant> due() {
    return Stream.of(agenda.next(), templates.due())
        .flatMap(Optional::stream)
        .min(Instant::compareTo);
  }

  void act(Instant now) {
    if (agenda.take(RECONNECT, now) && !cutOff()) {
      reconnect(now);
    }
    if (agenda.take(SPEAK, now)) {
      unreported = true;
    }
    if (agenda.take(SYNC, now) && lags() && !cutOff()) {
      sync(now);
    }
    if (agenda.take(APPLY, now)
        && copied.filter(copy -> templates.apply(copy.spec(), now)).isPresent()) {
      refresh(now);
    }
    if (templates.act(now)) {
      refresh(now);
    }
    if (agenda.take(REPORT, now)) {
      unreported = true;
    }
  }

  private void sync(Instant now) {
    if (wanted().isEmpty()) {
      forget(now);
      site.neighbourChanged(policy, now);
      return;
    }
    SpokeReplica next = hub.orElseThrow();
    if (site.behaviour().is(SpokeAnomaly.COPY_MADE_ANEW) && copied.isPresent()) {
      forget(now);
    }
    copied = copied.map(former -> next.withLabels(former.labels())).or(() -> hub);
    templates.apply(next.spec(), now);
    refresh(now);
  }

  /** Makes the copy anew: nothing that was said of the former one is left. */
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
    site.neighbourChanged(policy, now);
    expectReport(now);
  }

  void neighbourChanged(Instant now) {
    if (templates.heedsNeighbours()) {
      agenda.plan(APPLY, now.plus(NEIGHBOURLY));
    }
  }

  /** Takes on another behaviour; a silence or a cut that it does not have is over. */
  void behave(SpokeBehaviour former, Instant now) {
    SpokeBehaviour present = site.behaviour();
    templates.all().forEach(template -> template.behave(now));
    boolean cut = former.is(SpokeAnomaly.CUT_OFF) && !present.is(SpokeAnomaly.CUT_OFF);
    boolean end = !present.is(SpokeAnomaly.CUT_OFF_ON_CHANGE) && agenda.cancel(RECONNECT);
    if ((cut || end) && !cutOff()) {
      reconnect(now);
    }
    if (!present.is(SpokeAnomaly.SILENT_ON_CHANGE)) {
      agenda.cancel(SPEAK);
    }
    if (copied.isPresent()) {
      agenda.plan(APPLY, now);
      expectReport(now);
    }
  }

  /** Back again: what was judged meanwhile was the former content, and that is told first. */
  private void reconnect(Instant now) {
    if (lags()) {
      templates.all().forEach(template -> template.judgeAgain(now));
      expectSync(now);
    }
    if (copied.isPresent()) {
      refresh(now);
    }
  }

  /** Returns what must be written, if it differs from what the hub shows and may be told. */
  Optional<SpokeReport> report() {
    if (!unreported || wanted().isEmpty() || lags() || silent() || cutOff()) {
      return Optional.empty();
    }
    unreported = !SpokeStatus.sameKnown(hub.orElseThrow().status(), status());
    return unreported ? hub.map(replica -> new SpokeReport(replica, status())) : Optional.empty();
  }

  /** Returns the finalizers that the replica should have, if it has others. */
  Optional<SpokeFinalizers> finalizers() {
    if (hub.isEmpty() || !site.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER)) {
      return Optional.empty();
    }
    return SpokeFinalizers.correct(hub.get(), templates.anyClusterScoped());
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

  /** On the hub's own cluster a replica that waits for its finalizers is gone already. */
  private Optional<SpokeReplica> wanted() {
    return hub.filter(
        replica -> !(replica.deleting() && site.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER)));
  }

  private boolean lags() {
    Optional<SpokeReplica> wanted = wanted();
    return wanted.isPresent() != copied.isPresent()
        || wanted.isPresent() && !wanted.get().sameContent(copied.get());
  }

  private boolean silent() {
    return site.behaviour().is(SpokeAnomaly.SILENT) || agenda.has(SPEAK);
  }

  private boolean cutOff() {
    return site.behaviour().is(SpokeAnomaly.CUT_OFF) || agenda.has(RECONNECT);
  }

  private void expectSync(Instant now) {
    boolean local = site.behaviour().is(SpokeAnomaly.LOCAL_CLUSTER);
    SpokeDelays.Span delay = local ? SpokeDelays.Span.NONE : site.behaviour().delays().sync();
    agenda.plan(SYNC, now.plus(delay.draw(random)));
  }

  private void expectReport(Instant now) {
    agenda.plan(REPORT, now.plus(site.behaviour().delays().report().draw(random)));
  }

  private Optional<Duration> time(SpokeAnomaly quirk) {
    return site.behaviour().time(quirk);
  }
}

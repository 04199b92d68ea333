package io.sluice.simulator.spoke;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Simulates the controller of one template: raises its generation, judges it when it is time and
 * keeps its history (policy-propagation 13.2).
 */
final class SpokeTemplate {
  private final String policy;
  private final String name;
  private final SpokeModel cluster;
  private final UnaryOperator<Instant> clock;
  private final RandomGenerator random;
  private final SpokeHistory history = new SpokeHistory();

  private Optional<DesiredTemplate> object = Optional.empty();
  // What was enforced last, without its action.
  private Optional<DesiredTemplate> applied = Optional.empty();
  private String content = "";
  private long generation;
  private long judgedGeneration;
  private String judgedContent = "";
  private Optional<Instant> judgedAt = Optional.empty();
  private Optional<String> lastMessage = Optional.empty();
  private Optional<Instant> due = Optional.empty();
  private Optional<Instant> lateFormerDue = Optional.empty();
  // What follows from the first verdict on the present generation, and when that was.
  private ComplianceTimeline timeline =
      new ComplianceTimeline(
          SpokeState.COMPLIANT, Duration.ZERO, Optional.empty(), Optional.empty());
  private Instant timelineFrom = Instant.MIN;

  /**
   * Records that a template's objects would have been deleted on the cluster, because the template
   * was removed and its {@code pruneObjectBehavior} asks for it (policy-propagation 11.4).
   *
   * @param behaviour the value of that field
   */
  record Pruning(String policy, String template, String behaviour, Instant at) {}

  SpokeTemplate(
      String policy,
      String name,
      SpokeModel cluster,
      UnaryOperator<Instant> clock,
      RandomGenerator random) {
    this.policy = policy;
    this.name = name;
    this.cluster = cluster;
    this.clock = clock;
    this.random = random;
  }

  String name() {
    return name;
  }

  SpokeHistory history() {
    return history;
  }

  Optional<DesiredTemplate> object() {
    return object;
  }

  Optional<Instant> due() {
    return Stream.of(due, lateFormerDue).flatMap(Optional::stream).min(Instant::compareTo);
  }

  /** Creates or updates the object on the cluster; only a changed one is judged anew. */
  void apply(DesiredTemplate wanted, String contentNow, Instant now) {
    content = contentNow;
    if (object.filter(present -> present.identity().equals(wanted.identity())).isEmpty()) {
      remove(true, now);
      generation = 0;
      judgedGeneration = 0;
      judgedAt = Optional.empty();
    }
    if (object.filter(wanted::equals).isPresent()) {
      return;
    }
    boolean waiting = generation != judgedGeneration;
    object = Optional.of(wanted);
    generation++;
    // A change while another waits for its judgement joins it: what it replaces is never judged.
    if (!waiting) {
      expectFirstVerdict(now);
    }
  }

  private void expectFirstVerdict(Instant now) {
    Instant soon = now.plus(delays().evaluation().draw(random));
    Duration backoff = delays().evaluationBackoff();
    boolean justJudged =
        lastEvaluation(now).filter(at -> soon.isBefore(at.plus(backoff))).isPresent();
    Instant first = justJudged ? now.plus(backoff) : soon;
    Optional<Duration> lead =
        cluster.behaviour().time(SpokeAnomaly.LATE_FORMER).filter(before -> judgedAt.isPresent());
    Instant verdict = lead.map(soon::plus).filter(late -> late.isAfter(first)).orElse(first);
    lateFormerDue = lead.map(verdict::minus);
    due = Optional.of(verdict);
  }

  /** Returns the last evaluation, those of an unchanged cluster included. */
  private Optional<Instant> lastEvaluation(Instant now) {
    return judgedAt.map(
        at ->
            delays()
                .evaluationInterval()
                .map(
                    every ->
                        at.plus(every.multipliedBy(Duration.between(at, now).dividedBy(every))))
                .orElse(at));
  }

  /** Does what is due; returns whether there is something to report. */
  boolean act(Instant now) {
    boolean changed = false;
    if (lateFormerDue.filter(at -> !at.isAfter(now)).isPresent()) {
      lateFormerDue = Optional.empty();
      addEvent(SpokeState.COMPLIANT, judgedContent, now);
      changed = true;
    }
    if (due.filter(at -> !at.isAfter(now)).isPresent()) {
      changed |= evaluate(object.orElseThrow(), now);
    }
    return changed;
  }

  private boolean evaluate(DesiredTemplate template, Instant now) {
    boolean fresh = generation != judgedGeneration;
    if (fresh) {
      timeline = timeline(template, judgedGeneration > 0);
      timelineFrom = now;
      judgedGeneration = generation;
      judgedContent = content;
    }
    SpokeState state = timeline.at(Duration.between(timelineFrom, now));
    boolean otherMessage = !lastMessage.equals(Optional.of(message(state)));
    boolean entry = otherMessage || fresh && template.strict();
    if (fresh || entry) {
      judgedAt = Optional.of(now);
    }
    if (entry && !fresh && cluster.behaviour().is(SpokeAnomaly.PATCHES_EVENTS)) {
      lastMessage = Optional.of(message(state));
      history.patch(message(state));
      record(state, judgedContent, now);
    } else if (entry) {
      addEvent(state, judgedContent, now);
    } else if (fresh) {
      record(state, judgedContent, now);
    }
    due = nextEvaluation(now);
    return entry;
  }

  private ComplianceTimeline timeline(DesiredTemplate template, boolean changed) {
    if (!template.informs()) {
      applied = Optional.of(template.withoutAction());
    }
    boolean before = applied.equals(Optional.of(template.withoutAction()));
    return ComplianceTimeline.of(cluster.behaviour(), template.informs(), before, changed, random);
  }

  /** Leaves out evaluations that could find nothing new, so that a quiet fleet costs nothing. */
  private Optional<Instant> nextEvaluation(Instant now) {
    Duration since = Duration.between(timelineFrom, now);
    Optional<Instant> corrected = timeline.corrects(since).map(timelineFrom::plus);
    Optional<Instant> happened = timeline.happens(since).map(timelineFrom::plus).map(this::seenAt);
    return Stream.of(corrected, happened).flatMap(Optional::stream).min(Instant::compareTo);
  }

  /** Returns when the controller sees what happens: at once, or at its next interval. */
  private Instant seenAt(Instant happening) {
    return delays()
        .evaluationInterval()
        .map(
            every -> {
              Instant before = lastEvaluation(happening).orElse(happening);
              return before.equals(happening) ? happening : before.plus(every);
            })
        .orElse(happening);
  }

  /** Takes on another behaviour, which decides from now on about what was judged already. */
  void behave(Instant now) {
    if (object.isEmpty() || generation != judgedGeneration) {
      return;
    }
    timeline = timeline(object.get(), false).corrected();
    timelineFrom = now;
    due = Optional.of(seenAt(now));
  }

  /** Judges what it has once more and reports it, as spokes that lost their hub do. */
  void judgeAgain(Instant now) {
    if (object.isEmpty() || judgedAt.isEmpty() || generation != judgedGeneration) {
      return;
    }
    addEvent(timeline.at(Duration.between(timelineFrom, now)), judgedContent, now);
    judgedAt = Optional.of(now);
  }

  /** Removes the object and reports why, unless that is the newest message already. */
  boolean refuse(String why, boolean prune, String contentNow, Instant now) {
    remove(prune, now);
    content = contentNow;
    if (history.newest().filter(entry -> entry.message().equals(why)).isPresent()) {
      return false;
    }
    history.add(SpokeHistory.Entry.of(policy, clock.apply(now), why));
    record(SpokeState.ofMessage(why), content, now);
    return true;
  }

  void remove(boolean prune, Instant now) {
    if (prune) {
      object
          .flatMap(DesiredTemplate::prunes)
          .map(how -> new Pruning(policy, name, how, now))
          .ifPresent(cluster::pruned);
    }
    object = Optional.empty();
    due = Optional.empty();
    lateFormerDue = Optional.empty();
    lastMessage = Optional.empty();
  }

  private void addEvent(SpokeState state, String judged, Instant now) {
    lastMessage = Optional.of(message(state));
    history.add(SpokeHistory.Entry.of(policy, clock.apply(now), message(state)));
    record(state, judged, now);
  }

  private void record(SpokeState state, String judged, Instant now) {
    cluster.judged(new SpokeVerdict(cluster.name(), policy, name, judged, state, now));
  }

  private String message(SpokeState state) {
    return state == SpokeState.COMPLIANT
        ? "Compliant; notification - the objects of %s were found as specified".formatted(name)
        : "NonCompliant; violation - the objects of %s were not found as specified".formatted(name);
  }

  private SpokeDelays delays() {
    return cluster.behaviour().delays();
  }
}

package io.sluice.activation.policy;

import io.sluice.activation.ActivationCause;
import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationPlanner;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActiveIntent;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.IntentRevision;
import io.sluice.activation.PendingIntent;
import io.sluice.fleet.ByteOrder;
import io.sluice.rollout.lifecycle.FieldAdvice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which targeting of a policy is active: plans the activation once for each contribution
 * and once for the strategy (lazy-activation 4.2).
 *
 * <p>A function of present objects and the stored record; deciding again after its answer was
 * stored changes nothing.
 */
public final class PolicyActivationPlanner {
  /** The field of the snapshot of the strategy. */
  static final String STRATEGY_FIELD = "rolloutStrategy";

  private final PolicyActivationInput in;
  private final Instant now;
  private final List<ContributionDecision> decisions = new ArrayList<>();

  private PolicyActivationPlanner(PolicyActivationInput in, Instant now) {
    this.in = in;
    this.now = now;
  }

  /**
   * Decides.
   *
   * @param now the present: it dates what is recorded, and a release is due when its instant has
   *     passed
   */
  public static PolicyActivationDecision decide(PolicyActivationInput in, Instant now) {
    return new PolicyActivationPlanner(in, now).decide();
  }

  private PolicyActivationDecision decide() {
    List<ContributionInput> inputs = inputs();
    Map<String, Object> desired = new TreeMap<>(ByteOrder.NAMES);
    inputs.forEach(own -> desired.put(own.desired().binding(), own.target()));
    String revision = IntentRevision.of(in.content(), desired);
    boolean wanted = in.release().revision().filter(revision::equals).isPresent();
    inputs.forEach(own -> decisions.add(ContributionPlanner.decide(in, own, wanted, now)));
    return collected(revision);
  }

  private List<ContributionInput> inputs() {
    if (in.former().isEmpty() && !in.replicas().isEmpty()) {
      return ContributionAdopter.adopted(in);
    }
    return in.all().stream()
        .map(
            desired ->
                ContributionInput.of(
                    in,
                    desired,
                    in.former().flatMap(former -> former.contribution(desired.binding()))))
        .toList();
  }

  private PolicyActivationDecision collected(String revision) {
    Map<String, Object> active = new TreeMap<>(ByteOrder.NAMES);
    for (ContributionDecision decided : decisions) {
      ContributionRecord next = decided.next();
      next.snapshot().ifPresent(snapshot -> active.put(next.binding(), snapshot));
    }
    ClusterChanges clusters = ClusterChanges.of(decisions);
    ActiveIntent intent = intent(IntentRevision.of(in.content(), active));
    Optional<PendingIntent> pending = pending(revision);
    ActivationRecord record =
        new ActivationRecord(
            in.preference().lazy() ? "Lazy" : "",
            ContentFingerprint.of(in.content()),
            Optional.of(intent),
            pending,
            in.release().used(in.former().flatMap(former -> former.record().released()), now));
    PolicyActivation activation =
        new PolicyActivation(
            record,
            releasedAlone()
                ? Optional.of(intent.revision())
                : in.former().flatMap(PolicyActivation::released),
            joined(),
            decisions.stream().map(ContributionDecision::next).toList(),
            pending.isEmpty() ? 0 : clusters.added().size(),
            pending.isEmpty() ? 0 : clusters.changed().size(),
            pending.isEmpty() ? 0 : clusters.left().size());
    return described(activation, clusters);
  }

  /** Membership that changes under the same targeting is no activation. */
  private long joined() {
    if (in.former().isEmpty() || !released() && !contentChanged()) {
      return in.former().map(PolicyActivation::joined).orElse(0L);
    }
    return decisions.stream()
        .flatMap(decided -> decided.next().selected().stream())
        .filter(cluster -> !in.replicas().contains(cluster))
        .distinct()
        .count();
  }

  private boolean contentChanged() {
    return in.former().filter(former -> former.decided(in.content())).isEmpty();
  }

  /** Returns whether what waited was activated without a new content. */
  private boolean releasedAlone() {
    return released() && !contentChanged();
  }

  private boolean released() {
    return decisions.stream()
        .anyMatch(decided -> decided.input().waited() && decided.activated().isPresent());
  }

  private ActiveIntent intent(String revision) {
    Optional<ActiveIntent> former = in.former().flatMap(activation -> activation.record().active());
    boolean strategyActivated =
        decisions.stream()
            .anyMatch(decided -> decided.next().strategy() && decided.activated().isPresent());
    long generation =
        former
            .filter(active -> !contentChanged() && !strategyActivated)
            .map(ActiveIntent::generation)
            .orElse(in.generation());
    return former
        .filter(active -> active.revision().equals(revision) && active.generation() == generation)
        .orElseGet(
            () ->
                new ActiveIntent(
                    revision,
                    in.content(),
                    "Policy/%s/%s".formatted(in.policy().namespace(), in.policy().name()),
                    generation,
                    now,
                    cause(),
                    Optional.empty()));
  }

  private ActivationCause cause() {
    if (in.former().isPresent() && contentChanged()) {
      return ActivationCause.CONTENT_CHANGED;
    }
    return decisions.stream()
        .flatMap(decided -> decided.activated().stream())
        .map(ActivationDecision.Activate::cause)
        .findFirst()
        .orElse(
            in.former().isEmpty() ? ActivationCause.ADOPTED : ActivationCause.TARGETING_CHANGED);
  }

  /** Everything that waits, as one revision: it is activated in one step. */
  private Optional<PendingIntent> pending(String revision) {
    List<PendingIntent> waiting =
        decisions.stream().flatMap(decided -> decided.pending().stream()).toList();
    if (waiting.isEmpty()) {
      return Optional.empty();
    }
    Set<String> changes = new TreeSet<>(ByteOrder.NAMES);
    waiting.forEach(own -> changes.addAll(own.changes()));
    // The content of all contributions is the newest one.
    changes.remove(ActivationPlanner.CONTENT);
    Instant since =
        in.former()
            .flatMap(former -> former.record().pending())
            .filter(before -> before.revision().equals(revision))
            .map(PendingIntent::since)
            .orElse(now);
    return Optional.of(
        new PendingIntent(
            revision,
            waiting.stream().map(PendingIntent::from).collect(Collectors.joining(", ")),
            waiting.get(waiting.size() - 1).generation(),
            since,
            List.copyOf(changes)));
  }

  private PolicyActivationDecision described(PolicyActivation activation, ClusterChanges clusters) {
    Optional<Instant> at = in.release().coming(now);
    Optional<Instant> wakeup =
        Stream.concat(
                at.stream(),
                decisions.stream().flatMap(decided -> decided.input().settling(now).stream()))
            .min(Comparator.naturalOrder());
    Optional<ActivationDecision.Hold> held =
        decisions.stream().flatMap(decided -> decided.held().stream()).findFirst();
    Optional<PendingIntent> pending = activation.record().pending();
    String active = activation.record().active().orElseThrow().revision();
    return new PolicyActivationDecision(
        activation,
        held.map(ActivationDecision.Hold::reason)
            .orElse(
                pending.isPresent()
                    ? PolicyActivationDecision.PENDING
                    : PolicyActivationDecision.UP_TO_DATE),
        held.map(ActivationDecision.Hold::because)
            .or(() -> pending.map(waiting -> waits(clusters, waiting, active, at)))
            .orElse("Revision %s is active and desired.".formatted(active)),
        clusters,
        wakeup);
  }

  private String waits(
      ClusterChanges clusters, PendingIntent pending, String active, Optional<Instant> at) {
    List<PendingChange> changes =
        decisions.stream().flatMap(decided -> decided.changes().stream()).toList();
    return "%s; waits for a change of policy %s%s. Revision %s is active, %s is pending. %s"
        .formatted(
            PendingChange.all(changes, clusters.counts()),
            in.policy().name(),
            at.map(instant -> " or for " + instant).orElse(""),
            active,
            pending.revision(),
            FieldAdvice.activate(in.policy().rolloutName(), pending.revision()));
  }
}

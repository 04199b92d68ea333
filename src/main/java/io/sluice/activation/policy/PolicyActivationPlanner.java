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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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
  private final Map<ContributionPlanner, ActivationDecision> decisions = new LinkedHashMap<>();
  private final List<ContributionRecord> stored = new ArrayList<>();

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
    List<ContributionPlanner> planners = planners();
    Map<String, Object> desired = new TreeMap<>(ByteOrder.NAMES);
    planners.forEach(planner -> desired.put(planner.binding(), planner.target()));
    String revision = IntentRevision.of(in.content(), desired);
    boolean wanted = in.release().revision().filter(revision::equals).isPresent();
    for (ContributionPlanner planner : planners) {
      ActivationDecision decision = planner.plan(wanted, now);
      decisions.put(planner, decision);
      planner.stored(decision, now).ifPresent(stored::add);
    }
    Map<String, Object> active = new TreeMap<>(ByteOrder.NAMES);
    stored.forEach(
        kept -> kept.snapshot().ifPresent(snapshot -> active.put(kept.binding(), snapshot)));
    Map<String, Set<String>> activeClusters = new TreeMap<>(ByteOrder.NAMES);
    stored.forEach(
        kept ->
            kept.snapshot()
                .ifPresent(snapshot -> override(activeClusters, kept.selected(), snapshot)));
    Map<String, Set<String>> targetClusters = new TreeMap<>(ByteOrder.NAMES);
    planners.forEach(
        planner -> override(targetClusters, planner.targetClusters(), planner.target()));
    ClusterChanges clusters = ClusterChanges.between(activeClusters, targetClusters);
    ActiveIntent intent = intent(IntentRevision.of(in.content(), active));
    Optional<PendingIntent> pending = pending(revision);
    ActivationRecord record =
        new ActivationRecord(
            in.preference().lazy() ? "Lazy" : "",
            ContentFingerprint.of(in.content()),
            Optional.of(intent),
            pending,
            used());
    PolicyActivation activation =
        new PolicyActivation(
            record,
            releasedAlone() ? Optional.of(intent.revision()) : former(),
            joined(activeClusters.keySet()),
            stored,
            pending.isEmpty() ? 0 : clusters.added().size(),
            pending.isEmpty() ? 0 : clusters.changed().size(),
            pending.isEmpty() ? 0 : clusters.left().size());
    return described(activation, clusters);
  }

  private static void override(
      Map<String, Set<String>> overrides, List<String> clusters, Map<String, Object> snapshot) {
    for (String cluster : clusters) {
      Set<String> ofCluster =
          overrides.computeIfAbsent(cluster, name -> new TreeSet<>(ByteOrder.NAMES));
      ContributionSnapshot.override(snapshot).ifPresent(ofCluster::add);
    }
  }

  private List<ContributionPlanner> planners() {
    Set<String> orphans =
        in.former().isEmpty() ? ContributionPlanner.orphans(in) : new TreeSet<>(ByteOrder.NAMES);
    List<ContributionPlanner> planners = new ArrayList<>();
    boolean kept = false;
    for (Contribution contribution : in.all()) {
      boolean binding = !contribution.binding().equals(ContributionRecord.STRATEGY);
      boolean keeps = binding && !kept && in.preference().or(contribution.preference()).waits();
      kept |= keeps;
      planners.add(new ContributionPlanner(in, contribution, keeps ? orphans : Set.of()));
    }
    return planners;
  }

  /** Membership that changes under the same targeting is no activation. */
  private long joined(Set<String> clusters) {
    boolean activated =
        decisions.entrySet().stream()
            .anyMatch(
                asked ->
                    asked.getKey().waited()
                        && asked.getValue() instanceof ActivationDecision.Activate);
    if (in.former().isEmpty() || !activated && !contentChanged()) {
      return in.former().map(PolicyActivation::joined).orElse(0L);
    }
    return ClusterChanges.without(clusters, in.replicas()).size();
  }

  private Optional<String> former() {
    return in.former().flatMap(PolicyActivation::released);
  }

  private boolean contentChanged() {
    return in.former().filter(former -> former.decided(in.content())).isEmpty();
  }

  /** Returns whether what waited was activated without a new content. */
  private boolean releasedAlone() {
    return !contentChanged()
        && decisions.entrySet().stream()
            .anyMatch(
                asked ->
                    asked.getValue() instanceof ActivationDecision.Activate
                        && asked.getKey().waited());
  }

  private ActiveIntent intent(String revision) {
    Optional<ActiveIntent> former = in.former().flatMap(activation -> activation.record().active());
    boolean strategyActivated =
        decisions.entrySet().stream()
            .anyMatch(
                asked ->
                    asked.getKey().strategy()
                        && asked.getValue() instanceof ActivationDecision.Activate);
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
    return decisions.values().stream()
        .filter(ActivationDecision.Activate.class::isInstance)
        .map(ActivationDecision.Activate.class::cast)
        .map(ActivationDecision.Activate::cause)
        .findFirst()
        .orElse(
            in.former().isEmpty() ? ActivationCause.ADOPTED : ActivationCause.TARGETING_CHANGED);
  }

  /** Everything that waits, as one revision: it is activated in one step. */
  private Optional<PendingIntent> pending(String revision) {
    Set<String> changes = new TreeSet<>(ByteOrder.NAMES);
    List<String> from = new ArrayList<>();
    long generation = 0;
    for (ContributionRecord kept : stored) {
      Optional<PendingIntent> own = kept.record().pending();
      if (own.isPresent() && asked(kept.binding())) {
        changes.addAll(own.get().changes());
        from.add(own.get().from());
        generation = own.get().generation();
      }
    }
    // The content of all contributions is the newest one.
    changes.remove(ActivationPlanner.CONTENT);
    if (from.isEmpty()) {
      return Optional.empty();
    }
    Instant since =
        in.former()
            .flatMap(former -> former.record().pending())
            .filter(before -> before.revision().equals(revision))
            .map(PendingIntent::since)
            .orElse(now);
    return Optional.of(
        new PendingIntent(
            revision, String.join(", ", from), generation, since, List.copyOf(changes)));
  }

  /** A contribution that is held keeps its record, whatever waited before. */
  private boolean asked(String binding) {
    return decisions.entrySet().stream()
        .anyMatch(
            one ->
                one.getKey().binding().equals(binding)
                    && !(one.getValue() instanceof ActivationDecision.Hold));
  }

  private Optional<Instant> used() {
    return in.release().used(in.former().flatMap(former -> former.record().released()), now);
  }

  private PolicyActivationDecision described(PolicyActivation activation, ClusterChanges clusters) {
    Optional<Instant> at = in.release().coming(now);
    Optional<Instant> wakeup =
        Stream.concat(
                at.stream(),
                decisions.keySet().stream().flatMap(planner -> planner.settling(now).stream()))
            .min(Comparator.naturalOrder());
    Optional<ActivationDecision.Hold> held =
        decisions.entrySet().stream()
            .filter(asked -> asked.getKey().lazy())
            .map(Map.Entry::getValue)
            .filter(ActivationDecision.Hold.class::isInstance)
            .map(ActivationDecision.Hold.class::cast)
            .findFirst();
    if (held.isPresent()) {
      return new PolicyActivationDecision(
          activation, held.get().reason(), held.get().because(), clusters, wakeup);
    }
    String active = activation.record().active().orElseThrow().revision();
    return activation
        .record()
        .pending()
        .map(
            pending ->
                new PolicyActivationDecision(
                    activation,
                    PolicyActivationDecision.PENDING,
                    waits(clusters, pending, active, at),
                    clusters,
                    wakeup))
        .orElseGet(
            () ->
                new PolicyActivationDecision(
                    activation,
                    PolicyActivationDecision.UP_TO_DATE,
                    "Revision %s is active and desired.".formatted(active),
                    clusters,
                    wakeup));
  }

  private String waits(
      ClusterChanges clusters, PendingIntent pending, String active, Optional<Instant> at) {
    List<PendingChange> changes = new ArrayList<>();
    decisions.forEach(
        (planner, decision) -> {
          if (decision instanceof ActivationDecision.Keep keep) {
            keep.record()
                .pending()
                .ifPresent(own -> changes.addAll(planner.changes(own.changes())));
          }
        });
    return "%s; waits for a change of policy %s%s. Revision %s is active, %s is pending. To activate it now, run ./sluice activate %s -n %s, or set spec.activatePending.revision of Rollout %s to %s."
        .formatted(
            PendingChange.all(changes, clusters.counts()),
            in.policy().name(),
            at.map(instant -> " or for " + instant).orElse(""),
            active,
            pending.revision(),
            in.policy().name(),
            in.policy().namespace(),
            in.policy().rolloutName(),
            pending.revision());
  }
}

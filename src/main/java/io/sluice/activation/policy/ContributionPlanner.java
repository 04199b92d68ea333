package io.sluice.activation.policy;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationInput;
import io.sluice.activation.ActivationPlanner;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActivationRelease;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.IntentRevision;
import io.sluice.activation.Targeting;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.rollout.strategy.Amount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans the activation of one contribution (lazy-activation 4.2). */
final class ContributionPlanner {
  /** In place of a hash: no decision was made yet about any content. */
  private static final String NOT_SEEN = "none";

  private final PolicyActivationInput in;
  private final Contribution desired;
  private final ActivationPreference preference;
  private final Optional<ActivationRecord> record;
  private final Optional<Map<String, Object>> snapshot;
  private final long placementGeneration;
  private final List<DecisionGroup> groups;
  private final Optional<Amount> groupSize;

  /**
   * Prepares the question.
   *
   * @param orphans replicas whose contribution is not known, for this one to keep
   */
  ContributionPlanner(PolicyActivationInput in, Contribution desired, Set<String> orphans) {
    this.in = in;
    this.desired = desired;
    this.preference = in.preference().or(desired.preference());
    if (in.former().isEmpty()) {
      this.record = Optional.empty();
      this.snapshot = adopted();
      this.placementGeneration = 0;
      this.groups = snapshot.isEmpty() ? List.of() : adoptedGroups(orphans);
      this.groupSize = groupSize(Optional.empty());
      return;
    }
    Optional<ContributionRecord> stored = in.former().get().contribution(desired.binding());
    this.snapshot =
        stored
            .flatMap(ContributionRecord::snapshot)
            .map(active -> ContributionSnapshot.withdrawn(active, desired.snapshot()));
    this.record =
        stored.map(
            former ->
                snapshot.map(left -> former.record().retargeted(left)).orElse(former.record()));
    this.placementGeneration = stored.map(ContributionRecord::placementGeneration).orElse(0L);
    this.groups =
        ContributionRecord.existing(
            stored.map(ContributionRecord::groups).orElse(List.of()), in.exists());
    this.groupSize = groupSize(stored.flatMap(ContributionRecord::groupSize));
  }

  /**
   * Without a record the clusters with a replica are what is active: with just the desired ones,
   * the desired targeting is (lazy-activation 4.3).
   */
  private Optional<Map<String, Object>> adopted() {
    if (in.replicas().isEmpty()) {
      return Optional.empty();
    }
    boolean known = strategy() || in.replicasAsDesired();
    return Optional.of(
        known ? desired.snapshot() : ContributionSnapshot.unknown(desired.snapshot()));
  }

  /** A placement that has its active spec has the size of its groups, whatever was stored. */
  private Optional<Amount> groupSize(Optional<Amount> stored) {
    return snapshot
            .map(ContributionSnapshot::placement)
            .filter(ContributionSnapshot.placement(desired.snapshot())::equals)
            .isPresent()
        ? desired.groupSize()
        : stored;
  }

  private List<DecisionGroup> adoptedGroups(Set<String> orphans) {
    List<DecisionGroup> adopted =
        new ArrayList<>(ContributionRecord.existing(desired.groups(), in.replicas()::contains));
    if (!orphans.isEmpty()) {
      GroupKey key =
          desired.groups().stream()
              .map(DecisionGroup::key)
              .findFirst()
              .orElse(new GroupKey(ContributionSnapshot.ref(desired.snapshot()).name(), "", 0));
      List<String> members = new ArrayList<>(orphans);
      if (!adopted.isEmpty()) {
        members.addAll(0, adopted.remove(0).clusters());
      }
      adopted.add(0, new DecisionGroup(key, members.stream().sorted().toList()));
    }
    return ContributionRecord.existing(adopted, in.exists());
  }

  /** Returns the replicas that no contribution selects now. */
  static Set<String> orphans(PolicyActivationInput in) {
    Set<String> orphans = new HashSet<>(in.replicas());
    in.contributions()
        .forEach(found -> orphans.removeAll(ContributionRecord.clusters(found.groups())));
    return orphans;
  }

  boolean strategy() {
    return desired.binding().equals(ContributionRecord.STRATEGY);
  }

  boolean lazy() {
    return preference.waits();
  }

  String binding() {
    return desired.binding();
  }

  /** Returns the targeting that would be active if everything that can be activated were. */
  Map<String, Object> target() {
    return usable() ? desired.snapshot() : snapshot.orElse(Map.of());
  }

  private boolean usable() {
    return preference.unknown().isEmpty() && desired.unresolved().isEmpty();
  }

  /** Returns the clusters that this contribution would have then. */
  List<String> targetClusters() {
    return ContributionSnapshot.selected(
        target(), ContributionRecord.clusters(usable() ? desired.groups() : groups));
  }

  /**
   * Asks.
   *
   * @param wanted whether the release names the revision of all contributions together
   */
  ActivationDecision plan(boolean wanted, Instant now) {
    return ActivationPlanner.decide(
        new ActivationInput(
            targeting(),
            ContentFingerprint.of(in.content()),
            in.former().map(former -> former.record().seen()),
            created(),
            record,
            snapshot,
            release(wanted)),
        now);
  }

  private ActivationRelease release(boolean wanted) {
    ActivationRelease written = in.release();
    if (written.revision().isEmpty()) {
      return written;
    }
    String own = wanted ? IntentRevision.of(in.content(), desired.snapshot()) : "";
    return new ActivationRelease(Optional.of(own), written.at(), written.unreadable());
  }

  /** A policy created after its bindings is content created under them. */
  private boolean created() {
    return in.former().isEmpty()
        && (strategy() || desired.edited().filter(at -> !at.isAfter(in.created())).isPresent());
  }

  private Targeting targeting() {
    if (preference.unknown().isPresent()) {
      return new Targeting.Unusable(
          "TargetingRefused",
          "Cannot activate %s: annotation %s is %s, which is no preference. Use Lazy, or remove it."
              .formatted(object(), ActivationPreference.ANNOTATION, preference.unknown().get()));
    }
    if (desired.unresolved().isPresent()) {
      return new Targeting.Unusable("TargetUnresolved", desired.unresolved().get());
    }
    return new Targeting.Resolved(
        preference.lazy(),
        desired.snapshot(),
        object(),
        desired.generation(),
        desired.selectionEdited());
  }

  private String object() {
    return strategy()
        ? "Policy/%s/%s".formatted(in.policy().namespace(), in.policy().name())
        : "PlacementBinding/%s/%s".formatted(in.policy().namespace(), desired.binding());
  }

  /** Returns what to store; empty if nothing is and was. */
  Optional<ContributionRecord> stored(ActivationDecision decision, Instant now) {
    return decision.match(
        activate ->
            Optional.of(
                new ContributionRecord(
                    desired.binding(),
                    activate.record(),
                    Optional.of(desired.snapshot()),
                    desired.placementGeneration(),
                    desired.groups(),
                    desired.groupSize())),
        keep -> {
          boolean frozen = keep.record().pending().isPresent() || settling(now).isPresent();
          return Optional.of(
              new ContributionRecord(
                  desired.binding(),
                  keep.record(),
                  snapshot,
                  frozen ? placementGeneration : desired.placementGeneration(),
                  frozen ? groups : desired.groups(),
                  groupSize));
        },
        hold ->
            Optional.of(
                new ContributionRecord(
                    binding(),
                    record.orElseGet(this::undecided),
                    snapshot,
                    placementGeneration,
                    groups,
                    groupSize)));
  }

  /**
   * Returns until when clusters neither join nor leave although the placement has its active spec:
   * an edit of it was reverted, and its decisions may be those of the edit.
   */
  Optional<Instant> settling(Instant now) {
    return desired
        .settlesAt()
        .filter(now::isBefore)
        .filter(at -> placementGeneration != 0)
        .filter(at -> placementGeneration != desired.placementGeneration());
  }

  /** What was created or changed before the first decision counts once that can be made. */
  private ActivationRecord undecided() {
    ContentFingerprint seen =
        created() && snapshot.isEmpty()
            ? ContentFingerprint.of(NOT_SEEN)
            : in.former()
                .map(former -> former.record().seen())
                .orElseGet(() -> ContentFingerprint.of(in.content()));
    return new ActivationRecord("", seen, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Describes what waits here.
   *
   * @param fields what differs
   */
  List<PendingChange> changes(Collection<String> fields) {
    return PendingChange.of(desired, snapshot, placementGeneration, fields);
  }

  /** Returns whether an edit waited here at the last decision. */
  boolean waited() {
    return record.flatMap(ActivationRecord::pending).isPresent();
  }
}

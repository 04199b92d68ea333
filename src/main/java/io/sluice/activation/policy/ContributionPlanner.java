package io.sluice.activation.policy;

import io.sluice.activation.ActivationDecision;
import io.sluice.activation.ActivationInput;
import io.sluice.activation.ActivationPlanner;
import io.sluice.activation.ActivationRecord;
import io.sluice.activation.ActivationRelease;
import io.sluice.activation.ContentFingerprint;
import io.sluice.activation.IntentRevision;
import io.sluice.activation.Targeting;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Plans the activation of one contribution (lazy-activation 4.2). */
final class ContributionPlanner {
  /** In place of a hash: no decision was made yet about any content. */
  private static final String NOT_SEEN = "none";

  private final PolicyActivationInput in;
  private final ContributionInput own;
  private final Contribution desired;
  private final Instant now;

  private ContributionPlanner(PolicyActivationInput in, ContributionInput own, Instant now) {
    this.in = in;
    this.own = own;
    this.desired = own.desired();
    this.now = now;
  }

  /**
   * Decides.
   *
   * @param wanted whether the release names the revision of all contributions together
   */
  static ContributionDecision decide(
      PolicyActivationInput in, ContributionInput own, boolean wanted, Instant now) {
    return new ContributionPlanner(in, own, now).decide(wanted);
  }

  private ContributionDecision decide(boolean wanted) {
    ActivationDecision decision =
        ActivationPlanner.decide(
            new ActivationInput(
                targeting(),
                ContentFingerprint.of(in.content()),
                in.former().map(former -> former.record().seen()),
                created(),
                own.record(),
                own.snapshot(),
                release(wanted)),
            now);
    return new ContributionDecision(own, decision, next(decision));
  }

  private ActivationRelease release(boolean wanted) {
    ActivationRelease written = in.release();
    if (written.revision().isEmpty()) {
      return written;
    }
    String revision = wanted ? IntentRevision.of(in.content(), desired.snapshot()) : "";
    return new ActivationRelease(Optional.of(revision), written.at(), written.unreadable());
  }

  /** A policy created after its bindings is content created under them. */
  private boolean created() {
    return in.former().isEmpty()
        && (desired.strategy()
            || desired.edited().filter(at -> !at.isAfter(in.created())).isPresent());
  }

  private Targeting targeting() {
    Optional<String> unknown = own.preference().unknown();
    if (unknown.isPresent()) {
      return new Targeting.Unusable(
          "TargetingRefused",
          "Cannot activate %s: annotation %s is %s, which is no preference. Use Lazy, or remove it."
              .formatted(object(), ActivationPreference.ANNOTATION, unknown.get()));
    }
    if (desired.unresolved().isPresent()) {
      return new Targeting.Unusable("TargetUnresolved", desired.unresolved().get());
    }
    return new Targeting.Resolved(
        own.preference().lazy(),
        desired.snapshot(),
        object(),
        desired.generation(),
        desired.selectionEdited());
  }

  private String object() {
    return desired.strategy()
        ? "Policy/%s/%s".formatted(in.policy().namespace(), in.policy().name())
        : "PlacementBinding/%s/%s".formatted(in.policy().namespace(), desired.binding());
  }

  private ContributionRecord next(ActivationDecision decision) {
    return decision.match(
        activate -> scheduled(activate.record(), Optional.of(desired.snapshot())),
        keep -> {
          boolean frozen = keep.record().pending().isPresent() || own.settling(now).isPresent();
          return frozen ? own.kept(keep.record()) : scheduled(keep.record(), own.snapshot());
        },
        hold -> own.kept(own.record().orElseGet(this::undecided)));
  }

  /** The clusters of the desired targeting, which is active, are those of its placement now. */
  private ContributionRecord scheduled(
      ActivationRecord decided, Optional<Map<String, Object>> snapshot) {
    return new ContributionRecord(
        desired.binding(),
        decided,
        snapshot,
        desired.placementGeneration(),
        desired.groups(),
        desired.groupSize());
  }

  /** What was created or changed before the first decision counts once that can be made. */
  private ActivationRecord undecided() {
    ContentFingerprint seen =
        created() && own.snapshot().isEmpty()
            ? ContentFingerprint.of(NOT_SEEN)
            : in.former()
                .map(former -> former.record().seen())
                .orElseGet(() -> ContentFingerprint.of(in.content()));
    return new ActivationRecord("", seen, Optional.empty(), Optional.empty(), Optional.empty());
  }
}

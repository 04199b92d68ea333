package io.sluice.template.work;

import io.sluice.policy.JsonTree;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.EvidenceResult;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Judges whether the status of a Work proves that its cluster has what was written last
 * (lazy-activation 3, "Evidence").
 *
 * <p>{@code Applied} names no generation in Karmada. Where neither it nor the status of the applied
 * object names one, the present condition counts, but it is weak and soaks longer.
 */
public final class WorkEvidence {
  private static final String OBSERVED = "observedGeneration";

  private final WorkState work;
  private final Map<String, Object> applied;
  private final Map<String, Object> reflected;
  private final String health;

  private WorkEvidence(WorkState work) {
    this.work = work;
    this.applied =
        JsonTree.maps(work.status(), "conditions").stream()
            .filter(condition -> "Applied".equals(condition.get("type")))
            .findFirst()
            .orElse(Map.of());
    Map<String, Object> member =
        JsonTree.maps(work.status(), "manifestStatuses").stream().findFirst().orElse(Map.of());
    this.reflected = JsonTree.map(member, "status");
    this.health = JsonTree.text(member, "health").orElse("");
  }

  /** Judges a Work. */
  public static EvidenceResult judge(WorkState work) {
    return new WorkEvidence(work).judge();
  }

  private EvidenceResult judge() {
    boolean conditionNames = applied.containsKey(OBSERVED);
    boolean statusNames = reflected.containsKey(WorkState.GENERATION) && work.generationRose();
    if (conditionNames && JsonTree.number(applied, OBSERVED) >= work.generation()
        || statusNames && reflectsThis()) {
      return verdict(false);
    }
    if (conditionNames || statusNames) {
      return silent("the executor has not reported on what was written last");
    }
    return isFalse() && !since()
        ? silent("Applied is False since before the write")
        : verdict(true);
  }

  private boolean reflectsThis() {
    return JsonTree.number(reflected, WorkState.GENERATION) == work.templateGeneration()
        && reflected.containsKey(OBSERVED)
        && JsonTree.number(reflected, OBSERVED) == JsonTree.number(reflected, "generation");
  }

  private EvidenceResult verdict(boolean weak) {
    if (applied.isEmpty()) {
      return silent("the executor reports no condition Applied");
    }
    boolean healthy = health.isEmpty() || health.equals("Healthy");
    boolean good = "True".equals(applied.get("status")) && healthy;
    return new EvidenceResult(
        good ? Verdict.POSITIVE : Verdict.NEGATIVE,
        weak,
        false,
        "Applied is %s%s"
            .formatted(applied.get("status"), health.isEmpty() ? "" : ", health " + health));
  }

  private boolean isFalse() {
    return "False".equals(applied.get("status"));
  }

  /** A condition has whole seconds. */
  private boolean since() {
    Optional<Instant> changed = JsonTree.instant(applied, "lastTransitionTime");
    return work.dispatch()
        .map(given -> given.written().truncatedTo(ChronoUnit.SECONDS))
        .filter(written -> changed.filter(at -> !at.isBefore(written)).isEmpty())
        .isEmpty();
  }

  private static EvidenceResult silent(String because) {
    return new EvidenceResult(Verdict.SILENT, false, false, because);
  }
}

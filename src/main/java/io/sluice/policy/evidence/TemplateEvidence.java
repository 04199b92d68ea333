package io.sluice.policy.evidence;

import io.sluice.policy.Compliance;
import io.sluice.policy.Dispatch;
import io.sluice.policy.TemplateKind;
import io.sluice.policy.TemplateRef;
import io.sluice.policy.TemplateReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Judges what the report on one template proves about its content, by the kind of the template
 * (rollout-strategy 3.3, E2, E4, E5 and the table).
 *
 * <p>If the replica's content is not that of its dispatch, earlier reports cannot be recognised, so
 * every template is weak.
 */
final class TemplateEvidence {
  private final Optional<Dispatch> dispatch;
  private final boolean available;
  private final Set<Compliance> good;
  private final Duration skew;

  TemplateEvidence(
      Optional<Dispatch> dispatch, boolean available, Set<Compliance> good, Duration skew) {
    this.dispatch = dispatch;
    this.available = available;
    this.good = good;
    this.skew = skew;
  }

  /**
   * Holds what the report on one template proves.
   *
   * @param verdict absent if the template does not count as evaluated
   * @param weak whether the verdict may be about former content
   * @param predated whether its newest event is a new one, but dated before the dispatch
   * @param why the reason if there is no verdict
   */
  record Proof(
      String template, Optional<Compliance> verdict, boolean weak, boolean predated, String why) {

    private static Proof of(TemplateRef template, Compliance verdict, boolean weak) {
      return new Proof(template.name(), Optional.of(verdict), weak, false, "");
    }
  }

  /**
   * Returns what the report proves where no soak follows: its verdict, if the newest event came
   * with the present content or later (E2), whatever the kind.
   *
   * @param given what is known of the last change of the present content
   */
  static Proof pending(
      TemplateRef template,
      Optional<TemplateReport> report,
      Optional<Dispatch> given,
      Duration skew) {
    return new TemplateEvidence(given, true, Set.of(), skew).pending(template, report);
  }

  private Proof pending(TemplateRef template, Optional<TemplateReport> report) {
    Optional<Proof> absent = absent(template, report);
    if (absent.isPresent()) {
      return absent.get();
    }
    if (dispatch.filter(given -> given.lastChangeKnown(template.name())).isEmpty()) {
      return unproven(template, "when it was changed last is not known");
    }
    return newestIsFresh(template, report.get(), dispatch.get())
        ? Proof.of(template, report.get().compliant().orElseThrow(), false)
        : unevaluated(template, report.get());
  }

  private static Optional<Proof> absent(TemplateRef template, Optional<TemplateReport> report) {
    if (report.isEmpty()) {
      return Optional.of(unproven(template, "it is not in the details"));
    }
    return report.get().compliant().isEmpty()
        ? Optional.of(unproven(template, "it has no verdict"))
        : Optional.empty();
  }

  Proof of(TemplateRef template, Optional<TemplateReport> report) {
    Optional<Proof> absent = absent(template, report);
    if (absent.isPresent()) {
      return absent.get();
    }
    Compliance verdict = report.orElseThrow().compliant().orElseThrow();
    if (dispatch.filter(given -> confirmed(template, report.get(), verdict, given)).isPresent()) {
      return Proof.of(template, verdict, false);
    }
    if (!weak(template)) {
      return unevaluated(template, report.get());
    }
    return available
        ? Proof.of(template, verdict, true)
        : unproven(template, "its verdict may be an old one, and the cluster is unreachable");
  }

  private boolean confirmed(
      TemplateRef template, TemplateReport report, Compliance verdict, Dispatch given) {
    boolean evaluated = newestIsFresh(template, report, given);
    return switch (template.family()) {
      case STRICT, OTHER ->
          evaluated || !good.contains(verdict) && evaluatedBefore(template, report, given);
      case CONSTRAINT_TEMPLATE -> evaluated && given.unchanged(template.name());
      case CONSTRAINT -> false;
    };
  }

  private boolean newestIsFresh(TemplateRef template, TemplateReport report, Dispatch given) {
    return report.history().stream().findFirst().filter(e -> fresh(template, e, given)).isPresent();
  }

  /**
   * After an evaluation a negative verdict needs no new event: a patched event keeps its name (E2).
   */
  private boolean evaluatedBefore(TemplateRef template, TemplateReport report, Dispatch given) {
    return report.history().stream().anyMatch(entry -> fresh(template, entry, given));
  }

  /** True for an event that was not there at the last real change and is not older (E2). */
  private boolean fresh(TemplateRef template, TemplateReport.Entry entry, Dispatch given) {
    return !entry.lastTimestamp().isBefore(earliest(template, given))
        && !given.baselineHas(template.name(), entry.eventName());
  }

  private Instant earliest(TemplateRef template, Dispatch given) {
    return given.lastChange(template.name()).minus(skew);
  }

  /** True where only a weak verdict can be expected (E4), also without a known baseline (E5). */
  private boolean weak(TemplateRef template) {
    return template.family() != TemplateKind.STRICT
        || dispatch.filter(given -> given.lastChangeKnown(template.name())).isEmpty();
  }

  private Proof unevaluated(TemplateRef template, TemplateReport report) {
    if (report.history().isEmpty()) {
      return unproven(template, "it has no events");
    }
    TemplateReport.Entry newest = report.history().get(0);
    boolean known =
        dispatch
            .filter(given -> given.baselineHas(template.name(), newest.eventName()))
            .isPresent();
    if (known) {
      return unproven(template, "its newest event was there before");
    }
    String why =
        "its newest event is dated %s, before the dispatch: check the clock of the cluster"
            .formatted(newest.lastTimestamp());
    return new Proof(template.name(), Optional.empty(), false, true, why);
  }

  private static Proof unproven(TemplateRef template, String why) {
    return new Proof(template.name(), Optional.empty(), false, false, why);
  }
}

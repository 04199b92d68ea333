package io.sluice.evidence;

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
 * Judges what the report on one template proves of the content that it was given, by the kind of
 * the template (rollout-strategy 3.3, E2, E4, E5 and the table).
 *
 * <p>Without a dispatch of the replica's own content nothing is known of what was there before, so
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
   * What one template's report proves.
   *
   * @param verdict absent when the template does not count as evaluated
   * @param weak whether the verdict may be one on former content
   * @param why why there is no verdict
   */
  record Proof(String template, Optional<Compliance> verdict, boolean weak, String why) {}

  Proof of(TemplateRef template, Optional<TemplateReport> report) {
    if (report.isEmpty()) {
      return nothing(template, "it is not in the details");
    }
    if (report.get().compliant().isEmpty()) {
      return nothing(template, "it has no verdict");
    }
    Compliance verdict = report.get().compliant().get();
    if (dispatch.filter(given -> firm(template, report.get(), verdict, given)).isPresent()) {
      return new Proof(template.name(), Optional.of(verdict), false, "");
    }
    if (!weak(template)) {
      return nothing(template, unevaluated(template, report.get()));
    }
    return available
        ? new Proof(template.name(), Optional.of(verdict), true, "")
        : nothing(template, "its verdict may be an old one, and the cluster is unreachable");
  }

  private boolean firm(
      TemplateRef template, TemplateReport report, Compliance verdict, Dispatch given) {
    boolean evaluated =
        report.history().stream().findFirst().filter(e -> fresh(template, e, given)).isPresent();
    return switch (template.family()) {
      case STRICT, OTHER ->
          evaluated || !good.contains(verdict) && relapsed(template, report, given);
      case CONSTRAINT_TEMPLATE -> evaluated && given.leftAlone(template.name());
      case CONSTRAINT -> false;
    };
  }

  /** Once evaluated, bad news need no new name: an event patched in place has its old one (E2). */
  private boolean relapsed(TemplateRef template, TemplateReport report, Dispatch given) {
    return report.history().stream().anyMatch(entry -> fresh(template, entry, given));
  }

  /** Rollout-strategy E2: not there before the last real change, and not older than that. */
  private boolean fresh(TemplateRef template, TemplateReport.Entry entry, Dispatch given) {
    return !given.knew(template.name(), entry.eventName())
        && !entry.lastTimestamp().isBefore(earliest(template, given));
  }

  private Instant earliest(TemplateRef template, Dispatch given) {
    return given.changed(template.name()).minus(skew);
  }

  /** Rollout-strategy E4, and E5 where no baseline is known. */
  private boolean weak(TemplateRef template) {
    return template.family() != TemplateKind.STRICT
        || dispatch.filter(given -> given.noted(template.name())).isEmpty();
  }

  private String unevaluated(TemplateRef template, TemplateReport report) {
    if (report.history().isEmpty()) {
      return "it has no events";
    }
    TemplateReport.Entry newest = report.history().get(0);
    boolean known =
        dispatch.filter(given -> given.knew(template.name(), newest.eventName())).isPresent();
    return known
        ? "its newest event was there before"
        : "its newest event is dated %s, before the dispatch: check the clock of the cluster"
            .formatted(newest.lastTimestamp());
  }

  private static Proof nothing(TemplateRef template, String why) {
    return new Proof(template.name(), Optional.empty(), false, why);
  }
}

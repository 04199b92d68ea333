package io.sluice.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges whether a replica's status proves anything about the content it was given.
 *
 * <p>Nothing in a status names the spec that it was computed from, and the former {@code Compliant}
 * stays until the spoke writes again. So a template counts only when its newest report is one that
 * the dispatch did not find there and that is not older than the dispatch (rollout-strategy 3.3, E1
 * to E3). A replica that carried the content before anybody dispatched it has no baseline: its
 * present verdict counts, but is weak and soaks longer (E4 to E6). When unsure, the verdict is
 * silent, never positive.
 */
public final class Evidence {
  /** How much a spoke's clock may lag behind the hub's (rollout-strategy E2). */
  public static final Duration DEFAULT_SKEW = Duration.ofMinutes(1);

  private final Duration skew;

  public Evidence(Duration skew) {
    this.skew = skew;
  }

  /** The verdict of a replica on the dispatch that it names. */
  public Judgement judge(Replica replica) {
    boolean weak = replica.dispatch().isEmpty();
    List<String> unjudged = new ArrayList<>();
    for (TemplateRef template : replica.templates()) {
      Optional<TemplateReport> fresh =
          replica
              .reportOf(template)
              .filter(report -> weak || evaluated(report, replica.dispatch().get()));
      Optional<Compliance> compliant = fresh.flatMap(TemplateReport::compliant);
      if (compliant.isEmpty()) {
        unjudged.add(template.name());
      } else if (compliant.get() != Compliance.COMPLIANT) {
        return new Judgement(
            Verdict.NEGATIVE,
            weak,
            "template %s is %s".formatted(template.name(), compliant.get().word()));
      }
    }
    return summary(replica, unjudged, weak);
  }

  private static Judgement summary(Replica replica, List<String> unjudged, boolean weak) {
    if (replica.templates().isEmpty()) {
      return silent("the policy has no templates to report on");
    }
    if (!unjudged.isEmpty()) {
      return silent(
          "no report since the dispatch on %d of %d templates: %s"
              .formatted(unjudged.size(), replica.templates().size(), unjudged.get(0)));
    }
    if (!replica.compliant().equals(Optional.of(Compliance.COMPLIANT))) {
      return silent(
          "the policy as a whole is "
              + replica.compliant().map(Compliance::word).orElse("without a verdict"));
    }
    return new Judgement(
        Verdict.POSITIVE,
        weak,
        weak
            ? "every template is Compliant, by reports that may be older than the rollout"
            : "every template was evaluated and is Compliant");
  }

  /** Rollout-strategy E2: the newest entry is new, and not older than the dispatch. */
  private boolean evaluated(TemplateReport report, Dispatch dispatch) {
    if (report.history().isEmpty()) {
      return false;
    }
    TemplateReport.Entry newest = report.history().get(0);
    return !dispatch.knew(report.template(), newest.eventName())
        && !newest.lastTimestamp().isBefore(dispatch.written().minus(skew));
  }

  private static Judgement silent(String because) {
    return new Judgement(Verdict.SILENT, false, because);
  }
}

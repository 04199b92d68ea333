package io.sluice.explain;

import io.sluice.policy.RolloutTarget;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import io.sluice.rollout.Wording;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats what a step was planned from: {@code d1, d2 written; s1 compliant}. */
final class ObservationText {
  private final RolloutTarget target;
  private final Map<String, List<String>> events = new LinkedHashMap<>();

  private ObservationText(RolloutTarget target) {
    this.target = target;
  }

  static String of(Observation seen, RolloutTarget target) {
    ObservationText text = new ObservationText(target);
    seen.acks().forEach(text::add);
    seen.notTried().forEach(cluster -> text.add("not tried", cluster));
    seen.reports().forEach(text::add);
    seen.looks()
        .forEach(look -> look.clusters().forEach(cluster -> text.add("looked at", cluster)));
    return text.joined();
  }

  private void add(Ack ack) {
    String what =
        switch (ack.to()) {
          case DISPATCH -> "written";
          case PROVIDE -> "written until their turn";
          case TAKE_BACK -> "taken back";
          case PUBLISH -> "published";
        };
    add(ack.refusal().map(why -> "refused (" + why + ")").orElse(what), ack.cluster());
  }

  private void add(Report report) {
    String weak = report.weak() && report.verdict() != Verdict.SILENT ? ", weak" : "";
    String away = report.unreachable() ? ", not available" : "";
    add(verdict(report) + weak + away, report.cluster());
  }

  private String verdict(Report report) {
    if (report.gone()) {
      return "without a replica";
    }
    String inform = report.pending() ? " under inform" : "";
    return switch (report.verdict()) {
      case POSITIVE -> target.success() + inform;
      case NEGATIVE -> target.failure() + inform;
      case SILENT -> "not reported" + inform;
    };
  }

  private void add(String what, String cluster) {
    events.computeIfAbsent(what, key -> new ArrayList<>()).add(cluster);
  }

  private String joined() {
    if (events.isEmpty()) {
      return "the run steps";
    }
    List<String> parts = new ArrayList<>();
    events.forEach((what, clusters) -> parts.add(Wording.names(clusters) + " " + what));
    return String.join("; ", parts);
  }
}

package io.sluice.explain;

import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Formats what was observed of one cluster: answers to writes, verdicts, reads at its deadline. */
final class EvidenceFacts {
  private final String cluster;
  private final RolloutTarget target;
  private final long attempt;

  EvidenceFacts(String cluster, RolloutTarget target, long attempt) {
    this.cluster = cluster;
    this.target = target;
    this.attempt = attempt;
  }

  List<ClusterFact> of(Observation seen, Instant now) {
    List<ClusterFact> facts = new ArrayList<>();
    seen.acks().stream()
        .filter(ack -> ack.cluster().equals(cluster))
        .forEach(ack -> facts.add(answer(ack, gated(seen))));
    if (seen.notTried().contains(cluster)) {
      facts.add(
          ClusterFact.of(
              now,
              ClusterFact.Kind.REFUSAL,
              gated(seen)
                  ? "OCM's propagator has not written it yet, and its ticket waits."
                  : "The hub did not get to the write; it is asked for again."));
    }
    seen.looks().stream()
        .filter(look -> look.clusters().contains(cluster))
        .forEach(
            look ->
                facts.add(
                    ClusterFact.of(
                        look.at(), ClusterFact.Kind.VERDICT, "It is read at its deadline.")));
    seen.reports().stream()
        .filter(report -> report.cluster().equals(cluster))
        .forEach(report -> facts.add(verdict(report, gated(seen))));
    return facts;
  }

  /** Behind the gate OCM's propagator writes, when a ticket lets it (gate 4). */
  static boolean gated(Observation seen) {
    return seen.hub().kept().isPresent();
  }

  private ClusterFact answer(Ack ack, boolean gated) {
    String what =
        switch (ack.to()) {
          case DISPATCH -> "the version";
          case PROVIDE -> "what it runs until its turn";
          case TAKE_BACK -> "what it had before";
          case PUBLISH -> "the status that names its end";
        };
    if (ack.refusal().isPresent()) {
      return ClusterFact.of(
          ack.at(),
          ClusterFact.Kind.REFUSAL,
          "The hub refuses to write %s: %s".formatted(what, ack.refusal().get()));
    }
    return switch (ack.to()) {
      case DISPATCH ->
          ClusterFact.of(
              ack.at(),
              ClusterFact.Kind.WRITE,
              ack.attempt() == attempt
                  ? gated
                      ? "OCM's propagator has written the version."
                      : "The hub takes the write of the version."
                  : "Its replica has the version already, %s; it is not written."
                      .formatted(
                          ack.attempt() <= 0
                              ? "without a dispatch"
                              : "from attempt " + ack.attempt()));
      case PROVIDE -> ClusterFact.of(ack.at(), ClusterFact.Kind.PENDING_CONTENT, taken(what));
      case TAKE_BACK, PUBLISH -> ClusterFact.of(ack.at(), ClusterFact.Kind.REPLICA, taken(what));
    };
  }

  private static String taken(String what) {
    return "The hub takes the write of " + what + ".";
  }

  private ClusterFact verdict(Report report, boolean gated) {
    Instant at = Instant.ofEpochMilli(report.at());
    if (report.gone()) {
      return ClusterFact.of(at, ClusterFact.Kind.REPLICA, "Its replica is gone.");
    }
    return ClusterFact.of(
        at, ClusterFact.Kind.VERDICT, says(report) + evidence(report, gated) + ".");
  }

  private String says(Report report) {
    String when = report.pending() ? " under inform" : "";
    return switch (report.verdict()) {
      case POSITIVE -> "It reports%s that it is %s".formatted(when, target.success());
      case NEGATIVE -> "It reports%s that it %s".formatted(when, target.failure());
      case SILENT ->
          report.predated()
              ? "Its reports are dated before the dispatch, and prove nothing"
              : "It has not reported on this version";
    };
  }

  private String evidence(Report report, boolean gated) {
    List<String> parts = new ArrayList<>();
    if (!report.pending() && report.verdict() != io.sluice.policy.Verdict.SILENT) {
      parts.add(report.weak() ? "weak evidence" : "confirmed");
    }
    if (report.unreachable()) {
      parts.add("the cluster is not available");
    }
    if (!report.pending() && report.attempt() != attempt) {
      parts.add(
          report.attempt() <= 0
              ? gated ? "before its turn" : "on a replica without a dispatch"
              : "on the dispatch of attempt " + report.attempt());
    }
    return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
  }
}

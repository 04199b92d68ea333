package io.sluice.explain;

import io.sluice.policy.Verdict;
import io.sluice.rollout.Ack;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.Observation;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Formats what was observed of one cluster: answers to writes, verdicts, reads at its deadline. */
final class EvidenceFacts {
  private final String cluster;
  private final AttemptSpec spec;

  EvidenceFacts(String cluster, AttemptSpec spec) {
    this.cluster = cluster;
    this.spec = spec;
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

  /** Returns whether OCM's propagator writes a replica once it has a ticket (gate 4). */
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
              ack.attempt() == spec.number()
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
    if (ofOtherContent(report)) {
      return "It reports on other content than this version, which proves nothing";
    }
    String when = report.pending() ? " under inform" : "";
    return switch (report.verdict()) {
      case POSITIVE ->
          spec.informPolicy()
              ? "It has reported on this version, which only informs"
              : "It reports%s that it is %s".formatted(when, spec.policy().success());
      case NEGATIVE -> "It reports%s that it %s".formatted(when, spec.policy().failure());
      case SILENT ->
          report.predated()
              ? "Its reports are dated before the dispatch, and prove nothing"
              : "It has not reported on this version";
    };
  }

  /**
   * Its verdict is judged by that content: what still informs, as OCM's propagator has not made it
   * enforce yet, is as it should be whether it complies or not (rollout-strategy E3).
   */
  private boolean ofOtherContent(Report report) {
    return report.verdict() != Verdict.SILENT
        && !report.contentHash().equals(spec.version().contentHash());
  }

  private String evidence(Report report, boolean gated) {
    List<String> parts = new ArrayList<>();
    if (!report.pending() && !ofOtherContent(report)) {
      strength(report).ifPresent(parts::add);
    }
    if (report.unreachable()) {
      parts.add("the cluster is not available");
    }
    if (!report.pending() && report.attempt() != spec.number()) {
      parts.add(
          report.attempt() <= 0
              ? gated ? "before its turn" : "on a replica without a dispatch"
              : "on the dispatch of attempt " + report.attempt());
    }
    return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
  }

  /** Only a success is confirmed. */
  private static Optional<String> strength(Report report) {
    if (report.verdict() == Verdict.SILENT) {
      return Optional.empty();
    }
    if (report.weak()) {
      return Optional.of("weak evidence");
    }
    return report.verdict() == Verdict.POSITIVE ? Optional.of("confirmed") : Optional.empty();
  }
}

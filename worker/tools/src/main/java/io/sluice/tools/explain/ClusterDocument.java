package io.sluice.tools.explain;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.explain.ClusterFact;
import io.sluice.explain.ClusterPresent;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The document {@code ClusterExplanation}: what is known of a cluster. */
public record ClusterDocument(
    @JsonUnwrapped Subject subject,
    String cluster,
    Optional<Long> attempt,
    Optional<String> former,
    Optional<List<Fact>> course,
    @JsonIgnoreProperties("cluster") Optional<ClusterPresent> present,
    Hub hub,
    Optional<String> note)
    implements Document {
  record Fact(Instant at, Optional<Instant> until, String kind, String message) {
    static Fact of(ClusterFact fact) {
      return new Fact(fact.at(), fact.until(), fact.kind().label(), fact.text());
    }
  }

  record Hub(Optional<String> replica, Optional<Issue> exception, String rollout) {
    static Hub of(HubCluster hub) {
      return new Hub(hub.held(), hub.exception().map(Issue::of), hub.rollout());
    }
  }

  record Issue(String status, String reason, String since, String message) {
    static Issue of(RolloutStatus.Issue issue) {
      return new Issue(
          issue.status(), issue.reason(), String.valueOf(issue.since()), issue.message());
    }
  }

  @Override
  public String kind() {
    return "ClusterExplanation";
  }

  /** Returns the document. */
  public static ClusterDocument of(ClusterReport report) {
    return new ClusterDocument(
        Subject.of(report.subject().target()),
        report.cluster(),
        report.attempt(),
        report.former(),
        report.explanation().map(found -> found.course().stream().map(Fact::of).toList()),
        report.explanation().flatMap(found -> found.present()),
        Hub.of(report.hub()),
        report.note());
  }
}

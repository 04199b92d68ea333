package io.sluice.tools.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.tools.document.Document;
import io.sluice.tools.document.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The document {@code RolloutStatus}. One of a list lacks what only the policy holds.
 *
 * @param noLeader why nothing goes on; empty while a worker leads, or nothing has to go on
 * @param status that of the Rollout object, without what it keeps for itself
 */
public record StatusDocument(
    @JsonUnwrapped Subject subject,
    Optional<Long> generation,
    Optional<Boolean> disabled,
    Optional<String> strategy,
    Optional<String> pausedBy,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> compliance,
    Optional<String> noLeader,
    Map<String, Object> status)
    implements Document {
  private static final String ACTIVATION = "activation";

  /** The copy of the policy, which is as large as the policy, and the records of the worker. */
  private static final List<String> KEPT = List.of("lastSuccessful", "history");

  @Override
  public String kind() {
    return "RolloutStatus";
  }

  /** Returns the document of one rollout, whoever leads. */
  public static StatusDocument of(StatusView view) {
    return of(view, Optional.empty());
  }

  /** Returns the document of one rollout. */
  static StatusDocument of(StatusView view, Optional<String> noLeader) {
    return new StatusDocument(
        Subject.of(view.subject().target()),
        Optional.of(view.generation()),
        Optional.of(view.disabled()),
        view.strategy(),
        view.pausedBy(),
        view.compliance(),
        noLeader,
        status(view.status()));
  }

  /** Returns the document of one rollout of a list. */
  static StatusDocument of(RolloutSummary summary) {
    return new StatusDocument(
        Subject.of(summary.target()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        summary.pausedBy(),
        List.of(),
        Optional.empty(),
        status(summary.status()));
  }

  /** The document {@code RolloutStatusList}. */
  record Listed(Optional<String> noLeader, List<StatusDocument> items) implements Document {
    static Listed of(List<RolloutSummary> summaries, Optional<String> noLeader) {
      return new Listed(noLeader, summaries.stream().map(StatusDocument::of).toList());
    }

    @Override
    public String kind() {
      return "RolloutStatusList";
    }
  }

  private static Map<String, Object> status(RolloutStatus status) {
    Map<String, Object> tree = HubObjects.toTree(status);
    KEPT.forEach(tree::remove);
    tree.remove(ACTIVATION, Map.of());
    return tree;
  }
}
